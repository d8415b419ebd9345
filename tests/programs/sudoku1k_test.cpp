// sudoku1k.b93 by its page and its output alone: what it deals, how it answers, and when it ends.
#include "programs/program_run.h"
#include "support/test.h"

namespace {

constexpr const char* file = "sudoku1k/sudoku1k.b93";
constexpr std::string_view compliment = "Well done!\n";

// A board as it is printed, and what follows it up to the next one.
struct Board {
  std::array<std::string, 9> digits;
  std::array<std::string, 9> marks;
  int open = -1;
  int wrong = -1;
  std::string after;
};

std::string play(const std::string& input, std::uint64_t seed = 1) {
  const ProgramRun run = run_program(file, input, {.seed = seed, .dialect = "strict"});
  CHECK(run.stopped == StopReason::ended);
  return run.output;
}

// Does another cell of a row, column or box have the cell's digit?
bool repeats(const std::array<std::string, 9>& digits, std::size_t row, std::size_t column) {
  const char digit = digits.at(row)[column];
  if (digit == ' ') return false;
  for (std::size_t k = 0; k < 81; ++k) {
    const std::size_t y = k / 9;
    const std::size_t x = k % 9;
    const bool sees = y == row || x == column || (y / 3 == row / 3 && x / 3 == column / 3);
    if (sees && (y != row || x != column) && digits.at(y)[x] == digit) return true;
  }
  return false;
}

// Checks the marks of a board, and its counts.
void check_marks(const Board& board) {
  int empty = 0;
  int wrong = 0;
  for (std::size_t row = 0; row < 9; ++row) {
    for (std::size_t column = 0; column < 9; ++column) {
      const char mark = board.marks.at(row)[column];
      if (mark == ' ') continue;  // given
      const bool bad = repeats(board.digits, row, column);
      CHECK(mark == (bad ? '!' : '.'));
      wrong += bad ? 1 : 0;
      empty += board.digits.at(row)[column] == ' ' ? 1 : 0;
    }
  }
  CHECK(board.open == empty);
  CHECK(board.wrong == wrong);
}

std::vector<Board> boards_of(const std::string& output) {
  std::vector<Board> boards;
  std::size_t row = 9;
  for (const std::string& line : lines_of(output)) {
    if (line.starts_with("    SUDOKU ")) {
      boards.emplace_back();
      row = 0;
    } else if (line.size() == 32 && line.starts_with("  ") && line[4] == '|') {
      REQUIRE(row < 9);
      CHECK(line.substr(0, 4) == fmt::format("  {} ", row));
      for (std::size_t column = 0; column < 9; ++column) {
        boards.back().digits.at(row) += line[5 + 3 * column];
        boards.back().marks.at(row) += line[6 + 3 * column];
        CHECK(line[7 + 3 * column] == (column % 3 == 2 ? '|' : ' '));
      }
      ++row;
    } else if (line.starts_with("    open: ")) {
      CHECK(row == 9);
      std::istringstream numbers(line);
      std::string name;
      numbers >> name >> boards.back().open >> name >> boards.back().wrong;
      CHECK(line ==
            fmt::format("    open: {}  wrong: {} ", boards.back().open, boards.back().wrong));
      check_marks(boards.back());
    } else if (!line.empty() && !boards.empty() && boards.back().open >= 0) {
      boards.back().after += line + "\n";
    }
  }
  return boards;
}

std::vector<Board> game(const std::string& input, std::uint64_t seed = 1) {
  return boards_of(play(input, seed));
}

bool is_solution(const std::array<std::string, 9>& grid) {
  const std::set<char> all{'1', '2', '3', '4', '5', '6', '7', '8', '9'};
  for (std::size_t i = 0; i < 9; ++i) {
    std::set<char> column;
    std::set<char> box;
    for (std::size_t k = 0; k < 9; ++k) {
      column.insert(grid.at(k)[i]);
      box.insert(grid.at(i / 3 * 3 + k / 3)[i % 3 * 3 + k % 3]);
    }
    if (std::set<char>(grid.at(i).begin(), grid.at(i).end()) != all) return false;
    if (column != all || box != all) return false;
  }
  return true;
}

struct Cell {
  std::size_t row = 0;
  std::size_t column = 0;
};

std::vector<Cell> marked_cells(const Board& board) {
  std::vector<Cell> cells;
  for (std::size_t row = 0; row < 9; ++row) {
    for (std::size_t column = 0; column < 9; ++column) {
      if (board.marks.at(row)[column] != ' ') cells.push_back({row, column});
    }
  }
  return cells;
}

std::string fill_in(const std::vector<Cell>& cells, const std::array<std::string, 9>& grid) {
  std::string moves;
  for (const Cell& cell : cells) {
    moves += fmt::format("{}{}{}\n", cell.row, cell.column, grid.at(cell.row)[cell.column]);
  }
  return moves;
}

}  // namespace

