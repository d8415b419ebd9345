// Finds where two runs that begin in nearly the same state come apart, exactly to the tick:
//
//   - the first instruction that uses what differs at the start,
//   - the first instant with a difference that is not one of the start, and
//   - the first instant at which the pointers part.
//
// While the pointers are together and the runs differ in cells, in values deep in the stack and in
// input that is not read yet, both execute the same instructions until one of them uses such a
// difference. So one run continues in the fast tiers, with traps on all of these. Around a use,
// both are executed in lock step on the reference interpreter.
#pragma once

#include "session/comparison/compared_run.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fungescope {

// Something of each of two runs.
template <class T>
struct Both {
  T here{};
  T there{};
  friend bool operator==(const Both&, const Both&) = default;
};

// The instruction that both runs execute at one tick, each from its own cell.
struct SharedStep {
  Tick tick = 0;  // counted from 1: the instant after it
  Point by;
  Both<std::int64_t> code;  // the cell's values
  bool string_mode = false;
};

struct FirstUse {
  enum class Kind : std::uint8_t { executed, read, overwritten, popped };
  Kind kind = Kind::executed;
  SharedStep step;
  Point cell;                 // that differs; not of `popped`
  Both<std::int64_t> values;  // before the instruction
};

struct StateDifference {
  enum class Kind : std::uint8_t {
    stack_size,   // values: the sizes
    stack_value,  // values, `from_top`
    cell,         // values, `cell`
    output,       // bytes: what the instruction printed
    input,        // values: the bytes read so far
    string_mode,  // values: 0 or 1
    random,       // the random numbers consumed
    pointer,      // Instant::outcome
  };
  Kind kind = Kind::cell;
  std::size_t from_top = 0;
  Point cell;
  Both<std::int64_t> values = {};
  Both<std::string> bytes = {};
};

// Where an instruction led to.
struct Outcome {
  Point ip;
  Direction direction = Direction::east;
  Status status = Status::running;
  Fault fault;
  bool waits = false;  // for input: it was not executed
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

struct DifferingInstant {
  SharedStep step;
  Both<Outcome> outcome;
  std::vector<StateDifference> items;        // empty for the instant at which the pointers part
  std::optional<Both<std::int64_t>> popped;  // the value that a branch decided by
};

struct Divergence {
  std::optional<FirstUse> use;
  std::optional<DifferingInstant> difference;
  std::optional<DifferingInstant> parting;
  bool parted_at_begin = false;  // then there is nothing else
  Tick searched_to = 0;          // the first edit after the start, or where a run ended
};

// Searches from the start of both, which is one tick, up to `limit` or the first later edit. Leaves
// the runs at any instant. Nothing if interrupted. Cost: two runs in the fast tiers, and 100 ns a
// tick where differing values are used all the time.
[[nodiscard]] std::optional<Divergence> find_divergence(ComparedRun& here, ComparedRun& there,
                                                        Tick limit, Monitor* monitor);

}  // namespace fungescope
