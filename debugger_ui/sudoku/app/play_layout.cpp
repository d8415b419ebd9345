#include "debugger_ui/sudoku/app/play_layout.h"

#include "debugger_ui/app/application.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"

#include <limits>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// A killed window loses no move, but the time since the last save.
constexpr double clock_save_interval = 15;  // seconds

constexpr std::string_view game_waits = "the game goes on";
constexpr std::string_view solver_program = "@sudoku";

std::string ending_text(const FirstDeduction& found) {
  if (found.output.starts_with("no solution")) {
    return "finds that your board has no solution: a digit in it is wrong.";
  }
  if (found.output.starts_with("invalid puzzle")) {
    return "rejects your board: a digit is twice in a row, column or box.";
  }
  return "has nothing left to find on your board.";
}

}  // namespace

PlayLayout::PlayLayout(Application& host, const std::function<void()>& wake) : host_(host) {
  model_.state.set_wake(wake);
  model_.next.set_wake(wake);
}

void PlayLayout::load(bool user_files, const nlohmann::ordered_json& switches) {
  model_.state.switches = play_switches_from(switches);
  if (!user_files) return;
  storage_ =
      GameStorage([this](std::string problem) { host_.notify(std::move(problem), Tone::warning); });
  model_.best = storage_.load_best();
  auto game = storage_.load();
  if (!game) return;
  model_.state.begin(std::move(*game));
  model_.choosing = model_.state.is_finished();
  saved_version_ = model_.state.version();
}

// ---- Time

bool PlayLayout::update(double now, bool shown, const ViewSnapshot& snapshot) {
  time_ = now;
  model_.program_has_puzzle = board_map(snapshot) != nullptr;
  bool changed = model_.state.update(now, shown && !model_.choosing);
  if (model_.entry.has_changed()) model_.next.cancel();
  if (auto puzzle = model_.next.take()) {
    if (model_.entry.is_open()) puzzle = model_.entry.accept(*puzzle);
    if (puzzle) offer(*puzzle);
    changed = true;
  }
  if (next_update() <= now) save();
  return changed;
}

double PlayLayout::next_update() const {
  const PlayState& state = model_.state;
  if (!state.has_game() || !state.game().timer().running()) {
    return std::numeric_limits<double>::infinity();
  }
  return saved_at_ + clock_save_interval;
}

void PlayLayout::set_focused(bool focused) {
  focused_ = focused;
  set_away();
}

void PlayLayout::set_hidden(bool hidden) {
  hidden_ = hidden;
  set_away();
}

// ---- The game

void PlayLayout::offer(const game::Puzzle& puzzle) {
  const PlayState& state = model_.state;
  const bool touched = state.has_game() && (state.game().can_undo() || state.game().can_redo());
  if (!touched || state.is_finished()) return begin(puzzle);
  const int filled = puzzles::count_clues(game::digits_of(state.game().board()));
  discard_.open("New game",
                fmt::format("Discard the game in progress? {} of {} cells, {}", filled,
                            game::board_cells, game::time_text(state.milliseconds())),
                {"keep playing",
                 [this] {
                   model_.entry.close();
                   model_.choosing = false;
                 }},
                {"discard it", [this, puzzle] { begin(puzzle); }});
}

void PlayLayout::begin(const game::Puzzle& puzzle) {
  model_.result.reset();
  model_.choosing = false;
  if (model_.entry.is_open()) model_.entry.discard();
  model_.state.begin(game::Game(puzzle));
}

void PlayLayout::finish() {
  model_.result = game::result_of(model_.state.game(), GameStorage::present_date());
  if (!model_.result) return;
  model_.best.add(*model_.result);
  storage_.save_best(model_.best);
}

void PlayLayout::open_best_times() {
  std::optional<game::Level> level;
  if (model_.state.has_game()) level = model_.state.game().puzzle().level;
  best_times_.open(level.value_or(game::Level::easy));
}

void PlayLayout::save() {
  if (!model_.state.has_game()) return;
  if (model_.state.take_finished()) finish();
  const double now = model_.state.now();
  if (saved_version_ == model_.state.version() && now < next_update()) return;
  saved_version_ = model_.state.version();
  saved_at_ = now;
  storage_.save(model_.state.game(), now);
}

