// The cells behind the squares of a board; what boards show is in `transcripts/boards.repl`.
#include "session/views/region_board.h"

#include "session/debugged.h"

namespace {

RegionBoardView board_of(Debugged& debugged, const char* region) {
  const Session& session = debugged.debugger.session();
  const Region* const found = session.symbols().region(region);
  REQUIRE(found != nullptr);
  REQUIRE(found->board);
  return view_region_board(*found, session.symbols(), session.machine().field, &session.previous());
}

}  // namespace

TEST_CASE("each square of a board without pieces has a cell of the region") {
  Debugged debugged("@\n\n\n7 12\n3   \n#$region[0,3](4x2):ascii = page\n#$board[2x2] = page\n");
  const RegionBoardView view = board_of(debugged, "page");
  CHECK(view.size == Size{4, 2});
  CHECK(view.boxes == Size{2, 2});
  CHECK_FALSE(view.pieces);
  CHECK(view.at({2, 0}).cell == Point{2, 3});
}

TEST_CASE("the square of a piece has the cell with its position") {
  Debugged debugged(
      "@\n\n#$watch[0,1]:int = Game :: now\n#$region[2,0](3x2) = game\n"
      "#$board(4x4):ab@Game::now = game\n");
  debugged("set 3,0 = 1");
  debugged("set 3,1 = 15");
  debugged("set Game::now = 3");
  const RegionBoardView view = board_of(debugged, "game");
  CHECK(view.pieces);
  CHECK(view.at({3, 3}).cell == Point{3, 1});
  CHECK_FALSE(view.at({0, 0}).has_cell);
  CHECK(view.off_board.empty());
}
