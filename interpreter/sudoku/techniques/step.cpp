#include "sudoku/techniques/step.h"

namespace fungescope::techniques {

CellSet cells_of(const std::vector<CellDigits>& candidates) {
  CellSet cells;
  for (const auto& [cell, digits] : candidates) cells.insert(cell);
  return cells;
}

std::string_view name_of(Technique technique) {
  static constexpr std::array<std::string_view, technique_count> names{
      "last value",
      "hidden single in a box",
      "hidden single in a line",
      "direct pointing",
      "direct claiming",
      "direct hidden pair",
      "naked single",
      "direct hidden triple",
      "pointing",
      "claiming",
      "naked pair",
      "X-wing",
      "hidden pair",
      "naked triple",
      "swordfish",
      "hidden triple",
      "skyscraper",
      "two-string kite",
      "turbot fish",
      "grouped turbot fish",
      "XY-wing",
      "XYZ-wing",
      "unique rectangle",
      "unique loop",
      "naked quad",
      "jellyfish",
      "hidden quad",
      "BUG",
      "X-cycle",
      "Y-cycle",
      "bidirectional cycle",
      "forcing X-chain",
      "forcing chain",
      "Nishio forcing chain",
      "cell forcing chains",
      "region forcing chains",
      "dynamic double forcing chains",
      "dynamic cell forcing chains",
      "dynamic region forcing chains",
      "dynamic contradiction forcing chains",
      "search",
  };
  return names[static_cast<std::size_t>(technique)];
}

}  // namespace fungescope::techniques
