#include "sudoku/generator/square_generator.h"

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::puzzles;

namespace {

RequestProgram squares() {
  auto program = RequestProgram::built_in("@squares");
  REQUIRE(program);
  return std::move(*program);
}

GeneratedSquare make_square(const RequestProgram& program, const SquareShape& shape,
                            unsigned hidden_percent, std::uint64_t index = 0) {
  SquareOptions options;
  options.seed = 3;
  options.shape = shape;
  options.hidden_percent = hidden_percent;
  auto generator = SquareGenerator::create(program, options);
  REQUIRE(generator);
  return generator->make(index);
}

}  // namespace

TEST_CASE("square generator: each order") {
  const RequestProgram program = squares();
  for (const SquareShape& shape : square_shapes) {
    if (FUNGESCOPE_SANITIZED && shape.order > 9) continue;  // take hundreds of millions of ticks
    CAPTURE(shape.order);
    const GeneratedSquare square = make_square(program, shape, 0);
    REQUIRE(square.status == GeneratedPuzzle::Status::accepted);
    CHECK(square.cells == square.solution);
    CHECK(square.cells.size() == shape.cells());
    CHECK(square.seed == seed_of_run(3, 0));
    const auto sum = [&square](std::size_t first, std::size_t step, std::size_t count) {
      std::size_t total = 0;
      for (std::size_t i = 0; i < count; ++i) total += square.cells[first + i * step];
      return total;
    };
    if (shape.numbers() == shape.order) {
      for (std::size_t i = 0; i < shape.order; ++i) {
        CHECK(sum(i * shape.order, 1, shape.order) == shape.order * (shape.order + 1) / 2);
        CHECK(sum(i, shape.order, shape.order) == shape.order * (shape.order + 1) / 2);
      }
    }
  }
  CHECK_FALSE(find_square_shape(16));
  CHECK(find_square_shape(27)->box_side == 9);
}

TEST_CASE("square generator: hidden cells") {
  const RequestProgram program = squares();
  const GeneratedSquare square = make_square(program, square_shapes.front(), 30);
  REQUIRE(square.status == GeneratedPuzzle::Status::accepted);
  CHECK(std::count(square.cells.begin(), square.cells.end(), 0) == 24);
  CHECK(check_square(square_shapes.front(), 24, square.cells, square.solution) == Rejection::none);
  const GeneratedSquare all = make_square(program, square_shapes.front(), 100);
  CHECK(all.status == GeneratedPuzzle::Status::rejected);
  CHECK(all.rejection == Rejection::several_solutions);
}

TEST_CASE("square generator: what is no square is rejected") {
  const SquareShape& shape = square_shapes.front();
  const RequestProgram program = squares();
  const std::vector<std::uint8_t> good = make_square(program, shape, 0).solution;
  REQUIRE(check_square(shape, 0, good, good) == Rejection::none);
  std::vector<std::uint8_t> twice = good;
  std::swap(twice[0], twice[1]);
  CHECK(check_square(shape, 0, twice, twice) == Rejection::invalid);
  // Rows and columns hold, the boxes do not.
  std::vector<std::uint8_t> latin;
  for (std::size_t i = 0; i < 81; ++i) {
    latin.push_back(static_cast<std::uint8_t>((i / 9 + i % 9) % 9 + 1));
  }
  CHECK(check_square(shape, 0, latin, latin) == Rejection::invalid);
  std::vector<std::uint8_t> large = good;
  large[40] = 10;
  CHECK(check_square(shape, 0, large, large) == Rejection::invalid);
  std::vector<std::uint8_t> hidden = good;
  hidden[7] = 0;
  CHECK(check_square(shape, 0, hidden, good) == Rejection::wrong_clues);
  CHECK(check_square(shape, 1, hidden, good) == Rejection::none);
  hidden[8] = static_cast<std::uint8_t>(hidden[8] % 9 + 1);
  CHECK(check_square(shape, 1, hidden, good) == Rejection::unsolvable);
  CHECK(check_square(shape, 0, {}, {}) == Rejection::invalid);
}

TEST_CASE("square generator: the program must declare its regions") {
  const auto program = RequestProgram::load("@\n#$region[0,0](9x9):decimal = square\n", "p");
  REQUIRE(program);
  const auto generator = SquareGenerator::create(*program, {});
  REQUIRE_FALSE(generator);
  CHECK(to_string(generator.error()).find("no region `visible` of 9 by 9 cells") !=
        std::string::npos);
}
