// Runs a Befunge program that solves sudokus, one puzzle after another.
//
//     Result<SolverProgram> program = SolverProgram::load(bytes, "sudoku.b93");
//     ProgramHost host(*program, options);
//     Answer answer = host.solve(puzzle);
//
// A program declares a 9x9 region `grid` and is of one of two kinds:
//   - with an `~` that the instruction pointer may reach it reads the puzzle from its
//     input, 81 characters and a line end, and prints nine lines of nine digits,
//     `no solution` or `invalid puzzle`; its grid region must hold what it printed;
//   - without one the puzzle is poked into the region before the run and the
//     answer read from it after.
// What may be reached is told by the source alone (lang/static_analysis.h), so an
// `~` that is only ever a character in string mode counts too.
//
// Nothing that a program says is believed: a grid must be a solution of the
// givens, and `no solution` must be true.
#pragma once

#include "base/result.h"
#include "jit/tier/engine.h"
#include "lang/loader.h"
#include "puzzles/grid.h"
#include "puzzles/reference_checker.h"
#include "vm/machine.h"

#include <atomic>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope::puzzles {

class SolverProgram {
 public:
  // An error if the source cannot be loaded or declares no 9x9 region `grid`.
  [[nodiscard]] static Result<SolverProgram> load(std::string_view bytes, const std::string& file);

  [[nodiscard]] bool reads_input() const { return reads_input_; }
  [[nodiscard]] const Rectangle& grid_area() const { return grid_area_; }
  [[nodiscard]] const Annotations& annotations() const { return annotations_; }
  [[nodiscard]] const Machine& start() const { return start_; }
  [[nodiscard]] const std::string& file() const { return file_; }
  // How the source writes an unknown cell: a space or '0'.
  [[nodiscard]] char blank() const { return blank_; }
  // The puzzle in the source.
  [[nodiscard]] Grid source_puzzle() const;

 private:
  SolverProgram(Playfield field, Annotations annotations, Rectangle grid_area, std::string file);

  std::string file_;
  Annotations annotations_;
  Rectangle grid_area_;
  Machine start_;
  bool reads_input_ = false;
  char blank_ = ' ';
};

enum class SolveStatus : std::uint8_t {
  solved,
  unsolvable,
  invalid,     // the givens contradict one another
  multiple,    // several solutions; only if asked for uniqueness
  wrong,       // the program's answer is not true
  difference,  // `check` found one
  max_ticks,
  error,  // a fault stopped the machine, or the program printed without end
  interrupted,
};

struct SolveResult {
  SolveStatus status = SolveStatus::solved;
  Grid solution;  // if solved
  Tick ticks = 0;
  std::size_t changes = 0;  // that `check` compared
  std::string reason;       // in words, unless solved
};

struct HostOptions {
  EngineKind engine = EngineKind::automatic;
  Tick max_ticks = no_limit;  // for each puzzle
  bool unique = false;
  std::optional<CheckedRegions> check;             // compare with the reference solver
  const std::atomic<bool>* interrupted = nullptr;  // ends a run when set
};

class ProgramHost {
 public:
  // `program` must outlive the host.
  ProgramHost(const SolverProgram& program, HostOptions options);

  // Cost: the run, and a copy of the field. What the engine learned of the
  // program's code it keeps from puzzle to puzzle.
  [[nodiscard]] SolveResult solve(const Grid& puzzle);
  // The puzzle in the source, with no input at all.
  [[nodiscard]] SolveResult solve_source_puzzle();
  // For statistics.
  [[nodiscard]] const Engine& engine() const { return engine_; }

 private:
  struct Run;
  [[nodiscard]] SolveResult answer(const Grid& puzzle, bool own);
  [[nodiscard]] Run run(const Grid& puzzle, bool own);
  void load_puzzle_into_grid(const Grid& puzzle);
  [[nodiscard]] std::optional<SolveResult> run_error(const Run& run) const;
  [[nodiscard]] SolveResult check_output(const std::string& text, const Grid& held,
                                         const Grid& puzzle) const;
  [[nodiscard]] StopReason run_machine(const Ports& ports, ReferenceChecker* comparison);
  [[nodiscard]] std::array<std::int64_t, cell_count> grid_region() const;

  const SolverProgram& program_;
  HostOptions options_;
  Machine prepared_;  // the start, with a puzzle in the grid
  Machine machine_;
  Engine engine_;
};

// The answer of the bit-mask solver, in the same words.
[[nodiscard]] SolveResult solve_and_judge_with_bitmasks(const Grid& puzzle, bool unique);

}  // namespace fungescope::puzzles
