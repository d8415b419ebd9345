// The Play layout in the application: the game with its keys, clock and saved file.
//
//     play.load(user_files, settings);
//     play.update(time, shown, snapshot);    // when time has passed
//     play.handle_keys(input);               // if the layout is shown and no dialog is open
//     play.draw(context, corner, size);
//     play.save();                           // at the end of each frame: writes what has changed
#pragma once

#include "debugger_ui/sudoku/app/game_keeper.h"
#include "debugger_ui/sudoku/app/play_export.h"
#include "debugger_ui/sudoku/play/best_times_dialog.h"
#include "debugger_ui/sudoku/play/play_table.h"
#include "debugger_ui/sudoku/play/play_view.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "debugger_ui/widgets/choice_dialog.h"
#include "debugger_ui/widgets/panel.h"

#include <functional>
#include <string>

#include <nlohmann/json.hpp>

namespace fungescope::ui {

class PlayLayout {
 public:
  // `wake` is called from any thread when there is something to draw.
  PlayLayout(Services& services, const std::function<void()>& wake);

  // Takes up the saved game, and the switches from the settings.
  void load(bool user_files, const nlohmann::ordered_json& switches);
  [[nodiscard]] nlohmann::ordered_json switches() const { return to_json(table_.state.switches); }

  // Advances the clock, which runs while the board is `shown`, and takes new puzzles and hints.
  // Returns whether something has changed that a frame has to show.
  bool update(double now, bool shown, const ViewSnapshot& snapshot);
  // When `update` has something to do: infinite, or the time of the next save of the clock.
  [[nodiscard]] double next_update() const;
  void set_focused(bool focused);  // the window has the keyboard
  void set_hidden(bool hidden);    // it is minimised or covered
  void handle_keys(const InputQueue& input);
  void draw(const Context& context, const PerformPlay& perform, ImVec2 corner, ImVec2 size);
  // Draws its dialogs over the window; while one is open, it has the keys.
  void draw_dialogs(const Context& context);
  [[nodiscard]] bool has_dialog() const { return best_times_.is_open() || discard_.is_open(); }
  // Draws the pictures that were asked for.
  void export_pictures(ImguiHost& host, const Context& context);

  // Does what has no need of the application. Others: `befunge`.
  void perform(PlayCommand command, const ViewSnapshot& snapshot);

  // Writes the game if it has changed since the last time.
  void save();
  // Writes it with the present time.
  void close();

  [[nodiscard]] bool at_work() const;
  [[nodiscard]] PlayTable& table() { return table_; }
  [[nodiscard]] PlayState& state() { return table_.state; }

 private:
  // Asks first if that would discard a game in progress.
  void offer(game::Puzzle puzzle);
  void begin(game::Puzzle puzzle);
  void set_away();
  void finish();
  void open_best_times();
  void handle_entry_keys(const InputQueue& input);
  void start_entered();

  Services& services_;
  PlayTable table_;
  PlayView view_;
  BestTimesDialog best_times_;
  ChoiceDialog discard_;
  PlayExport export_;
  GameKeeper keeper_;
  std::uint64_t saved_version_ = 0;
  double saved_at_ = 0;
  bool focused_ = true;
  bool hidden_ = false;
};

}  // namespace fungescope::ui
