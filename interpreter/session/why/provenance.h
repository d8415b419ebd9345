// The origins of values, across a whole run. Inside a window of ticks a trace knows it
// (why/window.h). A value that was there before the window is found by the searches of the session,
// at the speed of the fast tiers, and only the window of the instruction that made it is traced.
//
//     Provenance provenance(session, limits, monitor);
//     const auto origin = provenance.of_cell({3, 4}, session.machine().tick);
//     const auto step = provenance.step(*origin);          // the instruction that made it
//     provenance.resolve(step->operands[0], step->tick);   // and the origin of what it used
#pragma once

#include "base/result.h"
#include "session/queries/edit_line.h"
#include "session/session.h"
#include "session/why/window.h"

#include <cstddef>
#include <cstdint>
#include <list>
#include <map>
#include <string_view>
#include <tuple>
#include <utility>

namespace fungescope {

// The identity of a value: two values with the same origin are one.
struct Origin {
  enum class Kind : std::uint8_t {
    made,        // by the instruction that ends at `tick`: its result `part`
    empty,       // a 0 from the empty stack: its operand `part`
    source,      // the byte that the cell was loaded with, at the start or by a reload at `tick`
    cell_edit,   // the user set the cell at `tick`
    stack_edit,  // the user replaced the stack at `tick`: the value in this slot
    start,       // in this slot when the history began
  };
  Kind kind = Kind::made;
  std::uint8_t part = 0;
  Tick tick = 0;
  std::int64_t x = 0;
  std::int64_t y = 0;
  std::size_t slot = 0;

  [[nodiscard]] Point at() const { return {x, y}; }
  friend bool operator<(const Origin& a, const Origin& b) {
    return std::tie(a.kind, a.part, a.tick, a.x, a.y, a.slot) <
           std::tie(b.kind, b.part, b.tick, b.x, b.y, b.slot);
  }
};

// What ended a question before its answer was complete.
enum class CutBy : std::uint8_t { interrupt, ticks, values };
[[nodiscard]] std::string_view to_string(CutBy cut);

template <class T>
using Traced = Expected<T, CutBy>;

struct TraceLimits {
  Tick window_ticks = Tick{1} << 12U;
  std::size_t kept_windows = 32;
  Tick max_ticks = Tick{1} << 25U;  // in all windows of a question
};

// Moves the history while it works: the caller keeps the present (ScopedSeek). Valid until an edit.
class Provenance {
 public:
  Provenance(Session& session, const TraceLimits& limits, Monitor* monitor);

  // The origin of the value that a cell, or an occupied slot of the stack counted from the bottom,
  // holds at an instant up to the present. Cost: one search backwards.
  Traced<Origin> of_cell(Point at, Tick instant);
  Traced<Origin> of_slot(std::size_t slot, Tick instant);
  // The origin of a value that the instruction of `tick` used. `ref` is not `none`.
  Traced<Origin> resolve(const ValueRef& ref, Tick tick);

  // The instruction that ends at `tick` and used or made values. Cost: the trace of its window.
  Traced<Step> step(Tick tick);

 private:
  using Windows = std::list<Window>;  // the last used first

  Traced<const Window*> window_of(Tick tick);
  [[nodiscard]] const Window* kept_window_of(Tick tick);
  bool trace(Tick begin, Tick end);
  [[nodiscard]] Origin made(const ValueRef& ref) const;

  Session& session_;
  TraceLimits limits_;
  Monitor* monitor_;
  EditLine edits_;
  BranchId branch_;
  Tick present_;
  Windows windows_;
  Tick traced_ = 0;
  std::map<std::pair<std::int64_t, std::pair<std::int64_t, Tick>>, Origin> cells_;  // y, x, instant
  std::map<std::pair<std::size_t, Tick>, Origin> slots_;
};

}  // namespace fungescope
