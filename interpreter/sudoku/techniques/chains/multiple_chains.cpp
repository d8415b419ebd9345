// Nishio forcing chain (7.5): from the assumption that a candidate is right, or wrong, it follows
// by its digit alone that another candidate is both right and wrong.
//
// Cell forcing chains (8.0): the same follows from each candidate of a cell. Region forcing chains
// (8.0): the same follows from each place of a digit in a unit.
//
// Dynamic forcing chains (8.5): these two again, with links that arise only when other candidates
// have been found wrong; contradiction chains, which are Nishio with all digits; and double chains,
// where the same follows from a candidate's being right and from its being wrong.
//
// All are rated higher by the number of nodes of all their chains together, as other chains are.
//
// Source: Sudoku Explainer, "Nishio Forcing Chains", "Multiple Forcing Chains" and "Dynamic Forcing
// Chains". Of all steps the one with the lowest rating comes first, then the one with the fewest
// nodes, then the first of: double, cell, region, contradiction.
#include <algorithm>
#include <bitset>
#include <limits>
#include <map>
#include <utility>

#include "sudoku/techniques/finders.h"

namespace fungescope::techniques {
namespace {

// All that follows from one assumption: that a candidate is right, or that it is wrong.
//
// single_chains.cpp defines weak and strong links. A dynamic search also follows the strong links
// that arise when other candidates have been found wrong.
class Implications {
 public:
  struct Options {
    bool one_digit = false;  // follow links within units only
    bool dynamic = false;
  };
  static constexpr std::size_t candidate_count = board_cells * 9;
  using Id = std::uint16_t;  // of a candidate: cell * 9 + digit - 1
  using Set = std::bitset<candidate_count>;

  // Finds what follows from `source`, up to the first contradiction. `board` must outlive this.
  Implications(const Candidates& board, Node source, Options options)
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

  [[nodiscard]] static Id id_of(Cell cell, Digit digit) {
    return static_cast<Id>(cell * 9U + digit - 1U);
  }
  [[nodiscard]] static Node node_of(Id id, bool on) {
    return {static_cast<Cell>(id / 9U), static_cast<Digit>(id % 9U + 1U), on};
  }

  // Returns the candidates that are right, or wrong, among them the source.
  [[nodiscard]] const Set& all(bool on) const { return on ? on_ : off_; }
  // Returns a candidate that would be both, if there is one.
  [[nodiscard]] std::optional<Id> contradiction() const { return contradiction_; }
  // Returns the nodes from which a known node follows, itself included, each after those that it
  // needs.
  [[nodiscard]] std::vector<Node> reasons(Node target) const {
    collect(target, facts_.size());
    std::sort(collected_.begin(), collected_.end());  // into the order in which they were found
    std::vector<Node> nodes;
    for (const std::uint16_t index : collected_) nodes.push_back(facts_[index].node);
    return nodes;
  }
  // Returns their number; any number above `limit` if there are more.
  [[nodiscard]] std::size_t count_reasons(Node target, std::size_t limit) const {
    collect(target, limit);
    return collected_.size();
  }

 private:
  static constexpr std::uint16_t none = 0xffff;
  struct Fact {
    Node node;
    std::uint16_t first_parent = 0;  // in `parents_`
    std::uint16_t parent_count = 0;
  };

