// The Play layout: the board with its mouse, and the side bar, which is below the board where the
// board is larger so; or the page for a new game.
#pragma once

#include "debugger_ui/sudoku/play/play_model.h"
#include "debugger_ui/sudoku/play/play_paint.h"
#include "debugger_ui/widgets/modal.h"
#include "debugger_ui/widgets/panel.h"

#include <optional>
#include <string>

namespace fungescope::ui {

class PlayView {
 public:
  // Draws into an area of the current ImGui window. The board's item is "play board", its cells are
  // areas "cell r1c1" to "cell r9c9".
  void draw(const Context& context, PlayModel& model, const PerformPlay& perform, ImVec2 corner,
            ImVec2 size);

 private:
  void draw_board(const Context& context, PlayModel& model, const PerformPlay& perform,
                  ImVec2 corner, ImVec2 size);
  void draw_stacked(const Context& context, PlayModel& model, const PerformPlay& perform,
                    ImVec2 corner, ImVec2 size, float board, float edge);
  void handle_mouse(const Context& context, PlayState& state);
  void draw_picker(const Context& context, PlayState& state);

  BoardGeometry geometry_;
  std::optional<techniques::Cell> dragged_;  // the last cell of a drag
};

// ---- The keypad: the nine digits as keys, with how many of each are left, and the modes above
// them

// The four modes in a row. Items: "play digit", "play corner", "play centre", "play colour"; at
// another place, that in place of "play".
void draw_modes(const Context& context, PlayState& state, float width,
                const std::string& place = "play");

[[nodiscard]] float mode_row_height(float scale);  // with the gap below it

// Draws the keys at the cursor, 3 or 9 in a row; returns the one that was pressed, or 0. Items:
// "key 1" to "key 9", with the place before it if there is one.
[[nodiscard]] int draw_keypad(const Context& context, const PlayState& state, ImVec2 size,
                              const std::string& place = {}, int columns = 3);

// ---- The side bar: level and clock, the keypad, help and its answers; at the end of a game, its
// result

// Draws at the cursor. Needs a game. In a low bar a hint takes the place of the keys, and a tap
// puts it away.
void draw_side_bar(const Context& context, PlayModel& model, const PerformPlay& perform,
                   ImVec2 size);

// The height with which all of it can be used.
[[nodiscard]] float min_bar_height(float scale);

// What the button for hints does next: "hint", "more", "place 3".
[[nodiscard]] std::string hint_label(const std::optional<ShownHint>& shown);

// "expert", with a capital.
[[nodiscard]] std::string level_title(const game::Puzzle& puzzle);

// ---- The page on which the next game is chosen: a level, or a puzzle of one's own

// Draws into an area of the screen. Items: "level easy" to "level diabolical", "play paste a
// puzzle", "play cancel", "play back to the game".
void draw_start_page(const Context& context, PlayModel& model, const PerformPlay& perform,
                     ImVec2 corner, ImVec2 size);

// ---- The best times by level, in a dialog
//
//     dialog.open(Level::hard);
//     if (dialog.draw(context, best)) best.clear(now);   // each frame

class BestTimesDialog {
 public:
  void open(game::Level level);
  [[nodiscard]] bool is_open() const { return modal_.is_open(); }
  // Returns whether the player has asked, and confirmed, to remove all times.
  [[nodiscard]] bool draw(const Context& context, const game::BestTimes& best);

 private:
  void handle_keys(const InputQueue& input);
  void draw_levels(const Context& context);
  void draw_list(const Context& context, const game::BestTimes& best, float height) const;
  void draw_foot(const game::BestTimes& best);
  [[nodiscard]] bool draw_question(const game::BestTimes& best);

  Modal modal_;
  game::Level level_ = game::Level::easy;
  bool hinted_ = true;   // lists games with hints, too
  bool asking_ = false;  // whether all times are to be removed
};

// ---- The keys of the board, besides the Game menu's

// Does what the keys of this frame ask for.
void handle_play_keys(PlayState& state, const InputQueue& input);

[[nodiscard]] KeyGroup play_key_group();

// "Z", "X", "C", "V".
[[nodiscard]] std::string key_of(EntryMode mode);

}  // namespace fungescope::ui
