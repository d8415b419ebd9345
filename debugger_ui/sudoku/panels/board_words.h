// What the board tells besides its digits: the reasons of a cell as arrows, and the words below it.
#pragma once

#include "debugger_ui/sudoku/panels/board_paint.h"
#include "debugger_ui/widgets/panel.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sudoku/board/board_why.h"

namespace fungescope::ui {

// ---- The reasons of a cell: arrows from each digit to what it helped to rule out, and so to
// conclude

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

// `at` may name a cell whose digit has reasons of its own; then these stand out, else the
// reasons of the cell asked about.
[[nodiscard]] BoardReasons reasons_of(const BoardWhy& answer, std::optional<Point> at);

// "r5c3 is 7: the only digit left for the cell since tick 1,200, set at tick 1,234".
[[nodiscard]] std::string reason_sentence(const BoardWhy& answer, const BoardReasons& reasons);

[[nodiscard]] ImU32 colour_of(const Theme& theme, BoardFact::Kind kind);

void paint_reasons(ImDrawList& list, const BoardGeometry& board, const BoardReasons& reasons,
                   const Theme& theme, float scale);

// ---- The words: what happened last, the progress, whether the program agrees with the reference
// solver, and a legend; or the reasons of a cell

// The event that the sentence below the board is about; null if it is about something else.
[[nodiscard]] const BoardEvent* told_event(const ViewSnapshot& snapshot);
[[nodiscard]] ImU32 colour_of_event(const Theme& theme, const BoardEvent& event);

// An answer to `why r5c3` that the board shows.
struct ShownReasons {
  std::shared_ptr<const BoardWhy> answer;
  BoardReasons reasons;
};
// Removes it from the board until something else is asked.
void hide_reasons(Context& context);

// The height of the legend in the rest of the current window's width.
[[nodiscard]] float board_legend_height(const Context& context);
// Draws at the cursor, into the width and height that are left: first the legend. With `reasons`,
// which may be null, these are described instead of what happened last.
void draw_board_words(Context& context, const std::optional<BoardConflict>& conflict,
                      const ShownReasons* reasons);

}  // namespace fungescope::ui
