// The game in the application: its actions, and the way to the debugger and back.
#include "debugger_ui/app/application.h"
#include "debugger_ui/sudoku/app/first_deduction.h"

#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr std::string_view goes_on = "the game goes on";
constexpr std::string_view solver_program = "@sudoku";

std::string ending_text(const FirstDecision& found) {
  if (found.output.starts_with("no solution")) {
    return "finds that your board has no solution: a digit in it is wrong.";
  }
  if (found.output.starts_with("invalid puzzle")) {
    return "rejects your board: a digit is twice in a row, column or box.";
  }
  return "has nothing left to find on your board.";
}

}  // namespace

static_assert(static_cast<int>(Action::game_pdf) - static_cast<int>(Action::game_new) ==
              static_cast<int>(PlayCommand::pdf));

std::optional<PlayCommand> play_command(Action action) {
  if (action < Action::game_new || action > Action::game_pdf) return std::nullopt;
  return static_cast<PlayCommand>(static_cast<int>(action) - static_cast<int>(Action::game_new));
}

void Application::perform_play(PlayCommand command) {
  stale_ = true;
  if (command == PlayCommand::befunge) return let_program_go_on();
  const bool shows = command == PlayCommand::solution && play_.table().is_playing() &&
                     play_.state().game().puzzle().has_one_solution() &&
                     !play_.state().is_finished();
  if (!shows) return play_.perform(command, *snapshot_);
  choice_dialog_.open("Show the solution",
                      "All cells are filled in, and the time of this game is not kept.",
                      {{"show it", [this] { play_.perform(PlayCommand::solution, *snapshot_); }}});
}

// The solver gets the player's board as its input, in place of the program that is open.
void Application::let_program_go_on() {
  if (!play_.table().is_playing() || play_.state().is_finished()) {
    return notify("there is no board that a program could go on from; begin a game", Tone::plain);
  }
  std::string board = play_.state().game().digits_text() + '\n';
  guard("the solver is opened", [this, board = std::move(board)] {
    OpenOptions options = options_of_another(std::string(solver_program));
    options.input = board;
    options.input_closed = true;
    options.keep = false;
    start_opening(std::move(options), false);
    opening_->decides = true;
    choose_layout(LayoutPreset::solver);
  });
}

// Goes to the first digit that the program finds by itself, and says why.
void Application::show_first_decision() {
  session_->ask<FirstDecision>(
      slot::none,
      [](Debugger& debugger, Monitor& monitor) {
        return find_first_decision(debugger.session(), &monitor);
      },
      [this](const FirstDecision& found) {
        if (found.interrupted) return;
        session_->seek(found.tick, "the program's first deduction");
        Notice notice;
        notice.id = goes_on;
        notice.text = "The Befunge program ";
        notice.text +=
            found.event ? fmt::format("goes on from your board with {}.", player_text(*found.event))
                        : ending_text(found);
        notice.choices = {{"back to the game", "F9; it is as you left it",
                           [this] { choose_layout(LayoutPreset::play); }}};
        notices_.show(std::move(notice));
        stale_ = true;
      });
}

void Application::leave_to_play() {
  notices_.remove(goes_on);
  play_.state().update(time_, false);
}

}  // namespace fungescope::ui
