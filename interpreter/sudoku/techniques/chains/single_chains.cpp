// Cycles and forcing chains over strong and weak links (chain_search.h).
//
// A bidirectional cycle alternates between candidates that are on and off, and holds in both
// directions: either all of the one kind are right or all of the other. A cell outside it that sees
// a digit of both kinds loses that digit. X-cycle (6.5): one digit. Y-cycle (6.5): cells with two
// candidates, also known as a continuous XY-chain. Bidirectional cycle (7.0): both kinds of links.
//
// A forcing chain leads from a candidate to its own opposite. If it is on at first, it is wrong; if
// it is off, it is right. Forcing X-chain (6.6): one digit. Forcing chain (7.0): both kinds of
// links, which includes XY-chains and alternating inference chains.
//
// Long chains are rated higher, by 0.1 for more than 6, 8, 10, 14, 18, 26, 34… nodes.
//
// Source: Sudoku Explainer, "Forcing Chains & Cycles". Of all steps the one with the lowest rating
// comes first, then the one with the fewest nodes.
#include <limits>

#include "sudoku/techniques/chains/chain_search.h"
#include "sudoku/techniques/finders.h"

namespace fungescope::techniques {
namespace {

class BestChain {
 public:
  explicit BestChain(const Candidates& board) : board_(board) {}

  void search(LinkKinds kinds) {
    kinds_ = kinds;
    ChainSearch search(board_, kinds);
    for (const Cell cell : board_.open()) {
      // Without strong links in units, a cycle runs through cells of two candidates only.
      if (!kinds.within_units && count(board_.at(cell)) > 2) continue;
      for (const Digit digit : digits_in(board_.at(cell))) {
        search_from(search, cell, digit);
      }
    }
  }
  [[nodiscard]] std::optional<Step> best() const { return best_; }

 private:
  void search_from(ChainSearch& search, Cell cell, Digit digit) {
    const bool general = kinds_.within_units && kinds_.within_cells;
    const Rating cycle_base = general ? 70 : 65;
    search.find_cycles({cell, digit, true}, max_nodes(cycle_base),
                       [&](const ChainSearch::Chain& cycle) {
                         offer_cycle(cycle, cycle_base);
                         return max_nodes(cycle_base);
                       });
    if (!kinds_.within_units) return;
    const Rating chain_base = general ? 70 : 66;
    for (const bool on : {true, false}) {
      ChainSearch::Chain chain =
          search.find_contradiction({cell, digit, on}, max_nodes(chain_base));
      if (!chain.empty()) offer_chain(std::move(chain), chain_base);
    }
  }

  // Returns the most nodes with which a chain would be better than the best one.
  [[nodiscard]] std::size_t max_nodes(Rating base) const {
    if (!best_) return std::numeric_limits<std::size_t>::max();
    std::size_t nodes = 2;
    while (is_better(base, nodes + 1)) ++nodes;
    return nodes;
  }
  [[nodiscard]] bool is_better(Rating base, std::size_t nodes) const {
    return std::pair{base + rating_for_length(nodes), nodes} <
           std::pair{best_->rating, best_nodes_};
  }

  void offer_cycle(const ChainSearch::Chain& cycle, Rating base) {
    CellSet cells;
    std::array<std::array<CellSet, 2>, 9> seen;  // by digit, off and on: what its nodes see
    for (const Node& node : cycle) {
      cells.insert(node.cell);
      seen[node.digit - 1U][node.on ? 1 : 0] |= geometry.peers[node.cell];
    }
    Step step;
    for (const Cell cell : board_.open() - cells) {
      DigitMask lost = 0;
      for (const Digit digit : digits_in(board_.at(cell))) {
        const auto& [off, on] = seen[digit - 1U];
        if (off.contains(cell) && on.contains(cell)) lost |= mask_of(digit);
      }
      if (lost != 0) step.eliminations.push_back({cell, lost});
    }
    if (step.eliminations.empty()) return;
    step.technique = base == 70            ? Technique::bidirectional_cycle
                     : kinds_.within_units ? Technique::x_cycle
                                           : Technique::y_cycle;
    keep(std::move(step), cycle, base, cycle.size() - 1);
  }

  void offer_chain(ChainSearch::Chain chain, Rating base) {
    const Node end = chain.back();
    Step step;
    step.technique = base == 70 ? Technique::forcing_chain : Technique::forcing_x_chain;
    if (end.on) {
      step.placement = Placement{end.cell, end.digit};
      const DigitMask others = without(board_.at(end.cell), mask_of(end.digit));
      if (others != 0) step.eliminations = {{end.cell, others}};
    } else {
      step.eliminations = {{end.cell, mask_of(end.digit)}};
    }
    const std::size_t nodes = chain.size();
    keep(std::move(step), std::move(chain), base, nodes);
  }

  void keep(Step step, ChainSearch::Chain chain, Rating base, std::size_t nodes) {
    if (best_ && !is_better(base, nodes)) return;
    step.rating = base + rating_for_length(nodes);
    for (const Node& node : chain) step.digits |= mask_of(node.digit);
    step.chain = std::move(chain);
    best_nodes_ = nodes;
    best_ = std::move(step);
  }

  const Candidates& board_;
  LinkKinds kinds_;
  std::optional<Step> best_;
  std::size_t best_nodes_ = 0;
};

}  // namespace

std::optional<Step> find_chain(const Candidates& board) {
  BestChain chains(board);
  chains.search({.within_units = true, .within_cells = false});
  chains.search({.within_units = false, .within_cells = true});
  chains.search({.within_units = true, .within_cells = true});
  return chains.best();
}

}  // namespace fungescope::techniques
