#include "debugger_ui/sudoku/play/play_model.h"

#include "debugger_ui/panels/common/panel_widgets.h"

#include <algorithm>
#include <random>

#include "sudoku/formats/puzzle_reader.h"
#include "sudoku/techniques/rating.h"
#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// Returns nothing when stopped. `tried` counts the puzzles that had another level.
std::optional<game::Puzzle> make_by_setter(game::Level level, std::uint64_t seed,
                                           const StopToken& stop, std::atomic<int>& tried) {
  const auto program = puzzles::RequestProgram::setter();
  puzzles::PuzzleGenerator generator(
      program, {.seed = seed, .clues = techniques::usual_clues(level), .stopped = stop});
  const auto found = techniques::find_puzzle_of_level(
      generator, level, 0, [&tried](std::uint64_t count) { tried = static_cast<int>(count); });
  if (!found) return std::nullopt;
  return game::Puzzle{found->puzzle.grid, 1, found->puzzle.solution, level,
                      found->path.needs_search() ? 0 : found->path.rating};
}

}  // namespace

std::string result_title(const game::HelpUsed& help, std::int64_t milliseconds) {
  if (help.solution_shown) return "This is the solution";
  if (help.hints == 0) return "Solved in " + game::time_text(milliseconds);
  return "Solved with " + count_text(static_cast<std::uint64_t>(help.hints), "hint");
}

std::vector<std::string> result_lines(const game::HelpUsed& help, std::int64_t milliseconds,
                                      const PlayModel& model) {
  if (help.solution_shown) return {"Its time is not kept."};
  std::vector<std::string> lines;
  if (help.hints > 0) lines.push_back(fmt::format("In {}.", game::time_text(milliseconds)));
  if (!model.result) return lines;
  const bool hinted = model.result->hints > 0;
  std::size_t games_kept = 0;  // of the level, with hints or without as this one
  std::size_t place = 0;       // that it has among them
  for (const game::GameResult& other : model.best.top(
           model.result->level, model.best.results().size(), game::HintedGames::include)) {
    if ((other.hints > 0) != hinted) continue;
    ++games_kept;
    if (other == *model.result) place = games_kept;
  }
  const std::string games =
      fmt::format("{}{}", techniques::name_of(model.result->level), hinted ? " with hints" : "");
  if (games_kept < 2) return lines;  // nothing to compare it with
  if (place == 1) lines.push_back(fmt::format("Your best time at {}.", games));
  if (place > 1) lines.push_back(fmt::format("Place {} of your games at {}.", place, games));
  return lines;
}

NewGame::NewGame() : seed_(std::random_device()()) {}

void NewGame::make(game::Level level) {
  problem_.clear();
  level_ = level;
  tried_ = std::make_shared<std::atomic<int>>(0);
  job_.start([level, seed = seed_++, tried = tried_](
                 const StopToken& stop) { return make_by_setter(level, seed, stop, *tried); },
             wake_);
}

void NewGame::examine(const puzzles::Grid& givens) {
  cancel();
  tried_.reset();
  if (const auto contradiction = puzzles::find_contradiction(givens)) {
    problem_ = "this puzzle cannot be played: " + puzzles::describe(*contradiction);
    return;
  }
  if (std::find(givens.cells.begin(), givens.cells.end(), 0) == givens.cells.end()) {
    problem_ = "this puzzle is solved already: there is no cell to fill in";
    return;
  }
  job_.start(
      [givens](const StopToken& stop) -> std::optional<game::Puzzle> {
        game::Puzzle puzzle = game::examine(givens, stop);
        if (stop()) return std::nullopt;
        return puzzle;
      },
      wake_);
}

void NewGame::examine(std::string_view text) {
  cancel();
  const auto digits =
      puzzles::read_first_puzzle(text, "clipboard", "paste one that its digits alone define");
  if (digits) return examine(*digits);
  problem_ = to_string(digits.error());
}

void NewGame::cancel() {
  job_.cancel();
  level_.reset();
  problem_.clear();
}

std::optional<game::Puzzle> NewGame::take() {
  auto puzzle = job_.take();
  if (!puzzle) return std::nullopt;
  level_.reset();
  return *puzzle;
}

void PuzzleEntry::open(const PlaySwitches& switches) {
  open_ = true;
  board_.switches = switches;
  board_.switches.conflicts = true;
  if (!board_.has_game()) board_.begin_entry();
}

void PuzzleEntry::discard() {
  board_.begin_entry();
  doubted_.reset();
  close();
}

std::optional<game::Puzzle> PuzzleEntry::start(NewGame& next) {
  if (was_doubted()) return doubted_;
  doubted_.reset();
  started_ = board_.version();
  const puzzles::Grid givens = game::digits_of(board_.game().board());
  if (givens == puzzles::Grid()) {
    board_.say("there are no digits yet; enter those of the puzzle", Tone::warning);
    return std::nullopt;
  }
  next.examine(givens);
  board_.say(next.problem(), Tone::warning);
  return std::nullopt;
}

std::optional<game::Puzzle> PuzzleEntry::accept(const game::Puzzle& puzzle) {
  if (puzzle.has_one_solution()) return puzzle;
  doubted_ = puzzle;
  board_.say(puzzle.warning(), Tone::warning);
  return std::nullopt;
}

}  // namespace fungescope::ui
