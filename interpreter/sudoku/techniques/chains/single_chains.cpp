// Cycles and forcing chains over strong and weak links.
//
// Weak links lead from "on" to "off": a candidate that is right rules out the others of its cell,
// and its digit in the cells that see it. Strong links lead from "off" to "on": if a candidate is
// wrong, the only other one of its cell is right, or the only other place of its digit in a unit.
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
#include <algorithm>
#include <limits>

#include "sudoku/techniques/finders.h"

namespace fungescope::techniques {
namespace {

// The links that a search follows.
struct LinkKinds {
  bool within_units = true;  // strong links of a digit's last two places
  bool within_cells = true;  // weak and strong links between the candidates of a cell
};

// Breadth-first search for chains of implications between candidates.
class ChainSearch {
 public:
  using Chain = std::vector<Node>;

  ChainSearch(const Candidates& board, LinkKinds kinds) : board_(board), kinds_(kinds) {
    for (const Cell cell : board.open()) {
      for (const Digit digit : digits_in(board.at(cell))) {
        auto& links = strong_[id_of(cell, digit)];
        links.fill(none);
        std::size_t n = 0;
        if (kinds.within_cells && count(board.at(cell)) == 2) {
          const Digit other = first_digit(without(board.at(cell), mask_of(digit)));
          links[n++] = id_of(cell, other);
        }
        if (!kinds.within_units) continue;
        for (const UnitKind kind : {UnitKind::box, UnitKind::row, UnitKind::column}) {
          const Unit unit = unit_of(cell, kind);
          CellSet cells = board.cells_with(digit) & geometry.sets[unit];
          cells.erase(cell);
          if (cells.size() == 1) links[n++] = id_of(cells.first(), digit);
        }
      }
    }
  }

  // Returns the shortest chain of at most `max_nodes` from a node to its opposite, both included;
  // empty if there is none.
  Chain find_contradiction(Node source, std::size_t max_nodes) {
    seen_[0].fill(false);
    seen_[1].fill(false);
    const Id start = id_of(source.cell, source.digit);
    std::vector<Id> level{start};
    std::vector<Id> next;
    bool on = source.on;  // of the present level
    seen_[on ? 1 : 0][start] = true;
    for (std::size_t nodes = 2; nodes <= max_nodes && !level.empty(); ++nodes) {
      auto& seen = seen_[on ? 0 : 1];
      auto& before = before_[on ? 0 : 1];
      next.clear();
      bool found = false;
      for (const Id from : level) {
        auto reach = [&](Id to) {
          if (seen[to]) return;
          seen[to] = true;
          before[to] = from;
          next.push_back(to);
          found |= to == start && on == source.on;
        };
        if (on) {
          for_each_weak_link(from, reach);
        } else {
          for (const Id to : strong_[from]) {
            if (to == none) break;
            reach(to);
          }
        }
      }
      on = !on;
      if (found) return chain_to(start, on, source);
      level.swap(next);
    }
    return {};
  }

  // Calls `visit` with each cycle of at most `max_nodes` nodes through a node that is on, shortest
  // first. The nodes are alternately on and off, and the source is the first and the last.
  // `visit` returns the new maximum.
  template <class Visit>
  void find_cycles(Node source, std::size_t max_nodes, Visit visit) {
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
  void for_each_weak_link(Id from, Visit visit) const {
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

  [[nodiscard]] bool passes_off(std::size_t index, Id off) const {
    for (; queue_[index].before != none; index = queue_[index].before) {
      if (queue_[index].off_before == off) return true;
    }
    return false;
  }

  [[nodiscard]] Chain cycle_to(std::size_t index, Id last_off, Id source) const {
    Chain chain{node(source, true), node(last_off, false)};
    for (; queue_[index].before != none; index = queue_[index].before) {
      chain.push_back(node(queue_[index].id, true));
      chain.push_back(node(queue_[index].off_before, false));
    }
    chain.push_back(node(source, true));
    std::reverse(chain.begin(), chain.end());
    return chain;
  }

  [[nodiscard]] Chain chain_to(Id id, bool on, Node source) const {
    Chain chain;
    for (;;) {
      chain.push_back(node(id, on));
      if (chain.back() == source) break;
      id = before_[on ? 1 : 0][id];
      on = !on;
    }
    std::reverse(chain.begin(), chain.end());
    return chain;
  }

  const Candidates& board_;
  LinkKinds kinds_;
  std::array<std::array<Id, 4>, node_count> strong_{};  // ends with `none`
  std::vector<Reached> queue_;
  std::array<std::array<bool, node_count>, 2> seen_{};  // off and on
  std::array<std::array<Id, node_count>, 2> before_{};  // for contradictions
};

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
