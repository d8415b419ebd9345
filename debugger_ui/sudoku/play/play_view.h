// The Play layout: the board with its mouse, and the side bar, which is below the board where the
// board is larger so; or the page for a new game.
#pragma once

#include "debugger_ui/sudoku/play/play_paint.h"
#include "debugger_ui/sudoku/play/play_table.h"
#include "debugger_ui/widgets/panel.h"

#include <optional>

namespace fungescope::ui {

class PlayView {
 public:
  // Draws into an area of the current ImGui window. The board's item is "play board", its cells are
  // areas "cell r1c1" to "cell r9c9".
  void draw(const Context& context, PlayTable& table, const PerformPlay& perform, ImVec2 corner,
            ImVec2 size);

 private:
  void draw_board(const Context& context, PlayTable& table, const PerformPlay& perform,
                  ImVec2 corner, ImVec2 size);
  void draw_stacked(const Context& context, PlayTable& table, const PerformPlay& perform,
                    ImVec2 corner, ImVec2 size, float board, float edge);
  void handle_mouse(const Context& context, PlayState& state);
  void draw_picker(const Context& context, PlayState& state);

  PlayGeometry geometry_;
  std::optional<techniques::Cell> dragged_;  // the last cell of a drag
};

}  // namespace fungescope::ui
