#include "sudoku/techniques/words/explanation.h"
#include "sudoku/techniques/words/notation.h"
#include "sudoku/techniques/words/reasons.h"
#include <fmt/format.h>

namespace fungescope::techniques {
namespace {

struct RulingOut {
  Cell source = 0;
  CellSet cells;  // that see it, and none before it
};

// The cells with a digit that rule it out of others, which lose those cells.
std::vector<RulingOut> sources_of(const Candidates& board, Digit digit, CellSet& others) {
  std::vector<RulingOut> found;
  for (std::size_t i = 0; i < board_cells; ++i) {
    const Cell source = static_cast<Cell>(i);
    if (board.grid().cells[i] != digit) continue;
    const CellSet seen = others & geometry.peers[source];
    if (seen.empty()) continue;
    found.push_back({source, seen});
    others -= seen;
  }
  return found;
}

// The cells of a hidden single's unit that do not get its digit.
CellSet other_places(const Step& step, const Candidates& board) {
  CellSet others = board.open() & geometry.sets[step.units[0]];
  others.erase(step.placement->cell);
  return others;
}

// "7 is ruled out of r5c1 and r5c2 by r4c2, and of r5c9 by earlier eliminations".
std::string ruled_out_of(const Candidates& board, Digit digit, CellSet cells) {
  std::vector<std::string> clauses;
  for (const auto& [source, seen] : sources_of(board, digit, cells)) {
    clauses.push_back(fmt::format("of {} by {}", to_text(seen), to_text(source)));
  }
  if (!cells.empty())
    clauses.push_back(fmt::format("of {} by earlier eliminations", to_text(cells)));
  return fmt::format("{} is ruled out {}", digit, join(clauses, ", and "));
}

// "1 and 2 are ruled out by row 5, and 3 by column 3".
std::string ruled_out_of(const Candidates& board, Cell cell, DigitMask digits) {
  std::vector<std::string> clauses;
  auto add = [&](DigitMask here, const std::string& by) {
    if (here == 0) return;
    const std::string verb = !clauses.empty()   ? ""
                             : count(here) == 1 ? " is ruled out"
                                                : " are ruled out";
    clauses.push_back(fmt::format("{}{} by {}", digits_text(here), verb, by));
    digits = without(digits, here);
  };
  for (const UnitKind kind : {UnitKind::row, UnitKind::column, UnitKind::box}) {
    const Unit unit = unit_of(cell, kind);
    DigitMask here = 0;
    for (const Cell other : geometry.cells[unit]) {
      const Digit digit = board.grid().cells[other];
      if (digit != 0 && (digits & mask_of(digit)) != 0) here |= mask_of(digit);
    }
    add(here, unit_text(unit));
  }
  add(digits, "earlier eliminations");
  return join(clauses, ", and ");
}

// Adds a cell for each digit that the row, the column or the box of a cell has.
void cite_units(Cell cell, const Candidates& board, CellSet& cited) {
  DigitMask seen = 0;
  for (const UnitKind kind : {UnitKind::row, UnitKind::column, UnitKind::box}) {
    for (const Cell other : geometry.cells[unit_of(cell, kind)]) {
      const Digit digit = board.grid().cells[other];
      if (digit == 0 || (seen & mask_of(digit)) != 0) continue;
      seen |= mask_of(digit);
      cited.insert(other);
    }
  }
}

}  // namespace

std::string reason_for_single(const Step& step, const Candidates& board) {
  const auto [cell, digit] = *step.placement;
  if (step.technique == Technique::last_value) return "since its other cells are filled";
  if (step.technique == Technique::naked_single) {
    return "since " + ruled_out_of(board, cell, without(all_digits, mask_of(digit)));
  }
  return "since " + ruled_out_of(board, digit, other_places(step, board));
}

CellSet cited_cells(const Step& step, const Candidates& board) {
  CellSet cited;
  switch (step.technique) {
    case Technique::hidden_single_in_box:
    case Technique::hidden_single_in_line: {
      CellSet others = other_places(step, board);
      for (const RulingOut& one : sources_of(board, step.placement->digit, others)) {
        cited.insert(one.source);
      }
      break;
    }
    case Technique::naked_single:
      cite_units(step.placement->cell, board, cited);
      break;
    default:
      break;
  }
  return cited;
}

}  // namespace fungescope::techniques