void PlayLayout::close() {
  if (!model_.state.has_game()) return;
  save();
  storage_.save(model_.state.game(), model_.state.now());
}

// ---- The window

void PlayLayout::handle_keys(const InputQueue& input) {
  if (model_.is_playing()) return handle_play_keys(model_.state, input);
  if (model_.is_entering()) return handle_entry_keys(input);
  if (!input.pressed(Key::escape)) return;
  if (model_.next.running()) {
    model_.next.cancel();
  } else if (model_.state.has_game()) {
    model_.choosing = false;
  }
}

void PlayLayout::handle_entry_keys(const InputQueue& input) {
  PuzzleEntry& entry = model_.entry;
  if (input.pressed(Key::enter)) return start_entered();
  if (input.pressed(Key::escape) && entry.board().selection().size() == 1) {
    if (!model_.next.running()) return entry.close();
    return model_.next.cancel();
  }
  handle_play_keys(entry.board(), input);
}

void PlayLayout::start_entered() {
  if (!model_.is_entering() || model_.next.running()) return;
  if (auto puzzle = model_.entry.start(model_.next)) offer(*puzzle);
}

void PlayLayout::draw(const Context& context, ImVec2 corner, ImVec2 size) {
  view_.draw(
      context, model_,
      [this](std::string_view label) { actions_->get(label, ActionScope::mode).perform(); }, corner,
      size);
}

void PlayLayout::draw_dialogs(const Context& context) {
  ImGui::PushID("discard");  // the application has a dialog of the same kind
  discard_.draw(context.scale, context.input);
  ImGui::PopID();
  if (!best_times_.draw(context, model_.best)) return;
  model_.best.clear(GameStorage::present_date());
  storage_.save_best(model_.best);
}

void PlayLayout::choose_game() {
  model_.next.cancel();
  model_.entry.close();
  model_.choosing = true;
}

void PlayLayout::enter_puzzle() {
  model_.next.cancel();
  model_.entry.open(model_.board().switches);
  model_.choosing = true;
}

void PlayLayout::examine_clipboard() {
  const char* const text = ImGui::GetClipboardText();
  choose_game();
  model_.next.examine(std::string_view(text == nullptr ? "" : text));
}

void PlayLayout::examine_program_puzzle() {
  const auto puzzle = program_puzzle(host_.snapshot());
  if (!puzzle) return host_.notify("the program in the debugger has no puzzle", Tone::plain);
  choose_game();
  model_.next.examine(*puzzle);
}

void PlayLayout::ask_solution() {
  if (!model_.state.game().puzzle().has_one_solution() || model_.state.is_finished()) {
    return model_.state.show_solution();
  }
  host_.ask("Show the solution", "All cells are filled in, and the time of this game is not kept.",
            {{"show it", [this] {
                if (model_.is_playing()) model_.state.show_solution();
              }}});
}

// ---- The way to the debugger and back

// The solver gets the player's board as its input, in place of the program that is open.
void PlayLayout::continue_in_debugger() {
  if (!model_.is_playing() || model_.state.is_finished()) {
    return host_.notify("there is no board that a program could continue from; begin a game",
                        Tone::plain);
  }
  host_.debug_with_input(std::string(solver_program), model_.state.game().digits_text() + '\n',
                         [this] { seek_to_first_deduction(); });
}

// Goes to the first digit that the program finds by itself, and says why.
void PlayLayout::seek_to_first_deduction() {
  host_.session().ask<FirstDeduction>(
      slot::none,
      [](Debugger& debugger, Monitor& monitor) {
        return find_first_deduction(debugger.session(), &monitor);
      },
      [this](const FirstDeduction& found) {
        if (found.interrupted) return;
        host_.session().seek(found.tick, "the program's first deduction");
        Notice notice;
        notice.id = game_waits;
        notice.text = "The Befunge program ";
        notice.text +=
            found.event ? fmt::format("goes on from your board with {}.", player_text(*found.event))
                        : ending_text(found);
        notice.choices = {
            {"back to the game", "F9; it is as you left it", [this] { host_.enter_mode(); }}};
        host_.show_notice(std::move(notice));
      });
}

