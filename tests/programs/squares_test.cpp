// squares.b93 by its output alone: what the rows of each kind must be, and what it answers.
#include "programs/program_run.h"
#include "support/test.h"

#include <utility>

namespace {

using Row = std::vector<int>;
using Square = std::vector<Row>;

constexpr std::string_view greeting =
    "Say a kind: magic, latin, true-latin, sudoku, trivial or pseudo; then, if you like, an order "
    "and, for a game, the per cent of cells to hide.\n";

// Returns what is printed after the greeting.
std::string run_squares(const std::string& input, std::uint64_t seed = 1) {
  const ProgramRun run =
      run_program("squares/squares.b93", input, {.seed = seed, .dialect = "strict"});
  CHECK(run.stopped == StopReason::ended);
  REQUIRE(run.output.starts_with(greeting));
  return run.output.substr(greeting.size());
}

// Returns the line that follows the last row of a box: dashes up to the sum, with a plus sign below
// each bar.
std::string line_below(const std::string& row) {
  const std::size_t number = row.find_first_of("123456789");
  const std::size_t first = row.find(' ', number) + 2;
  const std::size_t end = row.find_last_not_of(' ', row.rfind(' ')) + 1;
  std::string line(first, ' ');
  for (std::size_t at = first; at < end; ++at) line += row[at] == '|' ? '+' : '-';
  return line;
}

// Returns the rows of an answer that is nothing but a square with boxes of that side, or without
// boxes, and checks numbers, sums and lines.
Square square_of(const std::string& output, std::size_t box = 0) {
  Square square;
  bool line_is_due = false;
  for (const std::string& line : lines_of(output)) {
    if (std::exchange(line_is_due, false)) {
      CHECK(line == line_below(output.substr(0, output.find('\n'))));
      continue;
    }
    CHECK(line.size() == output.find('\n'));  // aligned
    CHECK(line.back() != ' ');
    std::istringstream stream(line);
    Row row;
    for (std::string word; stream >> word;) {
      if (word == "|") {
        CHECK((box != 0 && (row.size() - 1) % box == 0));
      } else {
        row.push_back(std::stoi(word));
      }
    }
    REQUIRE(row.size() >= 3);
    const auto bars = static_cast<std::size_t>(std::count(line.begin(), line.end(), '|'));
    CHECK(bars == (box == 0 ? 0 : (row.size() - 2) / box - 1));
    CHECK(row.front() == static_cast<int>(square.size()) + 1);
    CHECK(row.back() == std::accumulate(row.begin() + 1, row.end() - 1, 0));
    square.emplace_back(row.begin() + 1, row.end() - 1);
    CHECK(square.back().size() == square.front().size());
    line_is_due = box != 0 && square.size() % box == 0 && square.size() < square.front().size();
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

// Adds the squares that a magic one becomes if each row i, from the one given on, changes places
// with row 2i or stays.
void add_choices(Square square, std::size_t i, std::set<Square>& results) {
  if (i == square.size()) {
    results.insert(square);
    return;
  }
  add_choices(square, i + 1, results);
  std::swap(square[i], square[2 * i % square.size()]);
  add_choices(std::move(square), i + 1, results);
}

}  // namespace

TEST_CASE("squares: magic squares") {
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
  }
}

TEST_CASE("squares: latin ones are magic ones of which some rows and columns changed places") {
  for (const int n : {1, 3, 5}) {
    CAPTURE(n);
    std::set<Square> rows;
    std::set<Square> possible;
    add_choices(square_of(run_squares(fmt::format("magic {}", n))), 1, rows);
    for (const Square& square : rows) add_choices(transposed(square), 1, possible);
    std::set<Square> drawn;
    for (std::uint64_t seed = 0; seed < 40; ++seed) {
      const Square square = square_of(run_squares(fmt::format("latin {}", n), seed));
      CHECK(possible.contains(transposed(square)));
      drawn.insert(square);
    }
    // All of them for order 3, and many for order 5.
    CHECK(drawn.size() >= std::min<std::size_t>(possible.size(), 25));
  }
  for (const int n : {7, 11, 23, 99}) {
    CAPTURE(n);
    const int sum = n * (n * n + 1) / 2;
    const Square latin = square_of(run_squares(fmt::format("latin {}", n)));
    CHECK(is_one_to(n * n, all_of(latin)));
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
  for (const Kind& kind :
       {Kind{"sudoku 9", 3, 20}, Kind{"pseudo 21", 7, 2}, Kind{"pseudo 27", 9, 2},
        Kind{"sudoku 25", 5, 2}, Kind{"sudoku 49", 7, 1}, Kind{"trivial 9", 3, 3},
        Kind{"trivial 25", 5, 3}, Kind{"trivial 49", 7, 3}}) {
    CAPTURE(kind.request);
    std::set<Square> squares;
    for (std::uint64_t seed = 0; seed < kind.seeds; ++seed) {
      const Square square = square_of(run_squares(kind.request, seed), kind.side);
      CHECK(rows_have_no_repeats(square));
      CHECK(rows_have_no_repeats(transposed(square)));
      check_boxes(square, kind.side);
      squares.insert(square);
    }
    CHECK(squares.size() == kind.seeds);
  }
}

// Before any exchange, each box is the first one with its rows and columns rotated.
TEST_CASE("squares: a trivial sudoku is a box, rotated") {
  for (const std::size_t side : {3U, 5U, 7U}) {
    CAPTURE(side);
    const Square square = square_of(run_squares(fmt::format("trivial {}", side * side)), side);
    REQUIRE(square.size() == side * side);
    for (std::size_t y = 0; y < square.size(); ++y) {
      for (std::size_t x = 0; x < square.size(); ++x) {
        CHECK(square[y][x] == square[(y % side + x / side) % side][(x % side + y / side) % side]);
      }
    }
  }
}

TEST_CASE("squares: an order left out is drawn") {
  for (const std::string kind : {"magic", "latin", "true-latin", "trivial"}) {
    CAPTURE(kind);
    std::set<std::size_t> orders;
    for (std::uint64_t seed = 0; seed < 4; ++seed) {
      orders.insert(lines_of(run_squares(kind + '\n', seed)).size());
    }
    CHECK(orders.size() > 1);
  }
}

TEST_CASE("squares: two blanks stand before the widest sum, whatever the size") {
  for (const char* request :
       {"magic 1", "magic 3", "magic 5", "latin 9", "magic 99", "true-latin 2", "true-latin 14",
        "true-latin 30", "sudoku 9", "pseudo 21", "pseudo 27", "trivial 49"}) {
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
    CHECK((output.empty() || output.back() == '\n'));
  }
}
