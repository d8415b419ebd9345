#include "cli/rate/rated_puzzle.h"

#include "front_end/interrupt.h"

#include <memory>
#include <utility>

namespace fungescope {
namespace {

puzzles::HostOptions host_options() {
  puzzles::HostOptions options;
  options.interrupted = &interrupted();
  return options;
}

}  // namespace

PuzzleRater::PuzzleRater(const puzzles::SolverProgram& program,
                         const puzzles::CheckedRegions& regions)
    : program_(program), regions_(regions), host_(program, host_options()) {}

void PuzzleRater::rate(BatchTask& task) {
  if (task.kind != BatchTask::Kind::puzzle) return;
  task.result = puzzles::solve_without_program(task.puzzle, true);
  if (task.result.status != puzzles::SolveStatus::solved) return;
  task.result = host_.solve(task.puzzle);
  if (task.result.status != puzzles::SolveStatus::solved) return;
  RatedPuzzle rated;
  rated.ticks = task.result.ticks;
  rated.guesses = puzzles::count_guesses(program_, regions_, task.puzzle);
  rated.path = techniques::solve_by_techniques(task.puzzle);
  rated.path.steps = {};
  task.rated = std::make_shared<const RatedPuzzle>(std::move(rated));
}

Result<puzzles::SolverProgram> built_in_solver() {
  return puzzles::SolverProgram::load(puzzles::embedded_solver(), "sudoku.b93");
}

}  // namespace fungescope