void PlayLayout::enter() {
  host_.remove_notice(game_waits);
  model_.state.update(time_, false);
}

// ---- The Game menu

void PlayLayout::add_actions(ActionTable& actions) {
  actions_ = &actions;
  ActionMenu game = actions.mode_menu("Game");
  // On the board of the game or, while a puzzle is entered, on that one.
  const auto on_board = [this](auto act) {
    return [this, act] {
      if (model_.is_playing() || model_.is_entering()) std::invoke(act, model_.board());
    };
  };
  const auto in_game = [this](auto act) {
    return [this, act] {
      if (model_.is_playing()) std::invoke(act, model_.state);
    };
  };
  const auto move = [](bool (game::Game::*operation)()) {
    return [operation](PlayState& board) { board.make(operation); };
  };
  const auto write = [this](PlayExport::Subject what) {
    return [this, what] {
      if (model_.is_playing()) export_.ask(what, model_.state.game(), host_);
    };
  };
  game.add(play_action::new_game, {{Key::n, with_ctrl}}, "", [this] { choose_game(); });
  game.add("start over", {}, "back to the givens; undo restores all",
           on_board(move(&game::Game::restart)));
  game.add(play_action::enter_puzzle, {}, "digit by digit, on an empty board",
           [this] { enter_puzzle(); });
  game.add(play_action::paste, {{Key::v, with_ctrl}}, "from the clipboard, in any common format",
           [this] { examine_clipboard(); });
  game.add(play_action::program_puzzle, {}, "the one that its program solves",
           [this] { examine_program_puzzle(); });
  game.add("copy the board", {{Key::c, with_ctrl}}, "as 81 characters", [this] {
    if (model_.board().has_game()) host_.copy(model_.board().game().digits_text());
  });
  game.separate();
  game.add(play_action::undo, {{Key::z, with_ctrl}}, "", on_board(move(&game::Game::undo)))
      .repeating();
  game.add(play_action::redo, {{Key::y, with_ctrl}, {Key::z, with_ctrl_shift}}, "",
           on_board(move(&game::Game::redo)))
      .repeating();
  game.add(play_action::erase, {}, "the selected cells: Delete", on_board(&PlayState::erase));
  game.add(play_action::pause, {{Key::p}}, "hides the board and stops the clock",
           in_game(&PlayState::toggle_pause));
  game.separate();
  game.add(play_action::check, {{Key::k}}, "how many digits are wrong, without telling which",
           in_game(&PlayState::check));
  game.add(play_action::hint, {{Key::h}},
           "where to look; again: the technique; again: the step; again: make it",
           in_game(&PlayState::ask_for_hint));
  game.add("show the solution", {}, "", [this] {
    if (model_.is_playing()) ask_solution();
  });
  game.add(play_action::fill_marks, {{Key::a}}, "every candidate, in all empty cells",
           in_game(move(&game::Game::fill_marks)));
  game.add("tidy the marks", {{Key::a, with_shift}},
           "remove those that a digit in the row, column or box rules out",
           in_game(move(&game::Game::clean_marks)));
  game.separate();
  game.add_submenu("options");
  ActionMenu options = actions.mode_menu("options");
  for (const PlaySwitch& row : play_switches()) {
    options.add_switch(row.label, model_.state.switches.*row.value, row.hint);
  }
  game.separate();
  game.add(play_action::best_times, {}, "", [this] { open_best_times(); });
  game.add(play_action::befunge, {{Key::f9}},
           "a Befunge program takes your board, and the debugger shows how it finds the next digit",
           [this] { continue_in_debugger(); });
  game.separate();
  game.add("picture of the board…", {}, "", write(PlayExport::Subject::board));
  game.add("picture of a page of puzzles…", {}, "this one and three more of its level",
           write(PlayExport::Subject::page));
  game.add("page of puzzles as PDF…", {}, "this one and three more of its level, with solutions",
           write(PlayExport::Subject::pdf));
  // Of a button alone.
  actions.mode_menu("").add(play_action::start_entered, {}, "", [this] { start_entered(); });
}

}  // namespace fungescope::ui