  // Each returns false at a contradiction.
  bool expand_on(std::uint16_t index) {
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

  bool expand_off(std::uint16_t index) {
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
  bool follow(Node node, std::uint16_t parent, const CellSet& lost_places, DigitMask lost_digits) {
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
  void collect(Node target, std::size_t limit) const {
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

  const Candidates& board_;
  Options options_;
  Candidates rest_;  // of a dynamic search: without the wrong candidates that were expanded
  Set on_;
  Set off_;
  std::vector<Fact> facts_;
  std::vector<std::uint16_t> parents_;
  std::array<std::array<std::uint16_t, candidate_count>, 2> fact_of_{};  // off and on
  std::vector<std::uint16_t> pending_on_;
  std::vector<std::uint16_t> pending_off_;
  std::optional<Id> contradiction_;
  mutable std::vector<std::uint16_t> collected_;  // facts, by `collect`
  mutable std::vector<bool> is_collected_;
};

// A node that follows from an assumption.
struct Consequence {
  const Implications* from;
  Node node;
};

class BestOfMany {
 public:
  BestOfMany(const Candidates& board, Rating base) : board_(board), base_(base) {}

  // Offers the step that makes `certain` true, because all consequences are the same or contradict
  // each other.
  void offer(Technique technique, Node certain, const std::vector<Consequence>& consequences,
             CellDigits source, std::optional<Unit> unit = std::nullopt) {
    const DigitMask others = without(board_.at(certain.cell), mask_of(certain.digit));
    if (certain.on && others == 0) return;
    std::size_t nodes = 0;
    for (const auto& [from, node] : consequences) {
      nodes += from->count_reasons(node, best_nodes_);
      if (nodes > best_nodes_) return;
    }
    if (best_ && std::pair{nodes, technique} >= std::pair{best_nodes_, best_->technique}) return;
    Step step;
    step.technique = technique;
    step.rating = base_ + rating_for_length(nodes);
    if (certain.on) {
      step.placement = Placement{certain.cell, certain.digit};
      step.eliminations = {{certain.cell, others}};
    } else {
      step.eliminations = {{certain.cell, mask_of(certain.digit)}};
    }
    step.pattern = {source};
    if (unit) step.units = {*unit};
    for (const auto& [from, node] : consequences) {
      step.chains.push_back(from->reasons(node));
      for (const Node& reason : step.chains.back()) step.digits |= mask_of(reason.digit);
    }
    best_nodes_ = nodes;
    best_ = std::move(step);
  }
  [[nodiscard]] std::optional<Step> best() const { return best_; }

 private:
  const Candidates& board_;
  Rating base_;
  std::optional<Step> best_;
  std::size_t best_nodes_ = std::numeric_limits<std::size_t>::max();
};

// What follows from each candidate, computed once.
class ImplicationCache {
 public:
  ImplicationCache(const Candidates& board, Implications::Options options)
      : board_(board), options_(options) {}
  const Implications& from(Node node) {
    const auto key = std::pair{Implications::id_of(node.cell, node.digit), node.on};
    return cache_.try_emplace(key, board_, node, options_).first->second;
  }

 private:
  const Candidates& board_;
  Implications::Options options_;
  std::map<std::pair<Implications::Id, bool>, Implications> cache_;
};

// Offers what all of some assumptions have in common.
void offer_common(const std::vector<const Implications*>& sources, Technique technique,
                  CellDigits pattern, std::optional<Unit> unit, BestOfMany& best) {
  std::vector<Consequence> consequences;
  for (const bool on : {true, false}) {
    Implications::Set common = sources.front()->all(on);
    for (const Implications* source : sources) common &= source->all(on);
    if (common.none()) continue;
    for (std::size_t id = 0; id < common.size(); ++id) {
      if (!common.test(id)) continue;
      const Node node = Implications::node_of(static_cast<Implications::Id>(id), on);
      consequences.clear();
      for (const Implications* source : sources) consequences.push_back({source, node});
      best.offer(technique, node, consequences, pattern, unit);
    }
  }
}

// Offers the opposite of an assumption that leads to a contradiction.
void offer_opposite(const Implications& from, Technique technique, Node assumed, BestOfMany& best) {
  if (!from.contradiction()) return;
  const Implications::Id both = *from.contradiction();
  best.offer(
      technique, {assumed.cell, assumed.digit, !assumed.on},
      {{&from, Implications::node_of(both, true)}, {&from, Implications::node_of(both, false)}},
      {assumed.cell, mask_of(assumed.digit)});
}

void offer_cell(ImplicationCache& implications, const Candidates& board, Cell cell,
                Technique technique, BestOfMany& best) {
  std::vector<const Implications*> sources;
  for (const Digit digit : digits_in(board.at(cell))) {
    sources.push_back(&implications.from({cell, digit, true}));
  }
  offer_common(sources, technique, {cell, board.at(cell)}, std::nullopt, best);
}

// Offers the units in which a cell is the first place for a digit.
void offer_units(ImplicationCache& implications, const Candidates& board, Cell cell, Digit digit,
                 Technique technique, BestOfMany& best) {
  for (const UnitKind kind : {UnitKind::box, UnitKind::row, UnitKind::column}) {
    const Unit unit = unit_of(cell, kind);
    const CellSet places = board.cells_with(digit) & geometry.sets[unit];
    if (places.first() != cell || places.size() < 2) continue;
    std::vector<const Implications*> sources;
    for (const Cell place : places) sources.push_back(&implications.from({place, digit, true}));
    offer_common(sources, technique, {cell, mask_of(digit)}, unit, best);
  }
}

}  // namespace

std::optional<Step> find_nishio(const Candidates& board) {
  BestOfMany best(board, 75);
  for (const Cell cell : board.open()) {
    for (const Digit digit : digits_in(board.at(cell))) {
      for (const bool on : {true, false}) {
        const Node assumed{cell, digit, on};
        const Implications from(board, assumed, {.one_digit = true, .dynamic = true});
        offer_opposite(from, Technique::nishio, assumed, best);
      }
    }
  }
  return best.best();
}

std::optional<Step> find_multiple_chains(const Candidates& board) {
  BestOfMany best(board, 80);
  ImplicationCache implications(board, {});
  for (const Cell cell : board.open()) {
    if (count(board.at(cell)) < 3) continue;
    offer_cell(implications, board, cell, Technique::cell_forcing_chains, best);
    for (const Digit digit : digits_in(board.at(cell))) {
      offer_units(implications, board, cell, digit, Technique::region_forcing_chains, best);
    }
  }
  return best.best();
}

std::optional<Step> find_dynamic_chains(const Candidates& board) {
  BestOfMany best(board, 85);
  ImplicationCache implications(board, {.one_digit = false, .dynamic = true});
  for (const Cell cell : board.open()) {
    for (const Digit digit : digits_in(board.at(cell))) {
      for (const bool on : {true, false}) {
        const Node assumed{cell, digit, on};
        offer_opposite(implications.from(assumed), Technique::dynamic_contradiction_chains, assumed,
                       best);
      }
      if (count(board.at(cell)) >= 3) {
        offer_common(
            {&implications.from({cell, digit, true}), &implications.from({cell, digit, false})},
            Technique::dynamic_double_chains, {cell, mask_of(digit)}, std::nullopt, best);
      }
      offer_units(implications, board, cell, digit, Technique::dynamic_region_chains, best);
    }
    offer_cell(implications, board, cell, Technique::dynamic_cell_chains, best);
  }
  return best.best();
}

}  // namespace fungescope::techniques
