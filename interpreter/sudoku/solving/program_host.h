// Runs a Befunge program that solves sudokus, one puzzle after another.
//
//     Result<SolverProgram> program = SolverProgram::load(bytes, "sudoku.b93");
//     ProgramHost host(*program, options);
//     SolveResult result = host.solve(puzzle);
//
// A program declares a 9x9 region `grid` and is of one of two kinds:
//   - If the instruction pointer can reach a `~` or an `&`, it reads the puzzle from its input, 81
//   characters
//     and a line end, and prints nine lines of nine digits, `no solution` or `invalid puzzle`. Its
//     grid region must hold what it printed.
//   - Otherwise the puzzle is written into the region before the run, and the answer is read from
//     the region after it.
// Reachability is computed from the source alone (lang/analysis/static_analysis.h).
//
// Every answer is verified: a grid must be a solution of the givens, and `no solution` must hold.
#pragma once

#include "base/result.h"
#include "jit/tier/engine.h"
#include "lang/loader.h"
#include "vm/io.h"
#include "vm/machine.h"
#include "vm/write_map.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sudoku/solving/puzzle.h"
#include "sudoku/solving/reference_solver.h"

namespace fungescope::puzzles {

// The source of the built-in sudoku.b93.
[[nodiscard]] std::string_view embedded_solver();

// Returns the source's character for an unknown cell of its grid: a space or '0'.
[[nodiscard]] char blank_in(const Playfield& source, const Rectangle& grid);

// Collects a program's output up to a limit, so that one that prints endlessly is stopped.
class BoundedOutput final : public Output {
 public:
  static constexpr std::size_t limit = 65536;
  bool write(std::string_view bytes) override {
    if (text.size() + bytes.size() > limit) return false;
    text.append(bytes);
    return true;
  }
  std::span<char> buffer() override {
    return std::span(buffer_).first(std::min(buffer_.size(), limit - text.size()));
  }
  void commit(std::size_t count) override { text.append(buffer_.data(), count); }
  std::string text;

 private:
  std::array<char, 256> buffer_;
};

struct SolverProgram {
  // Returns an error if the source cannot be loaded or declares no 9x9 region `grid`.
  [[nodiscard]] static Result<SolverProgram> load(std::string_view bytes = embedded_solver(),
                                                  const std::string& file = "sudoku.b93");
  // Returns the puzzle in the source.
  [[nodiscard]] Grid source_puzzle() const;
  // Returns what `solve --check` compares, or an error that names a region that is missing.
  [[nodiscard]] Result<CheckedProgram> checked() const;

  std::string file;
  Annotations annotations;
  Rectangle grid_area;
  Machine start;
  char blank;  // as blank_in
  bool reads_input;
};

enum class SolveStatus : std::uint8_t {
  solved,
  unsolvable,
  invalid,     // the givens contradict each other
  multiple,    // several solutions; only with HostOptions::unique
  wrong,       // the program's answer is not correct
  difference,  // HostOptions::check found one
  max_ticks,
  error,  // a fault stopped the machine, or the program printed too much
  interrupted,
};

struct SolveResult {
  SolveStatus status = SolveStatus::solved;
  Grid solution;   // if solved
  Tick ticks = 0;  // of the run; of a difference, its tick
  // By HostOptions::check: the method whose reference was followed, if any, and the changes that
  // agreed with it.
  std::optional<ReferenceMethod> method;
  std::size_t changes = 0;
  std::string reason;  // for users; empty if solved
};

struct HostOptions {
  EngineKind engine = EngineKind::automatic;
  Tick max_ticks = no_limit;  // for each puzzle
  bool unique = false;
  std::optional<CheckedProgram> check;             // compare with the reference solvers
  const std::atomic<bool>* interrupted = nullptr;  // ends a run when set; may be null
};

class ProgramHost {
 public:
  // `program` must outlive the host.
  ProgramHost(const SolverProgram& program, HostOptions options);

  enum class PuzzleSource : std::uint8_t {
    given,
    program,  // the puzzle in its source, with empty input
  };
  // Solves a puzzle. Cost: the run, and restoring the cells that it writes. The engine keeps its
  // translated code from puzzle to puzzle.
  [[nodiscard]] SolveResult solve(const Grid& puzzle, PuzzleSource source = PuzzleSource::given);
  // Returns the engine, for statistics.
  [[nodiscard]] const Engine& engine() const { return engine_; }

 private:
  struct Run;
  [[nodiscard]] Run run(const Grid& puzzle, PuzzleSource source);
  void restart(const Machine& start);
  [[nodiscard]] std::optional<SolveResult> run_error(const Run& run) const;
  [[nodiscard]] SolveResult check_output(const std::string& text, const Grid& held,
                                         const Grid& puzzle) const;
  [[nodiscard]] StopReason run_machine(const Ports& ports, ReferenceChecker* checker);

  const SolverProgram& program_;
  HostOptions options_;
  Machine prepared_;  // the initial state, with a puzzle in the grid
  Machine machine_;
  WriteMap written_;  // the cells that differ from program_.start
  Traps stores_;      // to the compared regions
  bool stores_are_rare_ = false;
  Engine engine_;
};

// Returns commands of the debugger that give a program at tick 0 what the host gives it.
[[nodiscard]] std::vector<std::string> start_commands(const SolverProgram& program,
                                                      const Grid& puzzle,
                                                      ProgramHost::PuzzleSource source);

// Solves with the bit-mask solver in place of a program. If `marks` is not null, the puzzle's
// solutions have no other digits than its candidates.
[[nodiscard]] SolveResult solve_without_program(const Grid& puzzle, bool unique,
                                                const PencilMarks* marks = nullptr);

}  // namespace fungescope::puzzles
