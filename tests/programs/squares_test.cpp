// squares.b93 by its output alone: what the rows of each kind must be, and what it answers.
#include "programs/program_run.h"
#include "support/test.h"

namespace {

using Row = std::vector<int>;
using Square = std::vector<Row>;

std::string run_squares(const std::string& input, std::uint64_t seed = 1) {
  const ProgramRun run =
      run_program("squares/squares.b93", input, {.seed = seed, .dialect = "strict"});
  CHECK(run.stopped == StopReason::ended);
  return run.output;
}

// Returns the rows of an answer that is nothing but a square, and checks numbers and sums.
Square square_of(const std::string& output) {
  Square square;
  for (const std::string& line : lines_of(output)) {
    CHECK(line.size() == output.find('\n'));  // aligned
    CHECK(line.back() != ' ');
    std::istringstream stream(line);
    Row row;
    for (int number = 0; stream >> number;) row.push_back(number);
    REQUIRE(row.size() >= 3);
    CHECK(row.front() == static_cast<int>(square.size()) + 1);
    CHECK(row.back() == std::accumulate(row.begin() + 1, row.end() - 1, 0));
    square.emplace_back(row.begin() + 1, row.end() - 1);
    CHECK(square.back().size() == square.front().size());
  }
  CHECK(square.size() == square.front().size());
  return square;
}

Square transposed(const Square& square) {
  Square result(square.size(), Row(square.size()));
  for (std::size_t y = 0; y < square.size(); ++y) {
    for (std::size_t x = 0; x < square.size(); ++x) result[x][y] = square[y][x];
  }
  return result;
}

bool is_one_to(int largest, Row numbers) {
  Row expected(static_cast<std::size_t>(largest));
  std::iota(expected.begin(), expected.end(), 1);
  std::sort(numbers.begin(), numbers.end());
  return numbers == expected;
}

Row all_of(const Square& square) {
  Row numbers;
  for (const Row& row : square) numbers.insert(numbers.end(), row.begin(), row.end());
  return numbers;
}

bool rows_have_no_repeats(const Square& square) {
  return std::all_of(square.begin(), square.end(), [](const Row& row) {
    return std::set<int>(row.begin(), row.end()).size() == row.size();
  });
}

void check_row_sums(const Square& square, int sum) {
  for (const Row& row : square) CHECK(std::accumulate(row.begin(), row.end(), 0) == sum);
}

void check_boxes(const Square& square, std::size_t side) {
  for (std::size_t top = 0; top < square.size(); top += side) {
    for (std::size_t left = 0; left < square.size(); left += side) {
      Row box;
      for (std::size_t k = 0; k < side * side; ++k) {
        box.push_back(square[top + k / side][left + k % side]);
      }
      CHECK(is_one_to(static_cast<int>(side * side), box));
    }
  }
}

// Returns the smallest number of blanks before the last number of a line.
std::size_t blanks_before_sums(const std::string& output) {
  std::size_t blanks = output.size();
  for (const std::string& line : lines_of(output)) {
    const std::size_t sum = line.find_last_of(' ') + 1;
    blanks = std::min(blanks, sum - line.find_last_not_of(' ', sum - 1) - 1);
  }
  return blanks;
}

}  // namespace

TEST_CASE("squares: magic squares, and the latin ones made from them") {
  for (const int n : {1, 3, 5, 7, 9, 11, 23, 99}) {
    CAPTURE(n);
    const int sum = n * (n * n + 1) / 2;
    const Square magic = square_of(run_squares(fmt::format("magic {}\n", n)));
    CHECK(is_one_to(n * n, all_of(magic)));
    check_row_sums(magic, sum);
    check_row_sums(transposed(magic), sum);
    int down = 0;
    int up = 0;
    const auto side = static_cast<std::size_t>(n);
    for (std::size_t i = 0; i < side; ++i) {
      down += magic[i][i];
      up += magic[i][side - 1 - i];
    }
    CHECK(down == sum);
    CHECK(up == sum);
    CHECK(magic[0][side / 2] == 1);

    Square latin = magic;
    for (int turn = 0; turn < 2; ++turn) {
      for (std::size_t i = 0; i < side; ++i) std::swap(latin[i], latin[2 * i % side]);
      latin = transposed(latin);
    }
    CHECK(square_of(run_squares(fmt::format("latin {}\n", n))) == latin);
    check_row_sums(latin, sum);
    check_row_sums(transposed(latin), sum);
  }
}

TEST_CASE("squares: true Latin squares") {
  for (const int n : {2, 3, 4, 5, 8, 10, 13, 30}) {
    CAPTURE(n);
    const auto seed = static_cast<std::uint64_t>(n);
    const Square square = square_of(run_squares(fmt::format("true-latin {}\n", n), seed));
    for (const Square& side : {square, transposed(square)}) {
      for (const Row& row : side) CHECK(is_one_to(n, row));
    }
  }
}

TEST_CASE("squares: sudokus and pseudo-sudokus, another for each seed") {
  struct Kind {
    const char* request;
    std::size_t side;
    std::uint64_t seeds;
  };
  for (const Kind& kind : {Kind{"sudoku 9", 3, 20}, Kind{"pseudo 21", 7, 2},
                           Kind{"pseudo 27", 9, 2}, Kind{"sudoku 25", 5, 2}}) {
    CAPTURE(kind.request);
    std::set<Square> squares;
    for (std::uint64_t seed = 0; seed < kind.seeds; ++seed) {
      const Square square = square_of(run_squares(kind.request, seed));
      CHECK(rows_have_no_repeats(square));
      CHECK(rows_have_no_repeats(transposed(square)));
      check_boxes(square, kind.side);
      squares.insert(square);
    }
    CHECK(squares.size() == kind.seeds);
  }
}

