#include "sudoku/techniques/chains/implications.h"

#include <algorithm>

namespace fungescope::techniques {

Implications::Implications(const Candidates& board, Node source, Options options)
    : board_(board), options_(options), rest_(board) {
  for (auto& facts : fact_of_) facts.fill(none);
  follow(source, none, {}, 0);
  // What is right is expanded before what is wrong, each in the order in which it was found.
  for (std::size_t on = 0, off = 0;;) {
    if (on < pending_on_.size()) {
      if (!expand_on(pending_on_[on++])) return;
    } else if (off < pending_off_.size()) {
      if (!expand_off(pending_off_[off++])) return;
    } else {
      return;
    }
  }
}

// Each returns false at a contradiction.
bool Implications::expand_on(std::uint16_t index) {
  const auto [cell, digit, on] = facts_[index].node;
  if (!options_.one_digit) {
    for (const Digit other : digits_in(without(board_.at(cell), mask_of(digit)))) {
      if (!follow({cell, other, false}, index, {}, 0)) return false;
    }
  }
  const Candidates& board = options_.dynamic ? rest_ : board_;
  CellSet others = geometry.peers[cell] & board.cells_with(digit);
  for (const UnitKind kind : {UnitKind::box, UnitKind::row, UnitKind::column}) {
    const CellSet here = others & geometry.sets[unit_of(cell, kind)];
    for (const Cell other : here) {
      if (!follow({other, digit, false}, index, {}, 0)) return false;
    }
    others -= here;
  }
  return true;
}

bool Implications::expand_off(std::uint16_t index) {
  const auto [cell, digit, on] = facts_[index].node;
  const DigitMask candidates = options_.dynamic ? rest_.at(cell) : board_.at(cell);
  if (!options_.one_digit && count(candidates) == 2) {
    const Digit other = first_digit(without(candidates, mask_of(digit)));
    if (!follow({cell, other, true}, index, {}, without(board_.at(cell), candidates))) {
      return false;
    }
  }
  std::array<std::optional<std::pair<Cell, CellSet>>, 3> last_places;
  for (std::size_t k = 0; k < 3; ++k) {
    const UnitKind kind = std::array{UnitKind::box, UnitKind::row, UnitKind::column}[k];
    const CellSet& unit = geometry.sets[unit_of(cell, kind)];
    const CellSet before = board_.cells_with(digit) & unit;
    const CellSet left =
        (options_.dynamic ? rest_.cells_with(digit) & unit : before) - CellSet::of(cell);
    if (left.size() == 1) last_places[k] = {left.first(), before - left - CellSet::of(cell)};
  }
  if (options_.dynamic) rest_.eliminate(cell, mask_of(digit));
  for (const auto& place : last_places) {
    if (place && !follow({place->first, digit, true}, index, place->second, 0)) return false;
  }
  return true;
}

// Adds a node, unless it is known. `lost_places` are cells that had its digit, and `lost_digits`
// candidates that its cell had, without whose loss it would not follow from `parent` alone.
bool Implications::follow(Node node, std::uint16_t parent, const CellSet& lost_places,
                          DigitMask lost_digits) {
  const Id id = id_of(node.cell, node.digit);
  const bool contradicts = (node.on ? off_ : on_).test(id);
  if (!contradicts && (node.on ? on_ : off_).test(id)) return true;
  Fact fact{node, static_cast<std::uint16_t>(parents_.size()), 0};
  if (parent != none) parents_.push_back(parent);
  for (const Cell cell : lost_places) {
    parents_.push_back(fact_of_[0][id_of(cell, node.digit)]);
  }
  for (const Digit digit : digits_in(lost_digits)) {
    parents_.push_back(fact_of_[0][id_of(node.cell, digit)]);
  }
  fact.parent_count = static_cast<std::uint16_t>(parents_.size() - fact.first_parent);
  const auto index = static_cast<std::uint16_t>(facts_.size());
  facts_.push_back(fact);
  fact_of_[node.on ? 1 : 0][id] = index;
  (node.on ? on_ : off_).set(id);
  if (contradicts) {
    contradiction_ = id;
    return false;
  }
  (node.on ? pending_on_ : pending_off_).push_back(index);
  return true;
}

// Collects the facts that a node needs; stops soon after there are more than `limit`.
void Implications::collect(Node target, std::size_t limit) const {
  for (const std::uint16_t index : collected_) is_collected_[index] = false;
  is_collected_.resize(facts_.size());
  collected_ = {fact_of_[target.on ? 1 : 0][id_of(target.cell, target.digit)]};
  is_collected_[collected_.front()] = true;
  for (std::size_t i = 0; i < collected_.size() && collected_.size() <= limit; ++i) {
    const Fact& fact = facts_[collected_[i]];
    for (std::size_t k = 0; k < fact.parent_count; ++k) {
      const std::uint16_t parent = parents_[fact.first_parent + k];
      if (is_collected_[parent]) continue;
      is_collected_[parent] = true;
      collected_.push_back(parent);
    }
  }
}

std::size_t Implications::count_reasons(Node target, std::size_t limit) const {
  collect(target, limit);
  return collected_.size();
}

std::vector<Node> Implications::reasons(Node target) const {
  collect(target, facts_.size());
  std::vector<std::uint16_t> sorted = collected_;
  std::sort(sorted.begin(), sorted.end());  // facts are in the order in which they were found
  std::vector<Node> nodes;
  for (const std::uint16_t index : sorted) nodes.push_back(facts_[index].node);
  return nodes;
}

}  // namespace fungescope::techniques
