// The Play layout, a mode of the window: the game with its keys, clock and saved file, and the way
// to the debugger and back.
#pragma once

#include "debugger_ui/app/window_mode.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "debugger_ui/sudoku/app/play_files.h"
#include "debugger_ui/sudoku/play/play_model.h"
#include "debugger_ui/sudoku/play/play_view.h"
#include "debugger_ui/widgets/modal.h"
#include "debugger_ui/widgets/panel.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sudoku/board/board_events.h"
#include <nlohmann/json.hpp>

namespace fungescope::ui {

// ---- Where a solver program that continues from a board first decides something
// (first_deduction.cpp)

struct FirstDeduction {
  bool interrupted = false;
  std::optional<BoardEvent> event;  // a deduction or a guess; nothing: the program ended without
  Tick tick = 0;                    // of the event, or of the end
  std::string output;               // that the program printed if it ended without one
};

// Runs from the beginning of the recording; leaves the present instant as it is.
[[nodiscard]] FirstDeduction find_first_deduction(Session& session, Monitor* monitor);

// Formats an event for people who count rows and columns from 1:
// "r5c3 = 7: its only place in row 5".
[[nodiscard]] std::string player_text(const BoardEvent& event);

// ---- The layout

class PlayLayout final : public WindowMode {
 public:
  // `wake` is called from any thread when there is something to draw.
  PlayLayout(Application& host, const std::function<void()>& wake);

  [[nodiscard]] std::string_view title() const override { return "Sudoku"; }
  void load(bool user_files, const nlohmann::ordered_json& switches) override;
  [[nodiscard]] nlohmann::ordered_json settings() const override {
    return to_json(model_.state.switches);
  }
  void save() override;
  void close() override;

  // Advances the clock, which runs while the board is `shown`, and takes new puzzles and hints.
  bool update(double now, bool shown, const ViewSnapshot& snapshot) override;
  // The time of the next save of the clock.
  [[nodiscard]] double next_update() const override;
  void enter() override;
  void set_focused(bool focused) override;
  void set_hidden(bool hidden) override;
  [[nodiscard]] bool at_work() const override {
    return model_.next.running() || model_.state.at_work() || export_.at_work();
  }

  void handle_keys(const InputQueue& input) override;
  void draw(const Context& context, ImVec2 corner, ImVec2 size) override;
  void draw_dialogs(const Context& context) override;
  [[nodiscard]] bool has_dialog() const override {
    return best_times_.is_open() || discard_.is_open();
  }
  void export_pictures(ImguiHost& host, const Context& context) override {
    export_.frame(host, context);
  }

  void add_actions(ActionTable& actions) override;
  [[nodiscard]] std::vector<KeyGroup> keys() const override { return {play_key_group()}; }

  [[nodiscard]] PlayModel& model() { return model_; }
  [[nodiscard]] PlayState& state() { return model_.state; }

 private:
  // Asks first if that would discard a game in progress.
  void offer(const game::Puzzle& puzzle);
  void begin(const game::Puzzle& puzzle);
  void set_away() {
    model_.state.set_away(hidden_ || (!focused_ && model_.state.switches.pause_away));
  }
  void finish();
  void open_best_times();
  void handle_entry_keys(const InputQueue& input);
  void start_entered();
  // Shows the page for a new game.
  void choose_game();
  void enter_puzzle();
  void examine_clipboard();
  void examine_program_puzzle();
  void ask_solution();
  void continue_in_debugger();
  void seek_to_first_deduction();

  Application& host_;
  const ActionTable* actions_ = nullptr;  // once it is in the window
  PlayModel model_;
  PlayView view_;
  BestTimesDialog best_times_;
  ChoiceDialog discard_;
  PlayExport export_;
  GameStorage storage_;
  std::uint64_t saved_version_ = 0;
  double saved_at_ = 0;
  double time_ = 0;
  bool focused_ = true;
  bool hidden_ = false;
};

}  // namespace fungescope::ui
