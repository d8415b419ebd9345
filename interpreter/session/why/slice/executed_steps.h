// Records a window of a run for a walk backwards: what each instruction did to the stack and to
// cells, and where branches without a lasting effect joined again.
#pragma once

#include "history/history.h"
#include "session/why/slice/hammock.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fungescope {

struct ExecutedStep {
  std::size_t cell = 0;  // of the instruction
  Op op = Op::blank;
  bool string_mode = false;  // in which it was executed
  bool refused = false;      // it faulted without an effect
  bool inside = false;       // of `g` and `p`: `target` is set
  bool asked = false;        // it asked for a quotient by zero
  std::size_t height = 0;    // of the stack before it
  std::size_t target = 0;    // the cell of a `g` or `p`
  std::uint64_t input_begin = 0;
  std::uint64_t input_end = 0;
};

// A branch of the window whose hammock ends in the window.
struct JoinedBranch {
  std::size_t branch = 0;  // index of its step
  std::size_t join = 0;  // index of the first step after its hammock; that may be the window's end
  // The slots of the stack that its arms may have changed, as they are at the join.
  std::size_t lowest = 0;
  std::size_t end = 0;
  const Hammock* hammock = nullptr;
};

struct ExecutedSteps {
  std::vector<ExecutedStep> steps;   // of consecutive ticks
  std::vector<JoinedBranch> joined;  // ascending by `join`
};

// Executes and records from the present instant to `end`, within one branch of the history and its
// recording. Nothing if interrupted. `hammocks` may be null.
[[nodiscard]] std::optional<ExecutedSteps> record_steps(History& history, Tick end,
                                                        Hammocks* hammocks, Monitor* monitor);

}  // namespace fungescope
