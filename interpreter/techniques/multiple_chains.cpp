// Nishio forcing chain (7.5): from the assumption that a candidate is right, or wrong, it follows
// by its digit alone that another candidate is both right and wrong.
//
// Cell forcing chains (8.0): the same follows from each candidate of a cell. Region forcing chains
// (8.0): the same follows from each place of a digit in a unit.
//
// All are rated higher by the number of nodes of all their chains together, as other chains are.
//
// Source: Sudoku Explainer, "Nishio Forcing Chains" and "Multiple Forcing Chains". Of all steps the
// one with the lowest rating comes first, then the one with the fewest nodes, and cells before
// units.
#include <map>
#include <tuple>

#include "techniques/chain_search.h"
#include "techniques/finders.h"
#include "techniques/implications.h"

namespace fungescope::techniques {
namespace {

using Chains = std::vector<std::vector<Node>>;

std::size_t count_nodes(const Chains& chains) {
  std::size_t nodes = 0;
  for (const auto& chain : chains) nodes += chain.size();
  return nodes;
}

// Returns the step that follows from a node being certain, without its reasons.
std::optional<Step> step_from(const Candidates& board, Node certain) {
  Step step;
  if (certain.on) {
    step.placement = Placement{certain.cell, certain.digit};
    const DigitMask others = without(board.at(certain.cell), mask_of(certain.digit));
    if (others == 0) return std::nullopt;
    step.eliminations = {{certain.cell, others}};
  } else {
    step.eliminations = {{certain.cell, mask_of(certain.digit)}};
  }
  return step;
}

class BestOfMany {
 public:
  explicit BestOfMany(const Candidates& board) : board_(board) {}

  // Offers a step whose chains all end in `certain`, or contradict each other.
  void offer(Technique technique, Rating base, Node certain, Chains chains, CellDigits source,
             std::optional<Unit> unit) {
    const std::size_t nodes = count_nodes(chains);
    const Rating rating = base + rating_for_length(nodes);
    const auto order = std::tuple{rating, nodes, technique};
    if (best_ && order >= std::tuple{best_->rating, best_nodes_, best_->technique}) return;
    std::optional<Step> step = step_from(board_, certain);
    if (!step) return;
    step->technique = technique;
    step->rating = rating;
    step->pattern = {source};
    if (unit) step->units = {*unit};
    for (const auto& chain : chains) {
      for (const Node& node : chain) step->digits |= mask_of(node.digit);
    }
    step->chains = std::move(chains);
    best_nodes_ = nodes;
    best_ = std::move(step);
  }
  [[nodiscard]] std::optional<Step> best() const { return best_; }

 private:
  const Candidates& board_;
  std::optional<Step> best_;
  std::size_t best_nodes_ = 0;
};

// What follows from each candidate, computed once.
class ImplicationCache {
 public:
  explicit ImplicationCache(const Candidates& board) : board_(board) {}
  const Implications& from(Cell cell, Digit digit) {
    const Implications::Id id = Implications::id_of(cell, digit);
    const auto found = cache_.find(id);
    if (found != cache_.end()) return found->second;
    return cache_.try_emplace(id, board_, Node{cell, digit, true}, Implications::Options{})
        .first->second;
  }

 private:
  const Candidates& board_;
  std::map<Implications::Id, Implications> cache_;
};

// Offers what all of some assumptions have in common.
void offer_common(const std::vector<const Implications*>& sources, Technique technique,
                  CellDigits pattern, std::optional<Unit> unit, BestOfMany& best) {
  for (const bool on : {true, false}) {
    Implications::Set common = sources.front()->all(on);
    for (const Implications* source : sources) common &= source->all(on);
    if (common.none()) continue;
    for (std::size_t id = 0; id < common.size(); ++id) {
      if (!common.test(id)) continue;
      const Node node = Implications::node_of(static_cast<Implications::Id>(id), on);
      Chains chains;
      for (const Implications* source : sources) chains.push_back(source->reasons(node));
      best.offer(technique, 80, node, std::move(chains), pattern, unit);
    }
  }
}

}  // namespace

std::optional<Step> find_nishio(const Candidates& board) {
  BestOfMany best(board);
  for (const Cell cell : board.open()) {
    for (const Digit digit : digits_in(board.at(cell))) {
      for (const bool on : {true, false}) {
        const Implications from(board, {cell, digit, on}, {.one_digit = true, .dynamic = true});
        if (!from.contradiction()) continue;
        const Implications::Id both = *from.contradiction();
        best.offer(Technique::nishio, 75, {cell, digit, !on},
                   {from.reasons(Implications::node_of(both, true)),
                    from.reasons(Implications::node_of(both, false))},
                   {cell, mask_of(digit)}, std::nullopt);
      }
    }
  }
  return best.best();
}

std::optional<Step> find_multiple_chains(const Candidates& board) {
  BestOfMany best(board);
  ImplicationCache implications(board);
  for (const Cell cell : board.open()) {
    if (count(board.at(cell)) < 3) continue;
    std::vector<const Implications*> sources;
    for (const Digit digit : digits_in(board.at(cell))) {
      sources.push_back(&implications.from(cell, digit));
    }
    offer_common(sources, Technique::cell_forcing_chains, {cell, board.at(cell)}, std::nullopt,
                 best);
    for (const Digit digit : digits_in(board.at(cell))) {
      for (const UnitKind kind : {UnitKind::box, UnitKind::row, UnitKind::column}) {
        const Unit unit = unit_of(cell, kind);
        const CellSet places = board.cells_with(digit) & geometry.sets[unit];
        if (places.first() != cell || places.size() < 2) continue;
        std::vector<const Implications*> of_places;
        for (const Cell place : places) of_places.push_back(&implications.from(place, digit));
        offer_common(of_places, Technique::region_forcing_chains, {cell, mask_of(digit)}, unit,
                     best);
      }
    }
  }
  return best.best();
}

}  // namespace fungescope::techniques
