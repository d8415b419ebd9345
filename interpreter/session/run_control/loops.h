// The loop that the instruction pointer is in, found in the control flow of the
// program as its field is now (session/run_control/flow_graph.h).
//
// A natural loop has one state, its head, through which every way into it leads;
// the innermost that holds the present state is it. Where that state is on a
// cycle but in no natural loop, because the cycle can be entered at several places, all
// that lies on cycles with it is taken for the loop.
#pragma once

#include "base/result.h"
#include "lang/dialect.h"
#include "lang/geometry.h"
#include "lang/playfield.h"
#include "session/run_control/flow_graph.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <unordered_map>
#include <vector>

namespace fungescope {

class Loop {
 public:
  // Is the pointer in it? `at` lies inside the field.
  [[nodiscard]] bool contains(Point at, Direction direction, bool string_mode) const;

  // Its cells, and those outside to which a state of the loop may lead (a cell can be both,
  // with different headings), each once and row by row.
  [[nodiscard]] const std::vector<Point>& cells() const { return cells_; }
  [[nodiscard]] const std::vector<Point>& exits() const { return exits_; }

  // Nothing for a loop that is not natural.
  [[nodiscard]] std::optional<Point> head() const { return head_; }

 private:
  friend class LoopFinder;

  std::int64_t width_ = 0;
  std::unordered_map<std::size_t, std::uint8_t> states_;  // by cell, as FlowGraph::states
  std::vector<Point> cells_;
  std::vector<Point> exits_;
  std::optional<Point> head_;
};

// The innermost loop around a state; nothing if it is in none. Fails if the program has
// too many states. Cost: linear in what can be reached, some 200 ns a state.
[[nodiscard]] Result<std::optional<Loop>> find_loop(const Playfield& field, const Dialect& dialect,
                                                    const PointerState& present);

}  // namespace fungescope
