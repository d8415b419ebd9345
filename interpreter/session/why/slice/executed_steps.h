// Records a window of a run for a walk backwards: what each instruction did to the stack and to
// cells, and where branches without a lasting effect joined again.
#pragma once

#include "history/history.h"
#include "lang/dialect.h"
#include "lang/playfield.h"
#include "session/run_control/flow_graph.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace fungescope {

// ---- Hammocks
//
// The branches whose arms come together again, having done nothing but change some values of the
// stack: which arm was taken matters only to what uses these values.

// All paths from the branch lead to the join without a loop, and change the height of the stack
// equally. They have no `p`, `?`, `@`, input or output, nor anything at which the dialect stops.
struct Hammock {
  std::size_t join_cell = 0;
  std::uint8_t join_states = 0;  // see FlowGraph::states
  // Of the stack, from the height after the branch has popped its value.
  std::size_t pops = 0;            // how far below it the arms reach
  std::size_t peak = 0;            // how far above it they come
  std::ptrdiff_t net = 0;          // by which they have changed it at the join
  std::vector<std::size_t> cells;  // of the arms
};

class Hammocks {
 public:
  // `field` is at the beginning of a part of a run, with the pointer in `start`; cells that are
  // `written` in that part, by index, are in no hammock. Cost: the flow graph. If that has too many
  // nodes, there are no hammocks.
  Hammocks(const Playfield& field, const Dialect& dialect, const PointerState& start,
           std::vector<bool> written);

  // Returns the hammock that begins with the branch in a cell, or null. Cost: once for each cell,
  // up to 10,000 steps.
  [[nodiscard]] const Hammock* of(std::size_t cell);

 private:
  using Node = FlowGraph::Node;

  [[nodiscard]] std::optional<Hammock> find(Node branch) const;
  [[nodiscard]] std::optional<Hammock> joined_at(Node branch, Node join) const;
  [[nodiscard]] bool is_harmless(Node node) const;
  [[nodiscard]] bool is_string(Node node) const { return (graph_->states(node) & 0xfU) == 0; }

  const Playfield& field_;
  const Dialect& dialect_;
  std::vector<bool> written_;
  std::optional<FlowGraph> graph_;
  std::unordered_map<std::size_t, Node> branches_;  // by cell
  std::unordered_map<std::size_t, std::optional<Hammock>> found_;
};

// ---- The steps of a window

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
