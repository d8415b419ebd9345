#include "sudoku/board/board_why_order.h"

#include <algorithm>
#include <limits>
#include <set>
#include <utility>

namespace fungescope {

void keep_input_only(std::vector<BoardFact>& facts) {
  std::vector<bool> leads(facts.size());
  for (bool changed = true; std::exchange(changed, false);) {
    for (std::size_t i = 0; i < facts.size(); ++i) {
      const BoardFact& fact = facts[i];
      const bool now =
          !fact.input.empty() ||
          std::any_of(fact.exclusions.begin(), fact.exclusions.end(),
                      [&leads](const auto& one) { return one.because && leads[*one.because]; });
      changed = changed || now != leads[i];
      leads[i] = now;
    }
  }
  for (BoardFact& fact : facts) {
    std::erase_if(fact.exclusions,
                  [&leads](const auto& one) { return !one.because || !leads[*one.because]; });
  }
}

std::vector<BoardFact> depth_first(std::vector<BoardFact> facts) {
  constexpr std::size_t unseen = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> position(facts.size(), unseen);
  std::vector<BoardFact> sorted;
  std::vector<std::size_t> pending{0};
  while (!pending.empty()) {
    const std::size_t index = pending.back();
    pending.pop_back();
    if (position[index] != unseen) continue;
    position[index] = sorted.size();
    sorted.push_back(std::move(facts[index]));
    const std::vector<BoardExclusion>& exclusions = sorted.back().exclusions;
    for (auto one = exclusions.rbegin(); one != exclusions.rend(); ++one) {
      if (one->because) pending.push_back(*one->because);
    }
  }
  for (BoardFact& fact : sorted) {
    for (BoardExclusion& one : fact.exclusions) {
      if (one.because) one.because = position[*one.because];
    }
  }
  return sorted;
}

BoardWhy::Summary summary_of(const std::vector<BoardFact>& facts) {
  BoardWhy::Summary summary;
  std::set<std::uint64_t> input;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const BoardFact& fact = facts[i];
    if (i > 0) ++summary.kinds[static_cast<std::size_t>(fact.kind)];
    if (!fact.expanded) ++summary.unexpanded;
    summary.depth = std::max(summary.depth, fact.level);
    input.insert(fact.input.begin(), fact.input.end());
  }
  summary.input.assign(input.begin(), input.end());
  return summary;
}

}  // namespace fungescope
