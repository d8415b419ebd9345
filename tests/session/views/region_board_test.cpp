// Regions drawn as boards: their squares, and the command that shows them.
#include "session/views/region_board.h"

#include "session/debugged.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

// Ends at once; a page of 4x2 cells at (0, 3).
constexpr const char* page =
    "@\n"
    "\n"
    "\n"
    "7 12\n"
    "3   \n";

// Returns what stands on the board, a row a string, `.` for an empty square and `*` after a change.
std::string drawn(const RegionBoardView& view) {
  std::string text;
  for (std::int64_t y = 0; y < view.size.height; ++y) {
    for (std::int64_t x = 0; x < view.size.width; ++x) {
      const BoardSquare& square = view.at({x, y});
      text += (square.text.empty() ? "." : square.text) + (square.changed ? "*" : "");
      if (x + 1 < view.size.width) text += ' ';
    }
    text += '\n';
  }
  return text;
}

RegionBoardView board_of(Debugged& debugged, const char* region) {
  const Session& session = debugged.debugger.session();
  const Region* const found = session.symbols().region(region);
  REQUIRE(found != nullptr);
  REQUIRE(found->board);
  return view_region_board(*found, session.symbols(), session.machine().field, &session.previous());
}

}  // namespace

TEST_CASE("a board: each cell of a region is a square, with what changed since the last stop") {
  Debugged debugged(std::string(page) + "#$region[0,3](4x2):ascii = page\n#$board[2x2] = page\n");
  RegionBoardView view = board_of(debugged, "page");
  CHECK(view.size == Size{4, 2});
  CHECK(view.boxes == Size{2, 2});
  CHECK_FALSE(view.pieces);
  CHECK(drawn(view) == "7 . 1 2\n3 . . .\n");
  CHECK(view.at({2, 0}).cell == Point{2, 3});
  debugged("set 1,3 = '4'");
  view = board_of(debugged, "page");
  CHECK(drawn(view) == "7 4* 1 2\n3 . . .\n");
}

TEST_CASE("a board of numbers: zero is an empty square, and the width is that of the longest") {
  Debugged debugged("@\n\n#$region[0,1](3x1):decimal = row\n#$board = row\n");
  debugged("set 0,1 = 0");
  debugged("set 1,1 = 625");
  debugged("set 2,1 = -1");
  const RegionBoardView view = board_of(debugged, "row");
  CHECK(drawn(view) == ".* 625* -1*\n");
  CHECK(view.width == 3);
}

TEST_CASE("a board of which most squares have changed has no marks, unless it is small") {
  Debugged debugged("@\n\n#$region[0,1](18x1):decimal = row\n#$board = row\n");
  const auto marks = [&debugged] {
    std::size_t count = 0;
    for (const BoardSquare& square : board_of(debugged, "row").squares) count += square.changed;
    return count;
  };
  for (int x = 0; x < 9; ++x) debugged("set " + std::to_string(x) + ",1 = 7");
  CHECK(marks() == 9);
  debugged("set 9,1 = 7");
  CHECK(marks() == 0);
  debugged.debugger.session().mark_previous();
  debugged("set 9,1 = 8");
  CHECK(marks() == 1);
}

TEST_CASE("a board's size and boxes are variables' values, and without sensible ones it is empty") {
  Debugged debugged(
      "@\n\n123456\n123456\n#$watch[0,1]:int = Square :: size\n#$watch[1,1]:int = Square :: box\n"
      "#$region[0,2](6x2):ascii = square\n"
      "#$board[Square::box x Square::box](Square::size x 2) = square\n");
  CHECK(board_of(debugged, "square").size == Size{0, 0});  // blank cells are 32
  debugged("set Square::size = 4");
  RegionBoardView view = board_of(debugged, "square");
  CHECK(drawn(view) == "1 2 3 4\n1 2 3 4\n");  // a board of a new size has no changes
  CHECK(view.boxes == Size{32, 32});
  debugged("set Square::box = 2");
  CHECK(board_of(debugged, "square").boxes == Size{2, 2});
  for (const char* size : {"7", "0", "-1", "9223372036854775807"}) {
    debugged(std::string("set Square::size = ") + size);
    CHECK(board_of(debugged, "square").squares.empty());
  }
  CHECK(debugged("board").text == "square, 0x0\n  the board has no squares yet\n");
}

