#include "debugger_ui/sudoku/app/play_layout.h"

#include "debugger_ui/sudoku/app/first_deduction.h"
#include "debugger_ui/sudoku/play/play_keys.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"

#include <algorithm>
#include <array>
#include <limits>
#include <optional>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// A killed window loses no move, but the time since the last save.
constexpr double clock_save_interval = 15;  // seconds

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

PlayLayout::PlayLayout(ModeHost& host, const std::function<void()>& wake) : host_(host) {
  table_.state.set_wake(wake);
  table_.next.set_wake(wake);
}

void PlayLayout::load(bool user_files, const nlohmann::ordered_json& switches) {
  table_.state.switches = play_switches_from(switches);
  if (!user_files) return;
  keeper_ =
      GameKeeper([this](std::string problem) { host_.notify(std::move(problem), Tone::warning); });
  table_.best = keeper_.load_best();
  auto game = keeper_.load();
  if (!game) return;
  table_.state.begin(std::move(*game));
  table_.choosing = table_.state.is_finished();
  saved_version_ = table_.state.version();
}

// ---- Time

bool PlayLayout::update(double now, bool shown, const ViewSnapshot& snapshot) {
  time_ = now;
  table_.program_has_puzzle = board_map(snapshot) != nullptr;
  bool changed = table_.state.update(now, shown && !table_.choosing);
  if (table_.entry.has_changed()) table_.next.cancel();
  if (auto puzzle = table_.next.take()) {
    if (table_.entry.is_open()) puzzle = table_.entry.accept(*puzzle);
    if (puzzle) offer(std::move(*puzzle));
    changed = true;
  }
  if (next_update() <= now) save();
  return changed;
}

