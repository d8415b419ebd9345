// The reasons of a cell of the board as arrows: from each digit to what it helped to rule out, and
// so to conclude.
#pragma once

#include "debugger_ui/sudoku/panels/board_analysis.h"
#include "debugger_ui/sudoku/panels/board_paint.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sudoku/board/board_why.h"

namespace fungescope::ui {

struct ReasonArrow {
  Point from;
  Point to;
  BoardFact::Kind kind = BoardFact::Kind::given;  // of the premise
  std::size_t level = 1;                          // of the premise: facts from the cell asked about
  bool focused = false;                           // it leads to the focus
};

struct BoardReasons {
  // More would cover the board; the reasons of the lowest levels count.
  static constexpr std::size_t max_arrows = 160;

  std::size_t focus = 0;  // the fact whose reasons stand out
  std::vector<ReasonArrow> arrows;
  CellSet unit;      // in which the digit of the focus was the last one possible
  CellSet excluded;  // blank cells, or cells of another digit, in which it was ruled out
};

// `at` may name a cell whose digit has reasons of its own; then these stand out, else those of the
// cell asked about.
[[nodiscard]] BoardReasons reasons_of(const BoardWhy& answer, std::optional<Point> at);

// "r5c3 is 7: the only digit left for the cell since tick 1,200, set at tick 1,234".
[[nodiscard]] std::string reason_sentence(const BoardWhy& answer, const BoardReasons& reasons);

[[nodiscard]] ImU32 colour_of(const Theme& theme, BoardFact::Kind kind);

void paint_reasons(ImDrawList& list, const BoardGeometry& board, const BoardReasons& reasons,
                   const Theme& theme, float scale);

}  // namespace fungescope::ui
