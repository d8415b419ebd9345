// One step of a solution: what it places or eliminates, its rating, and what justifies it. It is
// enough for an explanation in words (words/explanation.h) and for a drawing.
#pragma once

#include <optional>
#include <string_view>
#include <vector>

#include "sudoku/techniques/geometry.h"

namespace fungescope::techniques {

enum class Technique : std::uint8_t {
  last_value,
  hidden_single_in_box,
  hidden_single_in_line,
  direct_pointing,
  direct_claiming,
  direct_hidden_pair,
  naked_single,
  direct_hidden_triple,
  pointing,
  claiming,
  naked_pair,
  x_wing,
  hidden_pair,
  naked_triple,
  swordfish,
  hidden_triple,
  skyscraper,
  two_string_kite,
  turbot_fish,
  grouped_turbot_fish,
  xy_wing,
  xyz_wing,
  unique_rectangle,
  unique_loop,
  naked_quad,
  jellyfish,
  hidden_quad,
  bivalue_universal_grave,
  x_cycle,
  y_cycle,
  bidirectional_cycle,
  forcing_x_chain,
  forcing_chain,
  nishio,
  cell_forcing_chains,
  region_forcing_chains,
  dynamic_double_chains,
  dynamic_cell_chains,
  dynamic_region_chains,
  dynamic_contradiction_chains,
  search,
};
inline constexpr std::size_t technique_count = static_cast<std::size_t>(Technique::search) + 1;

// Returns a technique's name in lower case: "hidden single in a box", "X-wing".
[[nodiscard]] std::string_view name_of(Technique technique);

// Ratings are in tenths, as they are compared exactly: 12 is 1.2.
using Rating = int;

struct CellDigits {
  Cell cell = 0;
  DigitMask digits = 0;
  friend bool operator==(const CellDigits&, const CellDigits&) = default;
};

[[nodiscard]] CellSet cells_of(const std::vector<CellDigits>& candidates);

struct Placement {
  Cell cell = 0;
  Digit digit = 0;
  friend bool operator==(const Placement&, const Placement&) = default;
};

// A statement of a chain: a candidate is the cell's digit (`on`), or it is not.
struct Node {
  Cell cell = 0;
  Digit digit = 0;
  bool on = false;
  friend bool operator==(const Node&, const Node&) = default;
};

struct Step {
  Technique technique = Technique::search;
  Rating rating = 0;
  int type = 0;  // 1 to 4 of unique rectangles, unique loops and BUGs

  // A step with a placement is applied by placing; its eliminations then only explain it.
  std::optional<Placement> placement;
  std::vector<CellDigits> eliminations;  // candidates that the board has

  DigitMask digits = 0;             // that the pattern is about
  std::vector<Unit> units;          // that it lies in; the first is the one to look at
  std::vector<CellDigits> pattern;  // its cells, with those candidates that make it
  std::vector<CellDigits> extras;   // further candidates: of a unique loop, a BUG, and their sets
  std::vector<CellSet> groups;      // of a turbot fish: two of each strong link, A to D
  std::vector<Node> chain;          // each node follows from the one before
  // Of Nishio and contradiction chains, two that contradict each other; of cell, region and double
  // chains, one from each assumption. A node may need several of those before it.
  std::vector<std::vector<Node>> chains;
};

}  // namespace fungescope::techniques