TEST_CASE("sudoku1k: the page has 80x25 cells, and 1,024 characters at most, as its page says") {
  const std::string all = program_bytes(file);
  const std::string page = all.substr(0, all.find("#$"));  // without the annotations below it
  const std::vector<std::string> lines = lines_of(page);
  for (const std::string& line : lines) CHECK(line.size() <= 80);
  CHECK(lines.size() <= 25);
  const auto characters =
      std::count_if(page.begin(), page.end(), [](char c) { return c != ' ' && c != '\n'; });
  CHECK(characters <= 1024);
  CHECK(std::all_of(page.begin(), page.end(),
                    [](char c) { return c == '\n' || (c >= ' ' && c <= '~'); }));
  const std::string readme = program_bytes("sudoku1k/README.md");
  CHECK(contains(readme, fmt::format("**1,{:03} characters**", characters - 1000)));
  CHECK(contains(readme, "```\n" + page + "```\n"));
}

TEST_CASE("sudoku1k: each level deals a part of a grid, and 0 solves the rest") {
  std::set<std::string> grids;
  for (std::uint64_t seed = 1; seed <= 18; ++seed) {
    CAPTURE(seed);
    const std::uint64_t level = (seed - 1) % 9 + 1;
    const std::vector<Board> boards = game(fmt::format("{}\n0\n", level), seed);
    REQUIRE(boards.size() == 3);
    CHECK(boards[0].open == 81);
    CHECK(marked_cells(boards[0]).size() == 81);
    const Board& dealt = boards[1];
    const Board& shown = boards[2];
    CHECK(is_solution(shown.digits));
    CHECK(dealt.marks == shown.marks);
    CHECK(shown.open == 0);
    CHECK(shown.wrong == 0);
    CHECK(shown.after == "?\n");
    for (std::size_t row = 0; row < 9; ++row) {
      for (std::size_t column = 0; column < 9; ++column) {
        const bool open = dealt.marks.at(row)[column] == '.';
        CHECK(dealt.digits.at(row)[column] == (open ? ' ' : shown.digits.at(row)[column]));
      }
    }
    const auto hidden = static_cast<int>(marked_cells(dealt).size());
    CHECK(dealt.open == hidden);
    CHECK(dealt.wrong == 0);
    CHECK(hidden > 9 * static_cast<int>(level) - 18);
    CHECK(hidden < 9 * static_cast<int>(level) + 18);
    if (level == 9) CHECK(hidden == 81);
    std::string grid;
    for (const std::string& row : shown.digits) grid += row;
    grids.insert(grid);
  }
  CHECK(grids.size() == 18);
}

TEST_CASE(
    "sudoku1k: after the solution, another 0 ends the game, and any other line continues it") {
  const std::string solved = "4\n0\n";
  const std::string asks = play(solved);
  CHECK(asks.ends_with("\n?\n"));
  CHECK(play(solved + "0\n345\n3\n") == asks);
  CHECK(play(solved + " no, 0!\n3\n") == asks);
  CHECK(play(solved + "\n") == asks + "?\n");
  const std::vector<Board> boards = game(solved + "4\n0\n0\n4\n");
  REQUIRE(boards.size() == 5);
  CHECK(boards[3].open > 0);
  CHECK(boards[4].digits == boards[2].digits);
  // The solution may be erased, and is asked about again.
  const std::vector<Cell> cells = marked_cells(boards[2]);
  const std::string at = fmt::format("{}{}", cells.at(0).row, cells.at(0).column);
  const std::vector<Board> erased =
      game(solved + at + "\n" + fill_in({cells[0]}, boards[2].digits) + "0\n");
  REQUIRE(erased.size() == 5);
  CHECK(erased[3].open == 1);
  CHECK(erased[3].after.empty());
  CHECK(erased[4].after == "?\n");
}

