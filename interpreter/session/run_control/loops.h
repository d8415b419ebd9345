// Finds the loop that the instruction pointer is in, in the control flow graph of the present field
// (run_control/flow_graph.h).
//
// A natural loop has one state, its head, through which every path into it leads; the innermost one
// that contains the present state is the result. A state on a cycle that is not in a natural loop
// (an irreducible one, with several entries) has the strongly connected component around it
// instead.
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
  // Returns whether the pointer is in the loop. `at` lies inside the field.
  [[nodiscard]] bool contains(Point at, Direction direction, bool string_mode) const;

  // The cells of the loop, and those outside to which one of its states may lead (a cell can be
  // both, with different headings). Row by row, without duplicates.
  [[nodiscard]] const std::vector<Point>& cells() const { return cells_; }
  [[nodiscard]] const std::vector<Point>& exits() const { return exits_; }

  // Nothing for an irreducible loop.
  [[nodiscard]] std::optional<Point> head() const { return head_; }

 private:
  friend class LoopFinder;

  std::int64_t width_ = 0;
  std::unordered_map<std::size_t, std::uint8_t> states_;  // by cell, as FlowGraph::states
  std::vector<Point> cells_;
  std::vector<Point> exits_;
  std::optional<Point> head_;
};

// Returns the innermost loop around a state, if there is one. Fails if the program has too many
// states. Cost: linear in the number of reachable states, some 200 ns each.
[[nodiscard]] Result<std::optional<Loop>> find_loop(const Playfield& field, const Dialect& dialect,
                                                    const PointerState& present);

}  // namespace fungescope
