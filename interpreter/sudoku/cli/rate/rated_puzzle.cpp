#include "sudoku/cli/rate/rated_puzzle.h"

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
  task.result = puzzles::solve_without_program(task.puzzle, true, task.marks.get());
  if (task.result.status != puzzles::SolveStatus::solved) return;
  RatedPuzzle rated;
  if (task.digits_alone()) {
    task.result = host_.solve(task.puzzle);
    if (task.result.status != puzzles::SolveStatus::solved) return;
    rated.run = {puzzles::count_guesses(program_, regions_, task.puzzle), task.result.ticks};
  }
  rated.path = techniques::solve_by_techniques(task.puzzle, task.marks.get());
  rated.path.steps = {};
  task.rated = std::make_shared<const RatedPuzzle>(std::move(rated));
}

Result<puzzles::SolverProgram> built_in_solver() {
  return puzzles::SolverProgram::load(puzzles::embedded_solver(), "sudoku.b93");
}

}  // namespace fungescope
