// Finds sudokus of a level among those that setter.b93 makes.
//
//     auto program = puzzles::RequestProgram::built_in("@setter");
//     puzzles::PuzzleGenerator generator(
//         *program, {.seed = seed, .clues = usual_clues(level), .stopped = stopped});
//     std::optional<LevelPuzzle> found = find_puzzle_of_level(generator, level, 0, on_tried);
//
// It uses no threads: a front end that must stay responsive calls it on one of its own, and ends it
// by the `stopped` of the generator's options.
#pragma once

#include <cstdint>
#include <functional>
#include <optional>

#include "sudoku/generator/puzzle_generator.h"
#include "sudoku/techniques/rating.h"

namespace fungescope::techniques {

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
