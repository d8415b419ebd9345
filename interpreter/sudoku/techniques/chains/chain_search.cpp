#include "sudoku/techniques/chains/chain_search.h"

#include <algorithm>

namespace fungescope::techniques {

Rating rating_for_length(std::size_t nodes) {
  Rating added = 0;
  bool odd = false;
  for (std::size_t limit = 4; nodes > limit + 2; odd = !odd) {
    limit = odd ? limit * 4 / 3 : limit * 3 / 2;
    ++added;
  }
  return added;
}

ChainSearch::ChainSearch(const Candidates& board, LinkKinds kinds) : board_(board), kinds_(kinds) {
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

bool ChainSearch::passes_off(std::size_t index, Id off) const {
  for (; queue_[index].before != none; index = queue_[index].before) {
    if (queue_[index].off_before == off) return true;
  }
  return false;
}

ChainSearch::Chain ChainSearch::cycle_to(std::size_t index, Id last_off, Id source) const {
  Chain chain{node(source, true), node(last_off, false)};
  for (; queue_[index].before != none; index = queue_[index].before) {
    chain.push_back(node(queue_[index].id, true));
    chain.push_back(node(queue_[index].off_before, false));
  }
  chain.push_back(node(source, true));
  std::reverse(chain.begin(), chain.end());
  return chain;
}

ChainSearch::Chain ChainSearch::chain_to(Id id, bool on, Node source) const {
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

ChainSearch::Chain ChainSearch::find_contradiction(Node source, std::size_t max_nodes) {
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

}  // namespace fungescope::techniques
