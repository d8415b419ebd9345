// What the Play layout holds: the game, the selection, how digits are entered, the hint that is
// shown. Independent of ImGui and of files: play_view.h draws it, app/ saves it.
//
// Time is passed in: `now` is in seconds since any instant, as of the last `update`.
#pragma once

#include "debugger_ui/background/background_job.h"
#include "debugger_ui/widgets/services.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "sudoku/game/hints.h"
#include <nlohmann/json_fwd.hpp>

namespace fungescope::ui {

// What the player wants to be shown and done for them: one switch each, remembered in the settings.
struct PlaySwitches {
  bool cross = true;         // tint the row, column and box of the cursor
  bool equal_digits = true;  // tint the cells with the cursor's digit
  bool conflicts = true;     // digits that are twice in a row, column or box
  bool mistakes = false;     // digits that differ from the solution
  bool rows = true;          // which rows are complete, or contain a conflict
  bool columns = true;
  bool boxes = true;
  bool remaining = true;    // how many of each digit are to be placed
  bool clean_marks = true;  // an entered digit leaves the marks of its row, column and box
  bool places = false;      // each centre mark has a place of its own; else they are a word
  bool timer = true;
  bool pause_away = true;  // pause while another window has the keyboard

  friend bool operator==(const PlaySwitches&, const PlaySwitches&) = default;
};

struct PlaySwitch {
  std::string_view name;  // in the settings file: do not change it
  std::string_view label;
  std::string_view hint;
  bool PlaySwitches::*value;
};

// All switches, in the order of the menu.
[[nodiscard]] std::span<const PlaySwitch> play_switches();

[[nodiscard]] nlohmann::ordered_json to_json(const PlaySwitches& switches);
// Ignores members that are missing or of another type.
[[nodiscard]] PlaySwitches play_switches_from(const nlohmann::ordered_json& json);

enum class EntryMode : std::uint8_t { digit, corner, centre, colour };
inline constexpr int entry_modes = 4;

// One line below the buttons: an answer to what the player asked for.
struct PlayMessage {
  std::string text;
  Tone tone = Tone::plain;
};

struct ShownHint {
  game::Hint hint;
  game::HintStrength strength = game::HintStrength::where;
};

class PlayState {
 public:
  using Cell = game::Cell;
  using CellSet = game::CellSet;
  using Digit = game::Digit;

  PlaySwitches switches;

  // `wake` is called from another thread when a hint has been found.
  void set_wake(std::function<void()> wake) { wake_ = std::move(wake); }

  // ---- The game
  [[nodiscard]] bool has_game() const { return game_.has_value(); }
  [[nodiscard]] const game::Game& game() const { return *game_; }  // needs has_game
  [[nodiscard]] const game::Indicators& indicators() const { return indicators_; }
  // Plays this game from now on, a new or a saved one.
  void begin(game::Game game);
  // Takes the digits of a new puzzle from now on: there are no marks, a digit moves the cursor on,
  // and filling the board does not end the game.
  void begin_entry();
  [[nodiscard]] bool is_entry() const { return entry_; }
  // Incremented by everything that a saved game has to contain, but the time.
  [[nodiscard]] std::uint64_t version() const { return version_; }

  // ---- The selection: never empty; the cursor is in it
  [[nodiscard]] Cell cursor() const { return cursor_; }
  [[nodiscard]] const CellSet& selection() const { return selection_; }
  void select(Cell cell);
  void add_to_selection(Cell cell);
  // Removes a selected cell, unless it is the only one; adds any other.
  void toggle_selected(Cell cell);
  // All cells with the same digit; an empty cell alone.
  void select_equal(Cell cell);
  void select_all() { selection_ = techniques::every_cell; }
  void move(Point step, bool extend);  // wraps at the edges
  void move_to_edge(int x) {
    select(static_cast<Cell>(techniques::row_of(cursor_) * 9 + (x < 0 ? 0U : 8U)));
  }  // -1: the first cell of the row, 1: the last
  // Goes to the next cell in the order of reading.
  void move_on() { select(static_cast<Cell>((cursor_ + 1U) % game::board_cells)); }

  // ---- Moves. They do nothing while the game is paused.
  [[nodiscard]] EntryMode mode() const { return mode_; }
  void set_mode(EntryMode mode) {
    if (!entry_) mode_ = mode;
  }
  void next_mode();
  // Enters 1 to 9 into the selection: a digit, a mark or a colour.
  void enter(Digit value, EntryMode mode);
  void erase() {
    if (can_move()) changed(game_->erase(selection_));
  }
  // Undo, redo, all marks, and what else concerns the whole board.
  void make(bool (game::Game::*step)()) {
    if (can_move()) changed((*game_.*step)());
  }
  void show_solution();

  // ---- Help
  void check();
  // Shows a hint or, if one is shown, the next stronger one, and in the end makes its move.
  void ask_for_hint();
  void dismiss_hint();
  [[nodiscard]] const std::optional<ShownHint>& hint() const { return hint_; }
  [[nodiscard]] const PlayMessage& message() const { return message_; }
  void say(std::string text, Tone tone = Tone::plain) { message_ = {std::move(text), tone}; }
  [[nodiscard]] bool at_work() const { return hint_job_.running(); }

  // ---- Time
  // `shown`: the board can be seen and takes keys. Returns whether something has changed.
  bool update(double now, bool shown);
  [[nodiscard]] bool paused() const { return paused_ || away_; }
  void toggle_pause();
  // While away, the game is paused.
  void set_away(bool away) { away_ = away; }
  [[nodiscard]] double now() const { return now_; }
  [[nodiscard]] std::int64_t milliseconds() const {
    return game_ ? game_->timer().milliseconds(now_) : 0;
  }

  // ---- The end
  [[nodiscard]] bool is_finished() const { return game_ && game_->is_finished(); }
  // Whether the game was finished since the last call; then its result is to be kept.
  [[nodiscard]] bool take_finished() { return std::exchange(just_finished_, false); }

 private:
  [[nodiscard]] bool can_move() const { return game_ && !paused(); }
  // To be called after each operation on the game.
  void changed(bool is_change);
  [[nodiscard]] game::PeerMarks peer_marks() const {
    return switches.clean_marks ? game::PeerMarks::clean : game::PeerMarks::keep;
  }
  void enter_given(Digit digit);

  std::function<void()> wake_ = [] {};
  std::optional<game::Game> game_;
  game::Indicators indicators_;
  std::uint64_t version_ = 0;
  Cell cursor_ = 0;
  CellSet selection_ = CellSet::of(0);
  EntryMode mode_ = EntryMode::digit;
  std::optional<ShownHint> hint_;
  PlayMessage message_;
  bool entry_ = false;
  bool paused_ = false;
  bool away_ = false;
  bool just_finished_ = false;
  double now_ = 0;
  BackgroundJob<game::Hint> hint_job_;  // last: its thread ends first
};

}  // namespace fungescope::ui
