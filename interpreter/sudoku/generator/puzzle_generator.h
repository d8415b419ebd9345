// Makes sudokus with setter.b93, and verifies each.
//
//     const auto program = RequestProgram::setter();
//     PuzzleGenerator generator(program, {.seed = 4, .stopped = stopped});
//     for (std::uint64_t i = 0;; ++i) {
//       GeneratedPuzzle puzzle = generator.make(i);
//       if (puzzle.status == GeneratedPuzzle::Status::accepted) use(puzzle.grid);
//     }
//
// A seed has an endless list of puzzles. Each is a run of its own, with a seed that follows from
// that of the list and its index, so puzzles can be made in any order and on any number of threads,
// with a generator each, and the list is the same. Puzzles of a level are found by
// techniques/rating.h.
//
// The program is not trusted: a puzzle that is not what was asked for is rejected.
#pragma once

#include "base/result.h"
#include "jit/tier/engine.h"
#include "vm/machine.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "sudoku/solving/puzzle.h"

namespace fungescope::puzzles {

// A Befunge program that answers a line of input, as setter.b93 does: the puzzle is the last line
// that it prints.
struct RequestProgram {
  // `file` is for messages. Fails as `load` does (lang/loader.h).
  [[nodiscard]] static Result<RequestProgram> load(std::string_view bytes, const std::string& file);
  // Returns the built-in setter.b93.
  [[nodiscard]] static RequestProgram setter();

  std::string file;
  Machine start;
};

// The clues of a puzzle, as setter.b93 is asked for them.
struct ClueRequest {
  enum class Kind : std::uint8_t {
    minimal,  // none can go: without any one of them there is a second solution
    rows,     // 27; the rows have 4, 4, 4, 3, 3, 3, 2, 2 and 2 of them, in any order
    number,
  };
  static constexpr int min = 20;
  static constexpr int max = 80;

  Kind kind = Kind::minimal;
  int number = 0;  // min to max, if that is the kind
  friend bool operator==(const ClueRequest&, const ClueRequest&) = default;
};

// Parse and format "minimal", "rows" and "20" to "80".
[[nodiscard]] std::optional<ClueRequest> parse_clues(std::string_view text);
[[nodiscard]] std::string to_string(const ClueRequest& clues);

enum class Rejection : std::uint8_t {
  none,
  failed,     // the program was stopped by a fault, or printed too much
  no_puzzle,  // it printed something else
  invalid,    // equal clues in a row, column or box
  unsolvable,
  several_solutions,
  wrong_clues,  // too many, too few or in the wrong rows
  not_minimal,
};
inline constexpr std::size_t rejection_count = 8;
// Returns "several solutions".
[[nodiscard]] std::string_view to_string(Rejection rejection);

struct CheckedPuzzle {
  Rejection rejection = Rejection::none;
  Grid solution;  // if it has exactly one
};
// Checks that a puzzle has exactly one solution and the clues asked for. Cost: some ten
// microseconds, and as many for each clue of a minimal puzzle.
[[nodiscard]] CheckedPuzzle check_generated(const Grid& puzzle, const ClueRequest& clues);

struct GeneratedPuzzle {
  enum class Status : std::uint8_t { accepted, rejected, stopped };
  Status status = Status::accepted;
  std::uint64_t index = 0;
  std::uint64_t seed = 0;  // of the run: `echo 1 KIND | fungescope run --seed SEED @setter`
  Tick ticks = 0;
  Grid grid;      // if accepted, or rejected after it was read
  Grid solution;  // if accepted
  Rejection rejection = Rejection::none;
  std::string reason;  // for users; empty if accepted
};

struct GeneratorOptions {
  std::uint64_t seed = 0;
  ClueRequest clues = {};
  EngineKind engine = EngineKind::automatic;
  // Polled every few milliseconds; true ends a run. May be empty.
  std::function<bool()> stopped = {};
};

// Returns the seed of the run that makes the puzzle with that index: number `index` of the numbers
// that `?` draws from `seed`.
[[nodiscard]] std::uint64_t seed_of_run(std::uint64_t seed, std::uint64_t index);

class PuzzleGenerator {
 public:
  // `program` must outlive the generator. Any program that takes the same requests will do.
  PuzzleGenerator(const RequestProgram& program, GeneratorOptions options);

  // Makes a puzzle, by a run that depends on the index only, not on the runs before it. Cost: half
  // a millisecond for most kinds; with 22 clues a hundred times as much, with 20 half a minute. The
  // engine keeps its translated code from run to run.
  [[nodiscard]] GeneratedPuzzle make(std::uint64_t index);

  // Returns whether the `stopped` of the options says so.
  [[nodiscard]] bool stopped() const { return stopped_ && stopped_(); }
  [[nodiscard]] const Engine& engine() const { return engine_; }

 private:
  std::uint64_t seed_;
  ClueRequest clues_;
  Machine start_;
  Machine machine_;
  Engine engine_;
  std::function<bool()> stopped_;
};

}  // namespace fungescope::puzzles