TEST_CASE("squares: an order left out is drawn") {
  for (const std::string kind : {"magic", "latin", "true-latin"}) {
    CAPTURE(kind);
    std::set<std::size_t> orders;
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      orders.insert(square_of(run_squares(kind + '\n', seed)).size());
    }
    CHECK(orders.size() > 1);
  }
}

TEST_CASE("squares: two blanks stand before the widest sum, whatever the size") {
  for (const char* request : {"magic 1", "magic 3", "magic 5", "latin 9", "magic 99",
                              "true-latin 2", "true-latin 14", "true-latin 30", "sudoku 9"}) {
    CAPTURE(request);
    CHECK(blanks_before_sums(run_squares(request)) == 2);
  }
  for (const char* request : {"pseudo 21", "pseudo 27"}) {
    CAPTURE(request);
    CHECK(blanks_before_sums(run_squares(request)) == 2);
  }
}

TEST_CASE("squares: a cell outside the square is answered with the rows and columns there are") {
  for (const int order : {3, 9, 11, 99}) {
    CAPTURE(order);
    const std::string range = fmt::format("Rows and columns go from 1 to {}.\n", order);
    const std::string start = fmt::format("magic {} 100\n", order);
    const std::string before = run_squares(start + "quit\n");
    const std::string first_board = before.substr(0, before.find("Cells hidden"));
    for (const std::string& move :
         {std::string("0 1 1"), std::string("1 0 1"), std::string("reveal 0 0"),
          fmt::format("{} 1 1", order + 1), fmt::format("1 {} 1", order + 1),
          fmt::format("reveal {} {}", order + 1, order + 1), std::string("99999 1 1")}) {
      CAPTURE(move);
      CHECK(run_squares(start + move + "\nquit\n") ==
            first_board + range + before.substr(before.find("Cells hidden")));
    }
  }
}

TEST_CASE("squares: a value above 1000 can be tried") {
  const std::string start = "magic 33 100\n";
  const std::string rows = run_squares("magic 33\n");
  std::istringstream first_row(rows);
  int value = 0;
  for (int column = 0; column <= 16; ++column) first_row >> value;
  CHECK(value == 1088);
  const std::string output = run_squares(start + "1 16 1000\n1 16 10880\n1 16 1088\nquit\n");
  CHECK(contains(output, "Wrong.\nWrong.\nRight.\n"));
  CHECK(contains(output, "Tries: 3\nHits: 1\n"));

  const std::string largest = run_squares("magic 99 100\n99 50 9801\n99 50 99999\nquit\n");
  CHECK(contains(largest, "Right.\n"));
}

TEST_CASE("squares: the share is exact") {
  for (const std::size_t share : {0U, 1U, 37U, 50U, 99U, 100U}) {
    const std::string output = run_squares(fmt::format("true-latin 9 {}\n", share), share);
    const std::string board = output.substr(0, output.find("Cells"));
    const std::string cells = board.substr(0, board.find("A move is"));
    CHECK(std::count(cells.begin(), cells.end(), '.') == static_cast<long>(81 * share / 100));
  }
}

// Whatever is hidden, the first board has a part of the square that the game ends with.
TEST_CASE("squares: a game reveals the square that its first board hides a share of") {
  for (std::uint64_t seed = 0; seed < 40; ++seed) {
    const std::size_t n = seed % 6 + 2;
    const std::size_t share = 25 * (seed % 4 + 1);
    std::string input = fmt::format("true-latin {} {}\n", n, share);
    CAPTURE(input);
    for (std::size_t k = 0; k < n * n; ++k) {
      input += fmt::format("reveal {} {}\n", k / n + 1, k % n + 1);
    }
    const Lines lines = lines_of(run_squares(input, seed));
    const std::size_t hidden = n * n * share / 100;
    CHECK(std::count(lines.begin(), lines.end(), "Revealed.") == static_cast<long>(hidden));
    REQUIRE(lines.size() >= 2 * n + 5);
    const Lines counts(lines.end() - 4, lines.end());
    CHECK(counts == Lines{fmt::format("Cells hidden: {}", hidden), "Tries: 0", "Hits: 0",
                          fmt::format("Revealed: {}", hidden)});
    std::string rows;
    for (std::size_t y = 0; y < n; ++y) {
      const std::string& row = lines[lines.size() - 4 - n + y];
      const std::string& before = lines[1 + y];
      REQUIRE(before.size() == row.size());
      for (std::size_t i = 0; i < row.size(); ++i) CHECK((before[i] == '.' || before[i] == row[i]));
      rows += row + "\n";
    }
    const Square square = square_of(rows);
    for (const Square& side : {square, transposed(square)}) {
      for (const Row& row : side) CHECK(is_one_to(static_cast<int>(n), row));
    }
  }
}

TEST_CASE("squares: the input may end anywhere") {
  const std::string input = "\nLatin 3 60\n1 1 9\nreveal 2 2\nhm\n3 3 1\nquit\n";
  for (std::size_t length = 0; length <= input.size(); ++length) {
    CAPTURE(length);
    const std::string output = run_squares(input.substr(0, length));
    CHECK(output.back() == '\n');
  }
}
