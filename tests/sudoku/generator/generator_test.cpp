#include "support/test.h"

#include <atomic>

#include "sudoku/generator/puzzle_generator.h"
#include "sudoku/solving/program_host.h"
#include "sudoku/solving/puzzle.h"

using namespace fungescope::puzzles;

namespace {

// Minimal, with 23 clues.
const std::string minimal_puzzle =
    "...9..521.........8...73...78......6....14.........3...1......24.8...9.7.9.26.4..";

RequestProgram setter() {
  return RequestProgram::setter();
}

RequestProgram program_of(const std::string& source) {
  return RequestProgram::load(source, "mine.b93").value();
}

// A program that prints lines, whatever it is asked.
RequestProgram printer_of(const std::string& lines) {
  std::string pushed;
  for (const char character : lines) {
    pushed.insert(0, character == '\n' ? "\"52*\"" : std::string(1, character));
  }
  return program_of("52*\"" + pushed + "\">:#,_@\n");
}

GeneratedPuzzle made_by(const RequestProgram& program, const ClueRequest& clues = {}) {
  PuzzleGenerator generator(program, {.clues = clues, .engine = EngineKind::interpreter});
  return generator.make(0);
}

Rejection rejection_of(const std::string& puzzle, const ClueRequest& clues = {}) {
  return check_generated(grid_from_line(puzzle), clues).rejection;
}

}  // namespace

TEST_CASE("generator: minimal puzzles have one solution, each another one") {
  const RequestProgram program = setter();
  PuzzleGenerator generator(program, {.seed = 4});
  std::set<std::string> different;
  for (std::uint64_t i = 0; i < 4; ++i) {
    const GeneratedPuzzle puzzle = generator.make(i);
    REQUIRE(puzzle.status == GeneratedPuzzle::Status::accepted);
    CHECK(puzzle.index == i);
    CHECK(puzzle.ticks > 1'000'000);
    CHECK(is_solution_of(puzzle.solution, puzzle.grid));
    CHECK(solve_with_bitmasks(puzzle.grid).count == 1);
    different.insert(to_line(puzzle.grid));
  }
  CHECK(different.size() == 4);
}

TEST_CASE("generator: puzzles of a seed can be made in any order, on any engine") {
  const RequestProgram program = setter();
  const ClueRequest clues{ClueRequest::Kind::number, 40};
  std::vector<GeneratedPuzzle> list;
  PuzzleGenerator upwards(program, {.seed = 7, .clues = clues});
  for (std::uint64_t i = 0; i < 3; ++i) list.push_back(upwards.make(i));
  PuzzleGenerator downwards(program,
                            {.seed = 7, .clues = clues, .engine = EngineKind::interpreter});
  for (std::uint64_t i = 3; i-- > 0;) {
    const GeneratedPuzzle again = downwards.make(i);
    CHECK(again.grid == list[i].grid);
    CHECK(again.seed == list[i].seed);
    CHECK(again.ticks == list[i].ticks);
  }
  PuzzleGenerator other(program, {.seed = 8, .clues = clues});
  CHECK(other.make(0).grid != list[0].grid);
}

TEST_CASE("generator: a puzzle is the run of the program with the puzzle's seed") {
  const RequestProgram program = setter();
  PuzzleGenerator generator(program, {.seed = 5, .clues = {ClueRequest::Kind::number, 50}});
  const GeneratedPuzzle puzzle = generator.make(12);
  CHECK(puzzle.seed == seed_of_run(5, 12));
  Machine start = program.start;
  start.random = Random(puzzle.seed);
  Machine machine = start;
  Engine engine(EngineKind::automatic);
  engine.load(machine, start);
  StringInput input("1 50\n");
  BoundedOutput output;
  CHECK(engine.run(machine, {input, output}, no_limit) == StopReason::ended);
  CHECK(output.text.ends_with("\n" + to_line(puzzle.grid) + "\n"));
  CHECK(machine.tick == puzzle.ticks);
  Random random(5);
  for (int i = 0; i < 12; ++i) (void)random.next();
  CHECK(seed_of_run(5, 12) == random.next());
}

TEST_CASE("generator: the clues that were asked for") {
  const RequestProgram program = setter();
  PuzzleGenerator by_rows(program, {.clues = {ClueRequest::Kind::rows}});
  const GeneratedPuzzle rows = by_rows.make(1);
  REQUIRE(rows.status == GeneratedPuzzle::Status::accepted);
  CHECK(count_clues(rows.grid) == 27);
  for (const int number : {28, 80}) {
    PuzzleGenerator generator(program, {.clues = {ClueRequest::Kind::number, number}});
    const GeneratedPuzzle puzzle = generator.make(0);
    REQUIRE(puzzle.status == GeneratedPuzzle::Status::accepted);
    CHECK(count_clues(puzzle.grid) == number);
  }
}

