// The words below the board: what happened last, the progress, whether the program agrees with the
// reference solver, and a legend; or the reasons of a cell.
#pragma once

#include "debugger_ui/sudoku/panels/board_reasons.h"
#include "debugger_ui/widgets/panel.h"

#include <memory>
#include <optional>

namespace fungescope::ui {

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
