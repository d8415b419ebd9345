// Formats comparisons of runs, for people and for programs.
#pragma once

#include "base/json.h"
#include "session/comparison/region_changes.h"
#include "session/comparison/run_comparison.h"
#include "session/expressions/symbols.h"
#include "session/queries/history_queries.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <vector>

namespace fungescope {

// How the two sides are named: "7 instead of 3", of a run with a change, or "3 here, 7 there".
enum class ComparisonVoice : std::uint8_t { instead_of, here_and_there };

// Returns complete lines, without the differences at the start.
[[nodiscard]] std::string to_text(const RunComparison& comparison, const Symbols& symbols,
                                  ComparisonVoice voice);
// The cells, stack, fields and dialects that differ at the start; empty if none do.
[[nodiscard]] std::string first_to_text(const RunComparison& comparison, const Symbols& symbols,
                                        ComparisonVoice voice);

// For programs: docs/repl.schema.json describes the members.
[[nodiscard]] Json to_json(const RunComparison& comparison, const Symbols& symbols);

// The same of two programs by the changes of a region.
[[nodiscard]] std::string to_text(const RegionComparison& comparison, const Symbols& symbols);
[[nodiscard]] Json to_json(const RegionComparison& comparison);

// ---- The cells that differ, by what they belong to

struct DifferenceArea {
  enum class Kind : std::uint8_t { region, variable, rest };
  static constexpr std::size_t max_listed = 4;

  Kind kind = Kind::rest;
  std::string name;                      // empty for the rest
  Rectangle area;                        // the whole field for the rest
  std::uint64_t cells = 0;               // that differ
  std::vector<CellDifference> listed{};  // the first of them
};

// Returns the areas with a difference: regions, then variables, in the order of declaration, then
// the rest. A cell of several areas counts in each. `diff` lists all its cells.
[[nodiscard]] std::vector<DifferenceArea> difference_areas(const InstantDiff& diff,
                                                           const Symbols& symbols);

}  // namespace fungescope
