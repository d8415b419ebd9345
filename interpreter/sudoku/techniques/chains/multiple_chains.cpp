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
#include <limits>
#include <map>
#include <utility>

#include "sudoku/techniques/chains/chain_search.h"
#include "sudoku/techniques/chains/implications.h"
#include "sudoku/techniques/finders.h"

namespace fungescope::techniques {
namespace {

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
