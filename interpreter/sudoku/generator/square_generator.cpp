#include "sudoku/generator/square_generator.h"

#include "sudoku/solving/bitmask_solver.h"

#include <algorithm>
#include <bitset>
#include <utility>

#include <fmt/format.h>

namespace fungescope::puzzles {
namespace {

constexpr std::size_t max_number = 81;

// Returns the corner of a region of at least `order` by `order` cells.
Result<Point> corner_of_region(const RequestProgram& program, const char* name, std::size_t order) {
  const Region* const region = program.annotations().find_region(name);
  const auto needed = static_cast<std::int64_t>(order);
  if (region == nullptr || region->area.size.width < needed || region->area.size.height < needed) {
    return fail(
        {program.file()},
        fmt::format("the program declares no region `{}` of {} by {} cells", name, order, order),
        "use one that holds its square there, as @squares does");
  }
  return region->area.corner;
}

// Returns whether no number is twice among the cells that `cell_at(0)` to `cell_at(count - 1)`
// name.
template <class CellAt>
bool are_distinct(const std::vector<std::uint8_t>& numbers, std::size_t count, CellAt cell_at) {
  std::bitset<max_number + 1> seen;
  for (std::size_t i = 0; i < count; ++i) {
    const std::uint8_t number = numbers[cell_at(i)];
    if (seen.test(number)) return false;
    seen.set(number);
  }
  return true;
}

bool is_valid_square(const SquareShape& shape, const std::vector<std::uint8_t>& numbers) {
  const std::size_t order = shape.order;
  const std::size_t side = shape.box_side;
  if (numbers.size() != shape.cells()) return false;
  const bool in_range = std::all_of(numbers.begin(), numbers.end(), [&shape](std::uint8_t number) {
    return number >= 1 && number <= shape.numbers();
  });
  if (!in_range) return false;
  for (std::size_t line = 0; line < order; ++line) {
    const bool row = are_distinct(numbers, order, [=](std::size_t i) { return line * order + i; });
    const bool column =
        are_distinct(numbers, order, [=](std::size_t i) { return i * order + line; });
    if (!row || !column) return false;
  }
  for (std::size_t y = 0; y < order; y += side) {
    for (std::size_t x = 0; x < order; x += side) {
      const auto cell_at = [=](std::size_t i) { return (y + i / side) * order + x + i % side; };
      if (!are_distinct(numbers, shape.numbers(), cell_at)) return false;
    }
  }
  return true;
}

}  // namespace

std::optional<SquareShape> find_square_shape(std::size_t order) {
  for (const SquareShape& shape : square_shapes) {
    if (shape.order == order) return shape;
  }
  return std::nullopt;
}

Rejection check_square(const SquareShape& shape, std::size_t hidden,
                       const std::vector<std::uint8_t>& cells,
                       const std::vector<std::uint8_t>& solution) {
  if (!is_valid_square(shape, solution)) return Rejection::invalid;
  std::size_t found = 0;
  for (std::size_t i = 0; i < solution.size(); ++i) {
    found += cells[i] == 0 ? 1 : 0;
    if (cells[i] != 0 && cells[i] != solution[i]) return Rejection::unsolvable;
  }
  if (found != hidden) return Rejection::wrong_clues;
  if (shape.order != 9) return Rejection::none;
  Grid puzzle;
  std::copy(cells.begin(), cells.end(), puzzle.cells.begin());
  return solve_with_bitmasks(puzzle).count == 1 ? Rejection::none : Rejection::several_solutions;
}

SquareGenerator::SquareGenerator(const RequestProgram& program, SquareOptions options, Point square,
                                 Point visible)
    : seed_(options.seed),
      shape_(options.shape),
      hidden_(options.shape.cells() * options.hidden_percent / 100),
      request_(fmt::format("{} {} {}", shape_.numbers() == shape_.order ? "sudoku" : "pseudo",
                           shape_.order, options.hidden_percent)),
      square_(square),
      visible_(visible),
      runner_(program, options.engine, std::move(options.stopped)) {}

Result<SquareGenerator> SquareGenerator::create(const RequestProgram& program,
                                                SquareOptions options) {
  const Result<Point> square = corner_of_region(program, "square", options.shape.order);
  if (!square) return tl::unexpected(square.error());
  const Result<Point> visible = corner_of_region(program, "visible", options.shape.order);
  if (!visible) return tl::unexpected(visible.error());
  return SquareGenerator(program, std::move(options), *square, *visible);
}

GeneratedSquare SquareGenerator::make(std::uint64_t index) {
  GeneratedSquare square;
  square.index = index;
  square.seed = seed_of_run(seed_, index);
  const RequestRun run = runner_.run(request_, square.seed);
  square.ticks = run.ticks;
  if (run.end == RequestRun::End::stopped) {
    square.status = GeneratedPuzzle::Status::stopped;
    return square;
  }
  if (run.end == RequestRun::End::failed) {
    square.rejection = Rejection::failed;
    square.reason = run.reason;
  } else {
    const Playfield& field = runner_.machine().field;
    const auto order = static_cast<std::int64_t>(shape_.order);
    for (std::int64_t y = 0; y < order; ++y) {
      for (std::int64_t x = 0; x < order; ++x) {
        const std::int64_t value = field.at({square_.x + x, square_.y + y});
        const auto number = static_cast<std::uint8_t>(value >= 1 && value <= 81 ? value : 0);
        const bool shown = hidden_ == 0 || field.at({visible_.x + x, visible_.y + y}) == 1;
        square.solution.push_back(number);
        square.cells.push_back(shown ? number : std::uint8_t{0});
      }
    }
    square.rejection = check_square(shape_, hidden_, square.cells, square.solution);
    if (square.rejection != Rejection::none) square.reason = to_string(square.rejection);
  }
  if (square.rejection != Rejection::none) square.status = GeneratedPuzzle::Status::rejected;
  return square;
}

}  // namespace fungescope::puzzles
