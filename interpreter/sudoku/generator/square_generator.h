// Makes the sudokus of order 9 and 25 and the pseudo-sudokus of order 21 and 27 of squares.b93, and
// verifies each.
//
//     auto program = RequestProgram::built_in("@squares");
//     auto generator = SquareGenerator::create(*program, {.seed = 4, .order = 25});
//     GeneratedSquare square = generator->make(0);
//
// A seed has an endless list of squares, as in puzzle_generator.h.
#pragma once

#include "sudoku/generator/puzzle_generator.h"
#include "sudoku/generator/request_runner.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::puzzles {

// Each row and each column has a number at most once, each box all numbers from 1 to its cells. In
// a sudoku, the rows and columns have all of them too.
struct SquareShape {
  std::size_t order;     // rows and columns
  std::size_t box_side;  // of its boxes, which are squares
  [[nodiscard]] std::size_t cells() const { return order * order; }
  [[nodiscard]] std::size_t numbers() const { return box_side * box_side; }
};
inline constexpr std::array square_shapes{SquareShape{9, 3}, SquareShape{21, 7}, SquareShape{25, 5},
                                          SquareShape{27, 9}};
[[nodiscard]] std::optional<SquareShape> find_square_shape(std::size_t order);

struct GeneratedSquare {
  GeneratedPuzzle::Status status = GeneratedPuzzle::Status::accepted;
  std::uint64_t index = 0;
  std::uint64_t seed = 0;  // of the run
  Tick ticks = 0;
  std::vector<std::uint8_t> cells;     // row by row, 0 for a hidden one
  std::vector<std::uint8_t> solution;  // row by row
  Rejection rejection = Rejection::none;
  std::string reason;  // for users; empty if accepted
};

// Returns why a square, whose hidden cells are 0 in `cells`, is not what was asked for. Whether it
// has other solutions is only known for order 9.
[[nodiscard]] Rejection check_square(const SquareShape& shape, std::size_t hidden,
                                     const std::vector<std::uint8_t>& cells,
                                     const std::vector<std::uint8_t>& solution);

struct SquareOptions {
  std::uint64_t seed = 0;
  SquareShape shape = square_shapes.front();
  unsigned hidden_percent = 0;  // at most 100
  EngineKind engine = EngineKind::automatic;
  RequestRunner::Stopped stopped = {};
};

class SquareGenerator {
 public:
  // Fails if the program declares no regions `square` and `visible` that are large enough.
  // `program` must outlive the generator.
  [[nodiscard]] static Result<SquareGenerator> create(const RequestProgram& program,
                                                      SquareOptions options);

  // Makes a square. Cost: a millisecond for order 9, some hundredths of a second for the others.
  [[nodiscard]] GeneratedSquare make(std::uint64_t index);

  [[nodiscard]] const Engine& engine() const { return runner_.engine(); }

 private:
  SquareGenerator(const RequestProgram& program, SquareOptions options, Point square,
                  Point visible);

  std::uint64_t seed_;
  SquareShape shape_;
  std::size_t hidden_;
  std::string request_;
  Point square_;  // the corners of the regions
  Point visible_;
  RequestRunner runner_;
};

}  // namespace fungescope::puzzles
