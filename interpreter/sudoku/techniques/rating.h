// Solves a sudoku as a person does, and rates it by the hardest technique that this takes.
//
//     Path path = solve_by_techniques(grid);
//     if (path.solutions == 1) print(rating_text(path.rating), name_of(path.hardest));
//
// At each step the first technique of finder_order() that applies is used, so that no step is
// harder than it must be. Where none applies, a step of *search* places the right digit in the cell
// with the fewest candidates, as if the others had been tried in vain, and the techniques continue
// from there; such a puzzle has no rating.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "sudoku/generator/puzzle_generator.h"
#include "sudoku/techniques/candidates.h"
#include "sudoku/techniques/step.h"

namespace fungescope::techniques {

struct Path {
  int solutions = 0;  // 0, 1, or 2 for two or more; without exactly one, the rest is empty
  puzzles::Grid solution;
  std::vector<Step> steps;
  Rating rating = 0;                          // the highest of all steps but search
  Technique hardest = Technique::last_value;  // the first step with that rating, or search
  std::array<int, technique_count> uses{};    // steps of each technique

  [[nodiscard]] bool needs_search() const { return hardest == Technique::search; }
};

// If `marks` is not null, they are the candidates to start from; the solution is one among them.
[[nodiscard]] Path solve_by_techniques(const puzzles::Grid& puzzle,
                                       const puzzles::PencilMarks* marks = nullptr);

// The bands in which the puzzle bank of sudokuexchange.com, which is rated by Sukaku Explainer, is
// sorted: below 1.5, 2.5, 3.8 and 5.0, and the rest.
enum class Level : std::uint8_t { easy, medium, hard, expert, diabolical };

// As solve_by_techniques, for a puzzle with exactly one solution and this level; nothing for any
// other. Returns as soon as that is known, or `stopped` returns true, which is polled
// before each step and may be empty. Cost: most puzzles that are harder are known by the first step
// that no technique of the level finds.
[[nodiscard]] std::optional<Path> solve_at_level(const puzzles::Grid& puzzle, Level level,
                                                 const std::function<bool()>& stopped = {});

// Returns the next step, or nothing if no technique applies or the board is solved. A board whose
// candidates have been eliminated further than the rules require may be given.
[[nodiscard]] std::optional<Step> find_step(const Candidates& board);

// Returns the step of search, which fills the cell with the fewest candidates. The board must have
// an empty cell.
[[nodiscard]] Step search_step(const Candidates& board, const puzzles::Grid& solution);

// Places the step's digit, or removes its candidates if it places none.
void apply(const Step& step, Candidates& board);

// "1.2", or "search".
[[nodiscard]] std::string rating_text(Rating rating);
[[nodiscard]] std::string rating_text(const Path& path);

[[nodiscard]] Level level_of(const Path& path);
[[nodiscard]] std::string_view name_of(Level level);
// Parses "easy", "medium", ...
[[nodiscard]] std::optional<Level> parse_level(std::string_view name);
inline constexpr std::size_t level_count = 5;

// ---- Puzzles of a level, among those that setter.b93 makes
//
//     const auto program = puzzles::RequestProgram::setter();
//     puzzles::PuzzleGenerator generator(
//         program, {.seed = seed, .clues = usual_clues(level), .stopped = stopped});
//     std::optional<LevelPuzzle> found = find_puzzle_of_level(generator, level, 0, on_tried);
//
// It uses no threads: a front end that must stay responsive calls it on one of its own, and ends it
// by the `stopped` of the generator's options.

// Returns the kind of puzzles among which the level is most frequent: of those with 36 clues five
// in six are easy, with 28 three in five medium; of the minimal ones a tenth are hard, a sixth
// expert and a quarter diabolical.
[[nodiscard]] puzzles::ClueRequest usual_clues(Level level);

struct LevelPuzzle {
  puzzles::GeneratedPuzzle puzzle;
  Path path;
};

// Makes the puzzles of `generator` with index `first` and up, until one is of the level. Calls
// `on_tried`, if it is not empty, with the number of puzzles tried so far after each that is not.
// Returns nothing if the generator is stopped. To find the next one, start after puzzle.index.
// Cost: some ten puzzles with the usual clues, about 20 ms; without limit for clues that the level
// does not have.
[[nodiscard]] std::optional<LevelPuzzle> find_puzzle_of_level(
    puzzles::PuzzleGenerator& generator, Level level, std::uint64_t first,
    const std::function<void(std::uint64_t tried)>& on_tried = {});

}  // namespace fungescope::techniques