TEST_CASE("a board with too many squares to see has none") {
  SessionOptions options;
  options.load.size = LoadOptions::SizeOverride{false, {300, 300}};
  Debugged debugged(
      "@\n#$region[0,2](300x298) = all\n#$board = all\n#$region[0,2](1x1) = one\n"
      "#$board(70000x1):a = one\n",
      {}, options);
  CHECK(board_of(debugged, "all").size == Size{0, 0});
  CHECK(board_of(debugged, "one").squares.empty());
}

TEST_CASE("a board with pieces: the cells are positions, row by row from 0") {
  Debugged debugged("@\n\n#$region[0,1](5x1) = places\n#$board(8x8):mcccc = places\n");
  debugged("set 0,1 = 59");
  for (int cat = 0; cat < 4; ++cat) {
    debugged("set " + std::to_string(cat + 1) + ",1 = " + std::to_string(2 * cat));
  }
  debugged.debugger.session().mark_previous();
  RegionBoardView view = board_of(debugged, "places");
  CHECK(view.pieces);
  CHECK(view.size == Size{8, 8});
  CHECK(drawn(view).substr(0, 16) == "c . c . c . c .\n");
  CHECK(view.at({3, 7}).text == "m");
  CHECK(view.at({3, 7}).cell == Point{0, 1});
  CHECK_FALSE(view.at({1, 0}).has_cell);
  // A move marks the square that was left, and the one that was entered.
  debugged("set 0,1 = 50");
  view = board_of(debugged, "places");
  CHECK(view.at({2, 6}).text == "m");
  std::vector<Point> changed;
  for (std::int64_t i = 0; i < 64; ++i) {
    if (view.squares[static_cast<std::size_t>(i)].changed) changed.push_back({i % 8, i / 8});
  }
  CHECK(changed == std::vector<Point>{{2, 6}, {3, 7}});
  // Several on a square, and one that is not on the board.
  debugged("set 1,1 = 50");
  debugged("set 2,1 = 64");
  view = board_of(debugged, "places");
  CHECK(view.at({2, 6}).text == "mc");
  CHECK(view.width == 2);
  CHECK(view.off_board == "c");
}

TEST_CASE("a board with pieces: the positions may be those of a column that a variable chooses") {
  Debugged debugged(
      "@\n\n#$watch[0,1]:int = Game :: now\n#$region[2,0](3x2) = game\n"
      "#$board(4x4):ab@Game::now = game\n");
  debugged("set 3,0 = 1");
  debugged("set 3,1 = 15");
  CHECK(drawn(board_of(debugged, "game")) == ". . . .\n. . . .\n. . . .\n. . . .\n");
  debugged("set Game::now = 3");
  const RegionBoardView view = board_of(debugged, "game");
  CHECK(drawn(view) == ". a* . .\n. . . .\n. . . .\n. . . b*\n");
  CHECK(view.at({3, 3}).cell == Point{3, 1});
  CHECK(view.off_board.empty());
}

TEST_CASE("board NAME shows a region's board with coordinates, boxes and marks") {
  Debugged debugged(std::string(page) +
                    "#$region[0,3](4x2):ascii = page\n#$board[2x1] = page\n"
                    "#$region[0,0](2x1):ascii = other\n");
  CHECK(debugged("board page").text ==
        "page, 4x2\n"
        "      0 1   2 3\n"
        "    +-----+-----+\n"
        "  0 | 7 . | 1 2 |\n"
        "    +-----+-----+\n"
        "  1 | 3 . | . . |\n"
        "    +-----+-----+\n");
  debugged("set 1,3 = '4'");
  // Without a sudoku, all of them.
  CHECK(debugged("board").text ==
        "page, 4x2\n"
        "      0  1    2  3\n"
        "    +-------+-------+\n"
        "  0 | 7  4* | 1  2  |\n"
        "    +-------+-------+\n"
        "  1 | 3  .  | .  .  |\n"
        "    +-------+-------+\n");
  CHECK(debugged("board PAGE").data["boards"][0]["changed"][0]["x"] == 1);
  CHECK(
      debugged.error("board other") ==
      "7: the region 'other' is not drawn as a board; #$board = other in the source makes it one");
}