double PlayLayout::next_update() const {
  const PlayState& state = table_.state;
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

void PlayLayout::set_away() {
  table_.state.set_away(hidden_ || (!focused_ && table_.state.switches.pause_away));
}

// ---- The game

void PlayLayout::offer(game::Puzzle puzzle) {
  const PlayState& state = table_.state;
  const bool touched = state.has_game() && (state.game().can_undo() || state.game().can_redo());
  if (!touched || state.is_finished()) return begin(std::move(puzzle));
  const std::string digits = state.game().digits_text();
  const auto filled =
      digits.size() - static_cast<std::size_t>(std::count(digits.begin(), digits.end(), '.'));
  discard_.open("New game",
                fmt::format("Discard the game in progress? {} of {} cells, {}", filled,
                            digits.size(), game::time_text(state.milliseconds())),
                {"keep playing",
                 [this] {
                   table_.entry.close();
                   table_.choosing = false;
                 }},
                {"discard it", [this, puzzle = std::move(puzzle)] { begin(puzzle); }});
}

void PlayLayout::begin(game::Puzzle puzzle) {
  table_.result.reset();
  table_.choosing = false;
  if (table_.entry.is_open()) table_.entry.discard();
  table_.state.begin(game::Game(puzzle));
}

void PlayLayout::finish() {
  table_.result = game::result_of(table_.state.game(), GameKeeper::present_date());
  if (!table_.result) return;
  game::BestTimes ours = std::move(table_.best);
  ours.add(*table_.result);
  table_.best = game::merge(std::move(ours), keeper_.add(*table_.result));
}

void PlayLayout::open_best_times() {
  table_.best = game::merge(std::move(table_.best), keeper_.load_best());
  std::optional<game::Level> level;
  if (table_.state.has_game()) level = table_.state.game().puzzle().level;
  best_times_.open(level.value_or(game::Level::easy));
}

void PlayLayout::save() {
  if (!table_.state.has_game()) return;
  if (table_.state.take_finished()) finish();
  const double now = table_.state.now();
  if (saved_version_ == table_.state.version() && now < next_update()) return;
  saved_version_ = table_.state.version();
  saved_at_ = now;
  keeper_.save(table_.state.game(), now);
}

void PlayLayout::close() {
  if (!table_.state.has_game()) return;
  save();
  keeper_.save(table_.state.game(), table_.state.now());
}

bool PlayLayout::at_work() const {
  return table_.next.running() || table_.state.at_work() || export_.at_work();
}

// ---- The window

void PlayLayout::handle_keys(const InputQueue& input) {
  if (table_.is_playing()) return handle_play_keys(table_.state, input);
  if (table_.is_entering()) return handle_entry_keys(input);
  if (!input.pressed(Key::escape)) return;
  if (table_.next.running()) {
    table_.next.cancel();
  } else if (table_.state.has_game()) {
    table_.choosing = false;
  }
}

void PlayLayout::handle_entry_keys(const InputQueue& input) {
  PuzzleEntry& entry = table_.entry;
  if (input.pressed(Key::enter)) return start_entered();
  if (input.pressed(Key::escape) && entry.board().selection().size() == 1) {
    if (!table_.next.running()) return entry.close();
    return table_.next.cancel();
  }
  handle_play_keys(entry.board(), input);
}

void PlayLayout::start_entered() {
  if (!table_.is_entering() || table_.next.running()) return;
  if (auto puzzle = table_.entry.start(table_.next)) offer(std::move(*puzzle));
}

void PlayLayout::draw(const Context& context, ImVec2 corner, ImVec2 size) {
  view_.draw(
      context, table_, [this](PlayCommand command) { perform(command); }, corner, size);
}

std::vector<WindowMode::Switch> PlayLayout::switches() {
  std::vector<Switch> rows;
  for (const PlaySwitch& row : play_switches()) {
    rows.push_back({row.label, row.hint, &(table_.state.switches.*row.value)});
  }
  return rows;
}

void PlayLayout::draw_dialogs(const Context& context) {
  ImGui::PushID("discard");  // the application has a dialog of the same kind
  discard_.draw(context.scale, context.input);
  ImGui::PopID();
  if (!best_times_.draw(context, table_.best)) return;
  const std::string now = GameKeeper::present_date();
  table_.best.clear(now);
  table_.best = game::merge(std::move(table_.best), keeper_.clear_best(now));
}

void PlayLayout::export_pictures(ImguiHost& host, const Context& context) {
  export_.frame(host, context);
}

void PlayLayout::perform(PlayCommand command) {
  if (command == PlayCommand::befunge) return continue_in_debugger();
  const bool shows = command == PlayCommand::solution && table_.is_playing() &&
                     table_.state.game().puzzle().has_one_solution() && !table_.state.is_finished();
  if (!shows) return perform_on_board(command);
  host_.ask("Show the solution", "All cells are filled in, and the time of this game is not kept.",
            {{"show it", [this] { perform_on_board(PlayCommand::solution); }}});
}

void PlayLayout::perform_on_board(PlayCommand command) {
  PlayState& state = table_.board();
  switch (command) {
    case PlayCommand::new_game:
      table_.next.cancel();
      table_.entry.close();
      table_.choosing = true;
      break;
    case PlayCommand::enter_puzzle:
      table_.next.cancel();
      table_.entry.open(state.switches);
      table_.choosing = true;
      break;
    case PlayCommand::start_entered:
      return start_entered();
    case PlayCommand::best_times:
      return open_best_times();
    case PlayCommand::paste: {
      const char* const text = ImGui::GetClipboardText();
      table_.entry.close();
      table_.choosing = true;
      table_.next.examine(std::string_view(text == nullptr ? "" : text));
      break;
    }
    case PlayCommand::program_puzzle:
      if (const auto puzzle = program_puzzle(host_.snapshot())) {
        table_.entry.close();
        table_.choosing = true;
        table_.next.examine(*puzzle);
      } else {
        host_.notify("the program in the debugger has no puzzle", Tone::plain);
      }
      break;
    case PlayCommand::copy:
      if (state.has_game()) host_.copy(state.game().digits_text());
      break;
    default:
      break;
  }
  if (!table_.is_playing() && !table_.is_entering()) return;
  switch (command) {
    case PlayCommand::restart:
      return state.restart();
    case PlayCommand::undo:
      return state.undo();
    case PlayCommand::redo:
      return state.redo();
    case PlayCommand::erase:
      return state.erase();
    default:
      break;
  }
  if (!table_.is_playing()) return;
  switch (command) {
    case PlayCommand::pause:
      return state.toggle_pause();
    case PlayCommand::check:
      return state.check();
    case PlayCommand::hint:
      return state.ask_for_hint();
    case PlayCommand::solution:
      return state.show_solution();
    case PlayCommand::fill_marks:
      return state.fill_marks();
    case PlayCommand::clean_marks:
      return state.clean_marks();
    case PlayCommand::picture_board:
    case PlayCommand::picture_page:
    case PlayCommand::pdf:
      return export_.ask(command, state.game(), host_);
    default:
      return;
  }
}

// ---- The way to the debugger and back

// The solver gets the player's board as its input, in place of the program that is open.
void PlayLayout::continue_in_debugger() {
  if (!table_.is_playing() || table_.state.is_finished()) {
    return host_.notify("there is no board that a program could continue from; begin a game",
                        Tone::plain);
  }
  host_.debug_with_input(std::string(solver_program), table_.state.game().digits_text() + '\n',
                         [this] { seek_to_first_decision(); });
}

// Goes to the first digit that the program finds by itself, and says why.
void PlayLayout::seek_to_first_decision() {
  host_.session().ask<FirstDecision>(
      slot::none,
      [](Debugger& debugger, Monitor& monitor) {
        return find_first_decision(debugger.session(), &monitor);
      },
      [this](const FirstDecision& found) {
        if (found.interrupted) return;
        host_.session().seek(found.tick, "the program's first deduction");
        Notice notice;
        notice.id = goes_on;
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
  host_.remove_notice(goes_on);
  table_.state.update(time_, false);
}

// ---- The Game menu

namespace {

// clang-format off
constexpr std::array game_menu{
    ActionInfo{Action::count, "Game", "new game…", "", Key::n, with_ctrl},
    ActionInfo{Action::count, "Game", "start over", "", Key::none, {}, false, "back to the givens; undo restores all"},
    ActionInfo{Action::count, "Game", "enter a puzzle…", "", Key::none, {}, false, "digit by digit, on an empty board"},
    ActionInfo{Action::count, "Game", "paste a puzzle", "", Key::v, with_ctrl, false, "from the clipboard, in any common format"},
    ActionInfo{Action::count, "Game", "puzzle from the debugger", "", Key::none, {}, false, "the one that its program solves"},
    ActionInfo{Action::count, "Game", "copy the board", "", Key::c, with_ctrl, false, "as 81 characters"},
    ActionInfo{Action::count, "-Game", "undo", "", Key::z, with_ctrl, true},
    ActionInfo{Action::count, "Game", "redo", "", Key::y, with_ctrl, true},
    ActionInfo{Action::count, "Game", "erase", "", Key::none, {}, false, "the selected cells: Delete"},
    ActionInfo{Action::count, "Game", "pause", "", Key::p, {}, false, "hides the board and stops the clock"},
    ActionInfo{Action::count, "-Game", "check", "", Key::k, {}, false, "how many digits are wrong, without telling which"},
    ActionInfo{Action::count, "Game", "hint", "", Key::h, {}, false, "where to look; again: the technique; again: the step; again: make it"},
    ActionInfo{Action::count, "Game", "show the solution", ""},
    ActionInfo{Action::count, "Game", "fill in all marks", "", Key::a, {}, false, "every candidate, in all empty cells"},
    ActionInfo{Action::count, "Game", "tidy the marks", "", Key::a, with_shift, false, "remove those that a digit in the row, column or box rules out"},
    ActionInfo{Action::count, "-Game", "best times…", ""},
    ActionInfo{Action::count, "Game", "let the program go on from here", "", Key::f9, {}, false, "a Befunge program takes your board, and the debugger shows how it finds the next digit"},
    ActionInfo{Action::count, "-Game", "picture of the board…", ""},
    ActionInfo{Action::count, "Game", "picture of a page of puzzles…", "", Key::none, {}, false, "this one and three more of its level"},
    ActionInfo{Action::count, "Game", "page of puzzles as PDF…", "", Key::none, {}, false, "this one and three more of its level, with solutions"},
};
// clang-format on
static_assert(game_menu.size() == static_cast<std::size_t>(PlayCommand::pdf) + 1);

}  // namespace

std::span<const ActionInfo> play_actions() {
  return game_menu;
}

std::span<const FurtherKey> further_play_keys() {
  static constexpr std::array keys{
      FurtherKey{play_action(PlayCommand::redo), Key::z, with_ctrl_shift}};
  return keys;
}

}  // namespace fungescope::ui
