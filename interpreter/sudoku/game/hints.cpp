#include "sudoku/game/hints.h"

#include <algorithm>
#include <utility>

#include "sudoku/techniques/words/explanation.h"
#include <fmt/format.h>

namespace fungescope::game {

using techniques::Candidates;
using techniques::CellDigits;
using techniques::Step;
using techniques::without;

namespace {

Hint no_hint(const std::string& text) {
  Hint hint;
  hint.texts.fill(text);
  return hint;
}

Hint hint_of_wrong(const CellSet& wrong) {
  Hint hint;
  hint.kind = HintKind::wrong_digits;
  hint.wrong = wrong;
  const Unit box = unit_of(wrong.first(), techniques::UnitKind::box);
  hint.focus.units = {box};
  const std::string verb = wrong.size() == 1 ? "is" : "are";
  hint.texts.fill(fmt::format("{} {} wrong", techniques::to_text(wrong), verb));
  hint.texts[static_cast<std::size_t>(HintStrength::where)] =
      fmt::format("look in {}: a digit there is wrong", techniques::unit_text(box));
  return hint;
}

// Whether the player's marks already lack all that a step eliminates. Cells without centre marks
// have all candidates.
bool is_made(const Step& step, const Board& board) {
  if (step.placement) return false;
  return std::all_of(step.eliminations.begin(), step.eliminations.end(),
                     [&](const CellDigits& lost) {
                       const DigitMask marks = board.at(lost.cell).centre;
                       return marks != 0 && (marks & lost.digits) == 0;
                     });
}

Hint hint_of_step(Step step, const Candidates& candidates) {
  Hint hint;
  hint.kind = HintKind::step;
  for (const HintStrength strength :
       {HintStrength::where, HintStrength::technique, HintStrength::step}) {
    hint.texts[static_cast<std::size_t>(strength)] = techniques::hint(step, candidates, strength);
  }
  if (step.technique == techniques::Technique::search) {
    const Cell cell = step.placement->cell;
    hint.texts[static_cast<std::size_t>(HintStrength::where)] =
        "no technique applies: look at " + techniques::to_text(cell);
    hint.texts[static_cast<std::size_t>(HintStrength::technique)] =
        fmt::format("no technique applies: try the candidates of {}, which are {}",
                    techniques::to_text(cell), techniques::digits_text(candidates.at(cell)));
  }
  hint.focus = techniques::focus_of(step);
  hint.cited = techniques::cited_cells(step, candidates);
  for (const auto& [cell, digits] : step.eliminations) {
    hint.left.push_back({cell, without(candidates.at(cell), digits)});
  }
  hint.step = std::move(step);
  return hint;
}

Hint next_step(const Board& board, const puzzles::Grid& solution) {
  Candidates candidates(digits_of(board));
  for (;;) {
    std::optional<Step> step = techniques::find_step(candidates);
    if (!step) step = techniques::search_step(candidates, solution);
    if (!is_made(*step, board)) return hint_of_step(std::move(*step), candidates);
    techniques::apply(*step, candidates);
  }
}

}  // namespace

Hint find_hint(const Board& board, const Puzzle& puzzle, const std::function<bool()>& stopped) {
  const Indicators shown = indicators_of(board, puzzle);
  if (shown.solved) return no_hint("the puzzle is solved");
  if (!shown.wrong.empty()) return hint_of_wrong(shown.wrong);
  if (puzzle.has_one_solution()) return next_step(board, puzzle.solution);
  if (puzzle.solutions == 0) return no_hint("the puzzle has no solution: there is no hint");
  const CellSet conflicts = shown.conflicts - puzzle.given_cells();
  if (!conflicts.empty()) return hint_of_wrong(conflicts);
  // The digits that the player chose may have left one solution.
  const puzzles::SolutionCount solutions = puzzles::solve_with_bitmasks(digits_of(board), stopped);
  if (solutions.count == 1) return next_step(board, solutions.solution);
  if (solutions.count == 0) return no_hint("the board has no solution; undo the last digits");
  return no_hint("the board has more than one solution: enter a digit that could be right");
}

bool apply(const Hint& hint, Game& game, PeerMarks peers) {
  if (hint.kind == HintKind::none) return false;
  Board board = game.board();
  if (hint.kind == HintKind::wrong_digits) {
    for (const Cell cell : hint.wrong) board.at(cell).digit = 0;
  } else if (hint.step->placement) {
    const auto& [cell, digit] = *hint.step->placement;
    if (board.at(cell).digit == digit) return false;
    board = with_digit(board, {}, CellSet::of(cell), digit, peers);
  } else {
    for (std::size_t i = 0; i < hint.step->eliminations.size(); ++i) {
      const auto& [cell, digits] = hint.step->eliminations[i];
      CellContent& content = board.at(cell);
      const DigitMask rest = without(content.centre, digits);
      content.centre = rest != 0 ? rest : hint.left[i].digits;
      content.corner = without(content.corner, digits);
    }
  }
  return game.set(StepKind::hint, board);
}

}  // namespace fungescope::game