TEST_CASE("sudoku1k: entries are counted, marked, erased, and win") {
  const std::vector<Board> solved = game("4\n0\n", 7);
  const std::vector<Cell> cells = marked_cells(solved[1]);
  REQUIRE(cells.size() > 3);
  const Cell cell = cells.front();
  // A digit that is given in the same row repeats.
  const std::string& row = solved[1].digits.at(cell.row);
  const char given = row[row.find_first_not_of(' ')];
  const std::string at = fmt::format("{}{}", cell.row, cell.column);
  const int count = solved[1].open;
  for (const std::string& erased :
       {at, at + " ", at + "0", fmt::format("{} {}", cell.row, cell.column)}) {
    const std::vector<Board> boards =
        game("4\n" + at + given + "\n" + erased + "\n" + fill_in(cells, solved[2].digits), 7);
    REQUIRE(boards.size() == 4 + cells.size());
    CHECK(boards[2].digits.at(cell.row)[cell.column] == given);
    CHECK(boards[2].marks.at(cell.row)[cell.column] == '!');
    CHECK(boards[2].open == count - 1);
    CHECK(boards[2].wrong == 1);
    CHECK(boards[3].digits == solved[1].digits);
    CHECK(boards[3].marks == solved[1].marks);
    CHECK(boards[3].open == count);
    CHECK(boards.back().digits == solved[2].digits);
    CHECK(boards.back().marks == solved[1].marks);
    CHECK(boards.back().open == 0);
    CHECK(boards.back().after == compliment);
  }
}

TEST_CASE("sudoku1k: any grid that obeys the rules wins") {
  std::array<std::string, 9> grid;
  std::vector<Cell> cells;
  for (std::size_t row = 0; row < 9; ++row) {
    for (std::size_t column = 0; column < 9; ++column) {
      // No carry: none of the grids that the program makes itself.
      const std::size_t digit = (row % 3 + column / 3) % 3 * 3 + (row / 3 + column % 3) % 3;
      grid.at(row) += static_cast<char>('1' + digit);
      cells.push_back({row, column});
    }
  }
  REQUIRE(is_solution(grid));
  const std::vector<Board> boards = game(fill_in(cells, grid) + "345\n", 2);
  REQUIRE(boards.size() == 82);
  CHECK(boards.back().digits == grid);
  CHECK(boards.back().after == compliment);
  CHECK(boards[80].after.empty());
}

TEST_CASE("sudoku1k: another level deals the same grid again") {
  const std::vector<Board> boards = game("2\n9\n001\n5\n0\n", 6);
  REQUIRE(boards.size() == 6);
  CHECK(boards[2].open == 81);
  CHECK(boards[3].open == 80);
  CHECK(boards[4].marks[0][0] != '!');
  const std::array<std::string, 9>& solution = boards[5].digits;
  CHECK(solution == game("2\n0\n", 6).back().digits);
  for (const std::size_t i : {std::size_t{1}, std::size_t{4}}) {
    for (std::size_t row = 0; row < 9; ++row) {
      for (std::size_t column = 0; column < 9; ++column) {
        const char digit = boards[i].digits.at(row)[column];
        CHECK((digit == ' ' || digit == solution.at(row)[column]));
      }
    }
  }
}

TEST_CASE("sudoku1k: the input may end anywhere") {
  const std::string input = "x1\n05 \n\n345\n99\r\n6\n0\n";
  const std::string whole = play(input, 3);
  for (std::size_t length = 0; length < input.size(); ++length) {
    CAPTURE(length);
    const std::string output = play(input.substr(0, length), 3);
    CHECK(output.size() < whole.size());
    CHECK(whole.starts_with(output));
  }
}