TEST_CASE("generator: names of clues") {
  for (const char* const name : {"minimal", "rows", "20", "47", "80"}) {
    const auto clues = parse_clues(name).value();
    CHECK(to_string(clues) == name);
  }
  for (const char* const name :
       {"", "19", "81", "-20", "+20", "20 ", "2x", "Rows", "999999999999"}) {
    CHECK_FALSE(parse_clues(name));
  }
}

TEST_CASE("generator: a puzzle that was not asked for is rejected") {
  const ClueRequest rows{ClueRequest::Kind::rows};
  const ClueRequest number{ClueRequest::Kind::number, 23};
  const std::string full =
      "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
  CHECK(rejection_of(minimal_puzzle) == Rejection::none);
  CHECK(rejection_of(minimal_puzzle, number) == Rejection::none);
  CHECK(rejection_of(minimal_puzzle, rows) == Rejection::wrong_clues);
  CHECK(rejection_of(full) == Rejection::not_minimal);
  CHECK(rejection_of(full, number) == Rejection::wrong_clues);
  CHECK(rejection_of("55" + std::string(79, '.')) == Rejection::invalid);
  CHECK(rejection_of(std::string(81, '.')) == Rejection::several_solutions);
  std::string without = minimal_puzzle;
  without[3] = '.';
  CHECK(rejection_of(without) == Rejection::several_solutions);
  std::string with = minimal_puzzle;
  with[0] = to_line(solve_with_bitmasks(grid_from_line(minimal_puzzle)).solution)[0];
  CHECK(rejection_of(with) == Rejection::not_minimal);
  // 27 clues, three in each row.
  std::string even = full;
  for (std::size_t i = 0; i < even.size(); ++i) {
    if ((i + i / 9) % 3 != 0) even[i] = '.';
  }
  CHECK(rejection_of(even, rows) == Rejection::wrong_clues);
  // Row 1 leaves 9 for its last cell, and column 9 has one.
  std::string unsolvable =
      "12345678.............................................9" + std::string(27, '.');
  unsolvable.replace(54, 8, "24681357");
  CHECK(rejection_of(unsolvable) == Rejection::unsolvable);
}

TEST_CASE("generator: a program that is not trusted") {
  const GeneratedPuzzle good = made_by(printer_of(minimal_puzzle));
  CHECK(good.status == GeneratedPuzzle::Status::accepted);
  CHECK(good.reason.empty());
  CHECK(made_by(printer_of("Say what.\n" + minimal_puzzle)).grid == good.grid);
  for (const std::string after : {"\nBye.", "\n"}) {
    CHECK(made_by(printer_of(minimal_puzzle + after)).rejection == Rejection::no_puzzle);
  }

  const GeneratedPuzzle empty = made_by(printer_of(std::string(81, '.')));
  CHECK(empty.status == GeneratedPuzzle::Status::rejected);
  CHECK(empty.rejection == Rejection::several_solutions);
  CHECK(empty.reason == "several solutions: " + std::string(81, '.'));

  const GeneratedPuzzle talk = made_by(printer_of("hello"));
  CHECK(talk.rejection == Rejection::no_puzzle);
  CHECK(talk.reason == "it printed 'hello\\n' instead of a line of 81 cells");
  CHECK(made_by(printer_of(minimal_puzzle.substr(1))).rejection == Rejection::no_puzzle);
  CHECK(made_by(program_of("@")).rejection == Rejection::no_puzzle);

  const GeneratedPuzzle endless = made_by(program_of("1.#@\n"));
  CHECK(endless.rejection == Rejection::failed);
  CHECK(contains(endless.reason, "printed more than 65536 bytes"));
  const GeneratedPuzzle deep = made_by(program_of("1\n"));
  CHECK(deep.rejection == Rejection::failed);
  CHECK(contains(deep.reason, "its limit of 1048576 values, at (0, 0)"));
}

TEST_CASE("generator: it can be stopped in the middle of a run") {
  const RequestProgram endless = program_of("><\n");
  int polls = 0;
  PuzzleGenerator generator(
      endless, {.engine = EngineKind::interpreter, .stopped = [&polls] { return ++polls > 3; }});
  const GeneratedPuzzle puzzle = generator.make(0);
  CHECK(puzzle.status == GeneratedPuzzle::Status::stopped);
  CHECK(puzzle.ticks > 0);
  CHECK(generator.make(1).ticks == 0);
}
