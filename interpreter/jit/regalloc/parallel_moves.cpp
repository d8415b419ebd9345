#include "jit/regalloc/parallel_moves.h"

#include <algorithm>

namespace fungescope::jit {

std::vector<LocationMove> sequence_moves(std::vector<LocationMove> moves, Location spare) {
  std::erase_if(moves, [](const LocationMove& move) { return move.to == move.from; });
  std::vector<LocationMove> ordered;
  while (!moves.empty()) {
    const auto harmless = std::find_if(moves.begin(), moves.end(), [&](const LocationMove& move) {
      return std::none_of(moves.begin(), moves.end(),
                          [&](const LocationMove& other) { return other.from == move.to; });
    });
    if (harmless != moves.end()) {
      ordered.push_back(*harmless);
      moves.erase(harmless);
    } else {
      ordered.push_back({spare, moves.front().from});
      moves.front().from = spare;
    }
  }
  return ordered;
}

}  // namespace fungescope::jit
