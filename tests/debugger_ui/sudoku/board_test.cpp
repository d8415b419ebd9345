#include "sudoku/game/board.h"

#include "debugger_ui/panels/test.h"
#include "debugger_ui/sudoku/panels/board_analysis.h"
#include "debugger_ui/sudoku/panels/board_paint.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"
#include "support/files.h"

#include <fmt/format.h>

namespace {

constexpr BoardMap map{{9, 1}, {35, 1}, {22, 1}, {72, 1}, Point{1, 2}};

BoardView open_board() {
  BoardView view;
  view.ready = true;
  view.follows_reference = true;
  for (BoardCell& cell : view.cells) cell.candidates = 0x1ff;
  return view;
}

struct Board : PanelFixture {
  Board() : PanelFixture(make_board_panel(), {.size = {600, 600}}) {}
  [[nodiscard]] const BoardView& view() const { return *board_view(snapshot()); }
};

// A cell without a digit, in which 3 is ruled out.
struct RuledOut : Board {
  RuledOut() {
    seek(150'000);
    const auto blank = std::ranges::find_if(
        view().cells, [](const BoardCell& cell) { return cell.digit == 0 && !cell.possible(3); });
    REQUIRE(blank != view().cells.end());
    at = board_cell(static_cast<std::size_t>(blank - view().cells.begin()));
    places = playfield_cells(*board_map(snapshot()), at, 3);
    // 3 is at the right above the middle of its cell.
    spot = {(static_cast<float>(at.x) + 2.5F / 3) / 9, (static_cast<float>(at.y) + 0.5F / 3) / 9};
  }
  // That the panel has found the write that ruled it out.
  void check_found() {
    REQUIRE_FALSE(notices.empty());
    CHECK(notices.back().starts_with("the p at ("));
    CHECK(tick() < 150'000);
    CHECK_FALSE(view().at(at).possible(3));
    seek(tick() - 1);
    CHECK(view().at(at).possible(3));
  }
  Point at;
  std::vector<Rectangle> places;
  ImVec2 spot;
};

}  // namespace

TEST_CASE("a cell of the board maps to four areas of the playfield and back") {
  const auto all = playfield_cells(map, {2, 5}, 0);
  REQUIRE(all.size() == 4);
  CHECK(all[0] == Rectangle{{11, 6}, {1, 1}});
  CHECK(all[1] == Rectangle{{41, 16}, {3, 3}});
  const auto seven = playfield_cells(map, {2, 5}, 7);
  CHECK(seven[1] == Rectangle{{41, 18}, {1, 1}});
  CHECK(seven[3] == Rectangle{{78, 18}, {1, 1}});
  CHECK(board_cell_at(map, {11, 6}) == Point{2, 5});
  CHECK(board_cell_at(map, {43, 18}) == Point{2, 5});
  CHECK(board_cell_at(map, {78, 18}) == Point{2, 5});
  CHECK_FALSE(board_cell_at(map, {0, 0}));
}

TEST_CASE("in other programs the panel draws the regions that the source makes boards") {
  PanelFixture fixture(make_board_panel(), {.source = "@\n\n12\n34\n"
                                                      "#$region[0,1](1x1) = place\n"
                                                      "#$region[0,2](2x2):ascii = page\n"
                                                      "#$board[1x1] = page\n"
                                                      "#$board(4x4):q = place\n"});
  CHECK(fixture.panel().available(fixture.snapshot()));
  REQUIRE(fixture.snapshot().region_boards.size() == 2);
  fixture.click("board page", {0.75F, 0.25F});
  CHECK(fixture.selection().cell == Point{1, 2});
  // The piece is a square's; where there is none, nothing is selected.
  fixture.submit_all({"set 0,1 = 6"});
  const RegionBoardView& pieces = fixture.snapshot().region_boards[0];
  CHECK(pieces.name == "place");
  CHECK(pieces.at({2, 1}).text == "q");
  fixture.click("board place", {0.1F, 0.1F});
  CHECK(fixture.selection().cell == Point{1, 2});
  fixture.click("board place", {0.6F, 0.4F});
  CHECK(fixture.selection().cell == Point{0, 1});
}

TEST_CASE("without a board the panel says how a source gets one") {
  PanelFixture fixture(make_board_panel(), {.source = "12+.@"});
  CHECK_FALSE(fixture.panel().available(fixture.snapshot()));
  CHECK(fixture.panel().nothing().find("#$board = grid") != std::string_view::npos);
}

TEST_CASE("a conflict is found in cells, rows, columns and boxes") {
  BoardView view = open_board();
  const auto check = [&](const std::string& text, std::size_t cells) {
    const auto conflict = find_conflict(view);
    REQUIRE(conflict);
    CHECK(conflict->text == text);
    CHECK(conflict->cells.count() == cells);
    return conflict->cells;
  };
  CHECK_FALSE(find_conflict(view));
  SUBCASE("cell") {
    view.cells[board_index({4, 2})].candidates = 0;
    check("nothing is possible in r3c5", 1);
  }
  SUBCASE("column") {
    for (int y = 0; y < 9; ++y) view.cells[board_index({3, y})].candidates = 0x1bf;
    CHECK(check("no place for 7 in column 4", 9)[board_index({3, 8})]);
  }
  SUBCASE("before the program is ready nothing is known") {
    view.cells[0].candidates = 0;
    view.ready = false;
    CHECK_FALSE(find_conflict(view));
  }
  SUBCASE("of a program with another method, digits count and candidates do not") {
    view.cells[0].candidates = 0;
    view.follows_reference = false;
    CHECK_FALSE(find_conflict(view));
    for (const Point at : {Point{0, 0}, Point{2, 1}}) view.cells[board_index(at)].digit = 4;
    check("more than one 4 in box 1", 2);
  }
}

TEST_CASE("equal digits in a unit are a conflict") {
  puzzles::Grid grid;
  const auto conflicts = [&] { return game::indicators_of(game::board_of(grid), {}).conflicts; };
  grid.cells[0] = 5;
  grid.cells[40] = 5;
  CHECK(conflicts().empty());
  grid.cells[8] = 5;
  grid.cells[20] = 5;  // the box of the first
  CHECK(conflicts().size() == 3);
  CHECK_FALSE(conflicts().contains(40));
}

TEST_CASE_FIXTURE(RuledOut, "a click on a candidate marks its cells in all panels") {
  click("board", spot);
  CHECK(selection().board_cell == at);
  CHECK(selection().board_part == 3);
  CHECK(selection().marked == places);
  CHECK(selection().show.has_value());
  SUBCASE("a double click seeks to the write that ruled it out") {
    double_click("board", spot);
    check_found();
  }
}

TEST_CASE_FIXTURE(RuledOut, "a candidate's menu has a watchpoint and the write that ruled it out") {
  choose("board", "break when it changes", spot);
  REQUIRE(snapshot().breakpoints.size() == 1);
  CHECK(std::ranges::count(places, snapshot().breakpoints[0].area) == 1);
  choose("board", "all changes of this cell", spot);
  CHECK(revealed == std::vector<PanelId>{PanelId::history});
  CHECK(selection().marked == places);
  choose("board", "who ruled out 3?", spot);
  draw();
  check_found();  // at the same write
}

TEST_CASE_FIXTURE(Board, "the badge seeks to the first difference from the reference solver") {
  seek(300'000);
  // Any digit that the program sets next differs from this one.
  for (int i = 0; i < 81; ++i) submit(fmt::format("set grid({},{}) = '4'", i % 9, i / 9));
  seek(550'000);
  const auto first = check_of(snapshot()).difference_at;
  REQUIRE(first);
  CHECK(tick() == 550'000);
  click("goto " + std::to_string(*first));
  CHECK(tick() == *first);
  // There the badge still reports it, after the part that agrees.
  CHECK(check_of(snapshot()).difference_at == first);
}

TEST_CASE("a solver with another method has no conflict, no difference and no check mark") {
  PanelFixture fixture(
      make_board_panel(),
      {.size = {600, 600},
       .source = test::data("programs/backtracker_mapped.b93"),
       .input = "..3..16579.7345.21.51876493.48132976729..4.38.36798245.72689514814"
                "253.69.95.17382\n"});
  for (const Tick tick : {230'000, 300'000, 10'000'000}) {
    fixture.seek(tick);
    REQUIRE(board_view(fixture.snapshot()));
    CHECK(board_view(fixture.snapshot())->ready);
    CHECK_FALSE(check_of(fixture.snapshot()).method);
    CHECK_FALSE(check_of(fixture.snapshot()).difference_at);
    CHECK(fixture.has("board event"));
    CHECK_FALSE(fixture.has("board conflict"));
    CHECK_FALSE(fixture.has("board check"));
  }
  CHECK(fixture.snapshot().status == Status::ended);
  CHECK(fixture.output().starts_with("483921657\n"));
  // A conflict is one between digits.
  fixture.submit_all({"set grid(1,0) = '3'"});
  CHECK(fixture.has("board conflict"));
}

TEST_CASE_FIXTURE(Board, "candidates ruled out since the previous stop are marked") {
  seek(100'000);
  seek(130'000);
  const BoardChanges changes = board_changes(snapshot());
  int ruled_out = 0;
  for (std::size_t i = 0; i < 81; ++i) {
    CHECK((changes.ruled_out[i] & view().cells[i].candidates) == 0);
    ruled_out += changes.ruled_out[i] != 0;
  }
  CHECK(ruled_out > 0);
  CHECK(check_of(snapshot()).method);
  CHECK(check_of(snapshot()).agreed_until == 130'000);
}
