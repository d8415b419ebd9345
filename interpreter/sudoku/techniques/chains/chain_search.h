// Breadth-first search for chains of implications between candidates.
//
// Weak links lead from "on" to "off": a candidate that is right rules out the others of its cell,
// and its digit in the cells that see it. Strong links lead from "off" to "on": if a candidate is
// wrong, the only other one of its cell is right, or the only other place of its digit in a unit.
#pragma once

#include "sudoku/techniques/candidates.h"
#include "sudoku/techniques/step.h"

namespace fungescope::techniques {

// The links that a search follows.
struct LinkKinds {
  bool within_units = true;  // strong links of a digit's last two places
  bool within_cells = true;  // weak and strong links between the candidates of a cell
};

// Returns what is added to a chain's rating: 1 for more than 6 nodes, 2 for more than 8, then 10,
// 14, 18, 26, 34...
[[nodiscard]] Rating rating_for_length(std::size_t nodes);

class ChainSearch {
 public:
  ChainSearch(const Candidates& board, LinkKinds kinds);

  using Chain = std::vector<Node>;

  // Returns the shortest chain of at most `max_nodes` from a node to its opposite, both included;
  // empty if there is none.
  [[nodiscard]] Chain find_contradiction(Node source, std::size_t max_nodes);

  // Calls `visit` with each cycle of at most `max_nodes` nodes through a node that is on, shortest
  // first. The nodes are alternately on and off, and the source is the first and the last.
  // `visit` returns the new maximum.
  template <class Visit>
  void find_cycles(Node source, std::size_t max_nodes, Visit visit);

 private:
  static constexpr std::size_t node_count = board_cells * 9;
  using Id = std::uint16_t;  // of a candidate: cell * 9 + digit - 1
  static constexpr Id none = 0xffff;
  [[nodiscard]] static Id id_of(Cell cell, Digit digit) {
    return static_cast<Id>(cell * 9U + digit - 1U);
  }
  [[nodiscard]] static Node node(Id id, bool on) {
    return {static_cast<Cell>(id / 9U), static_cast<Digit>(id % 9U + 1U), on};
  }
  // A candidate that is on, and the two nodes before it.
  struct Reached {
    Id id = 0;
    Id off_before = none;
    std::uint16_t before = none;  // its index in `queue_`
  };

  template <class Visit>
  void for_each_weak_link(Id from, Visit visit) const;
  [[nodiscard]] bool passes_off(std::size_t index, Id off) const;
  [[nodiscard]] Chain cycle_to(std::size_t index, Id last_off, Id source) const;
  [[nodiscard]] Chain chain_to(Id id, bool on, Node source) const;

  const Candidates& board_;
  LinkKinds kinds_;
  std::array<std::array<Id, 4>, node_count> strong_{};  // ends with `none`
  std::vector<Reached> queue_;
  std::array<std::array<bool, node_count>, 2> seen_{};  // off and on
  std::array<std::array<Id, node_count>, 2> before_{};  // for contradictions
};

template <class Visit>
void ChainSearch::for_each_weak_link(Id from, Visit visit) const {
  const auto cell = static_cast<Cell>(from / 9U);
  const auto digit = static_cast<Digit>(from % 9U + 1U);
  if (kinds_.within_cells) {
    for (const Digit other : digits_in(without(board_.at(cell), mask_of(digit)))) {
      visit(id_of(cell, other));
    }
  }
  // Boxes, then rows, then columns: the order decides which of several shortest chains is found.
  CellSet rest = geometry.peers[cell] & board_.cells_with(digit);
  for (const UnitKind kind : {UnitKind::box, UnitKind::row, UnitKind::column}) {
    const CellSet here = rest & geometry.sets[unit_of(cell, kind)];
    for (const Cell other : here) visit(id_of(other, digit));
    rest -= here;
  }
}

template <class Visit>
void ChainSearch::find_cycles(Node source, std::size_t max_nodes, Visit visit) {
  const Id start = id_of(source.cell, source.digit);
  seen_[1].fill(false);
  seen_[1][start] = true;
  queue_.assign(1, {start, none, none});
  std::size_t level_end = 1;
  std::size_t nodes = 2;  // of a cycle that is closed from the present level
  for (std::size_t next = 0; next < queue_.size() && nodes <= max_nodes; ++next) {
    if (next == level_end) {
      level_end = queue_.size();
      nodes += 2;
      if (nodes > max_nodes) break;
    }
    for_each_weak_link(queue_[next].id, [&](Id off) {
      if (passes_off(next, off)) return;
      for (const Id on : strong_[off]) {
        if (on == none) break;
        if (on == start && nodes >= 4 && nodes <= max_nodes) {
          max_nodes = visit(cycle_to(next, off, start));
        }
        if (seen_[1][on]) continue;
        seen_[1][on] = true;
        queue_.push_back({on, off, static_cast<std::uint16_t>(next)});
      }
    });
  }
}

}  // namespace fungescope::techniques
