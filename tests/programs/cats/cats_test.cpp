// cats.b93 by its output alone: whole games, the rules of every move, and what it answers.
#include "programs/cats/cats_board.h"
#include "support/test.h"

namespace {

constexpr const char* no_input = "The input has ended, and with it the game.";
constexpr const char* mouse_moves = "Mouse, your move:";
constexpr const char* mouse_arrived = "The mouse has reached rank 8: the mouse wins.";
constexpr const char* mouse_lost = "The mouse cannot move: the cats win.";
constexpr const char* cats_lost = "The cats cannot move: the mouse wins.";

// Is the second board a move of the side after the first?
void check_move(const CatsPieces& before, const CatsPieces& after, CatsTurn turn) {
  std::size_t matches = 0;
  for_each_move(before, turn,
                [&](CatsMove move) { matches += moved(before, move) == after ? 1 : 0; });
  CHECK(matches == 1);
}

// Whose turn it is on a board, counted from the first.
CatsTurn turn_at(std::size_t board) {
  return board % 2 == 0 ? CatsTurn::mouse : CatsTurn::cats;
}

// Checks a game without undo from its first board to its last words.
void check_game(const std::string& output) {
  const std::vector<CatsPieces> boards = boards_of(output);
  REQUIRE(!boards.empty());
  CHECK(boards.front() == cats_start);
  for (std::size_t i = 0; i + 1 < boards.size(); ++i) {
    CHECK(boards[i][0] >= 8);
    check_move(boards[i], boards[i + 1], turn_at(i));
  }
  const std::string end = lines_of(output).back();
  const CatsTurn turn = turn_at(boards.size() - 1);
  if (boards.back()[0] < 8) {
    CHECK(end == mouse_arrived);
  } else {
    CHECK(end == (turn == CatsTurn::mouse ? mouse_lost : cats_lost));
    CHECK(moves_of(boards.back(), turn).empty());
  }
}

// Plays a side to the end, each time by another of its moves. Returns the output.
std::string play(const std::string& request, CatsTurn turn) {
  std::string input = request;
  for (std::size_t i = 0; i < 60; ++i) {
    std::string output = run_cats(input);
    if (lines_of(output).back() != no_input) return output;
    const Lines moves = moves_of(boards_of(output).back(), turn);
    REQUIRE(!moves.empty());
    input += moves[i * 7 % moves.size()] + "\n";
  }
  FAIL("a game without an end");
  return "";
}

}  // namespace

TEST_CASE("cats: a person plays either side to the end") {
  for (int level = 1; level <= 3; ++level) {
    CAPTURE(level);
    check_game(play(fmt::format("mouse {}\n", level), CatsTurn::mouse));
    check_game(play(fmt::format("cats {}\n", level), CatsTurn::cats));
  }
}

TEST_CASE("cats: a game that is typed in by its squares is the same game") {
  const std::string output = run_cats("none 2\n");
  std::string input = "both\n";
  for (const std::string& line : words_of(output)) {
    const std::size_t at = line.find("move ");
    if (line.starts_with("Records")) input += line.substr(at + 5, 5) + "\n";
  }
  const std::string typed = run_cats(input);
  CHECK(boards_of(typed) == boards_of(output));
  CHECK(lines_of(typed).back() == lines_of(output).back());
}

TEST_CASE("cats: the mouse wins on rank 8, and when the cats cannot move") {
  for (const int top : {0, 1}) {
    CAPTURE(top);
    // The cats go down as fast as they can, the mouse up to this row and then to and fro.
    std::string input = "both\n";
    std::string output = run_cats(input);
    for (std::size_t turn = 0; lines_of(output).back() == no_input; ++turn) {
      const CatsPieces board = boards_of(output).back();
      const bool mouse = turn % 2 == 0;
      Lines moves = moves_of(board, turn_at(turn));
      if (mouse && board[0] / 8 == top) std::erase_if(moves, [](const auto& m) { return m > "3"; });
      REQUIRE(!moves.empty());
      input += (mouse ? moves.front() : moves.back()) + "\n";
      output = run_cats(input);
    }
    check_game(output);
    CHECK(lines_of(output).back() == (top == 0 ? mouse_arrived : cats_lost));
  }
}

TEST_CASE("cats: undo goes back to the person's last turn") {
  const std::vector<CatsPieces> boards = boards_of(run_cats("mouse 1\n7\n9\nundo\nundo\nundo\n"));
  REQUIRE(boards.size() == 7);
  CHECK(boards[5] == boards[2]);
  CHECK(boards[6] == boards[0]);
  CHECK(words_of(run_cats("mouse 1\nundo\n")) ==
        Lines{mouse_moves, "You have not moved yet.", mouse_moves, no_input});
  CHECK(words_of(run_cats("cats 1\nundo\n")).at(2) == "You have not moved yet.");

  const std::vector<CatsPieces> both = boards_of(run_cats("both\n7\n21\nundo\nundo\n9\nboard\n"));
  REQUIRE(both.size() == 7);
  CHECK(both[3] == both[1]);
  CHECK(both[4] == both[0]);
  check_move(both[4], both[5], CatsTurn::mouse);
  CHECK(both[6] == both[5]);
}

TEST_CASE("cats: the input may end anywhere") {
  const std::string input = "\nwhat\nMouse 1\n7\nboard\nd9\nc2 d3\nundo\n1\nquit\n";
  for (std::size_t length = 0; length <= input.size(); ++length) {
    CAPTURE(length);
    const std::string output = run_cats(input.substr(0, length));
    CHECK(output.back() == '\n');
    const std::string last = lines_of(output).back();
    CHECK((length + 1 >= input.size() ? last == "You leave the game." : last == no_input));
    static_cast<void>(boards_of(output));
  }
}
