#include "debugger_ui/panels/test.h"
#include "debugger_ui/sudoku/panels/board_analysis.h"
#include "debugger_ui/sudoku/panels/board_paint.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"
#include "support/files.h"

namespace {

constexpr BoardMap map{{9, 1}, {35, 1}, {22, 1}, {72, 1}, Point{1, 2}};

BoardView open_board() {
  BoardView view;
  view.ready = true;
  view.follows_reference = true;
  for (BoardCell& cell : view.cells) cell.candidates = 0x1ff;
  return view;
}

// The middle of a candidate in a cell, on the screen. Candidate 0 is the middle of the cell.
ImVec2 spot(const PanelFixture& fixture, Point cell, int digit) {
  const int place = digit == 0 ? 4 : digit - 1;
  const auto third = [](std::int64_t along, int part) {
    return (static_cast<float>(along) + (static_cast<float>(part) + 0.5F) / 3) / 9;
  };
  return fixture.point_of("board", {third(cell.x, place % 3), third(cell.y, place / 3)});
}

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
  fixture.draw();
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
  fixture.draw();
  CHECK_FALSE(fixture.panel().available(fixture.snapshot()));
  CHECK(fixture.panel().nothing().find("#$board = grid") != std::string_view::npos);
}

TEST_CASE("a conflict is found in cells, rows, columns and boxes") {
  BoardView view = open_board();
  CHECK_FALSE(find_conflict(view));
  SUBCASE("cell") {
    view.cells[board_index({4, 2})].candidates = 0;
    const auto conflict = find_conflict(view);
    REQUIRE(conflict);
    CHECK(conflict->text == "nothing is possible in (4,2)");
    CHECK(conflict->cells.count() == 1);
  }
  SUBCASE("column") {
    for (int y = 0; y < 9; ++y) {
      view.cells[board_index({3, y})].candidates = 0x1bf;
    }
    const auto conflict = find_conflict(view);
    REQUIRE(conflict);
    CHECK(conflict->text == "no place for 7 in column 3");
    CHECK(conflict->cells.count() == 9);
    CHECK(conflict->cells[board_index({3, 8})]);
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
    view.cells[board_index({0, 0})].digit = 4;
    view.cells[board_index({2, 1})].digit = 4;
    const auto conflict = find_conflict(view);
    REQUIRE(conflict);
    CHECK(conflict->text == "more than one 4 in box 0");
    CHECK(conflict->cells.count() == 2);
  }
}

TEST_CASE("equal digits in a unit are a conflict") {
  std::array<std::uint8_t, 81> digits{};
  digits[0] = 5;
  digits[40] = 5;
  CHECK(conflicting_cells(digits).none());
  digits[8] = 5;
  digits[20] = 5;  // the box of the first
  const CellSet cells = conflicting_cells(digits);
  CHECK(cells.count() == 3);
  CHECK_FALSE(cells[40]);
}

TEST_CASE("a click on a candidate marks its cells in all panels") {
  PanelFixture fixture(make_board_panel(), {.size = {600, 600}});
  fixture.seek(150'000);
  REQUIRE(board_view(fixture.snapshot()));
  const auto& cells = board_view(fixture.snapshot())->cells;
  const auto blank = std::find_if(cells.begin(), cells.end(), [](const BoardCell& cell) {
    return cell.digit == 0 && !cell.possible(3);
  });
  REQUIRE(blank != cells.end());
  const Point at = board_cell(static_cast<std::size_t>(blank - cells.begin()));
  const ImVec2 three = spot(fixture, at, 3);
  fixture.input().click(three.x, three.y);
  fixture.draw();
  CHECK(fixture.selection().board_cell == at);
  CHECK(fixture.selection().board_part == 3);
  const BoardMap& places = *board_map(fixture.snapshot());
  CHECK(fixture.selection().marked == playfield_cells(places, at, 3));
  CHECK(fixture.selection().show.has_value());

  SUBCASE("a double click seeks to the write that ruled it out") {
    fixture.input().click(three.x, three.y);
    fixture.input().click(three.x, three.y);
    fixture.draw();
    REQUIRE_FALSE(fixture.notices.empty());
    CHECK(fixture.notices.back().starts_with("the p at ("));
    CHECK(fixture.snapshot().tick < 150'000);
    CHECK_FALSE(board_view(fixture.snapshot())->at(at).possible(3));
    const Tick tick = fixture.snapshot().tick;
    fixture.seek(tick - 1);
    CHECK(board_view(fixture.snapshot())->at(at).possible(3));
  }
}

TEST_CASE("the menu of a candidate finds the write that ruled it out, and sets a watchpoint") {
  PanelFixture fixture(make_board_panel(), {.size = {600, 600}});
  fixture.seek(150'000);
  const auto& cells = board_view(fixture.snapshot())->cells;
  const auto blank = std::find_if(cells.begin(), cells.end(), [](const BoardCell& cell) {
    return cell.digit == 0 && !cell.possible(3);
  });
  REQUIRE(blank != cells.end());
  const Point at = board_cell(static_cast<std::size_t>(blank - cells.begin()));
  const ImVec2 three = spot(fixture, at, 3);
  const auto choose = [&](const std::string& item) {
    fixture.input().click(three.x, three.y, MouseButton::right);
    fixture.draw();
    REQUIRE_MESSAGE(fixture.click_widget(item), item);
  };
  choose("break when it changes");
  REQUIRE(fixture.snapshot().breakpoints.size() == 1);
  const BoardMap& places = *board_map(fixture.snapshot());
  const auto here = playfield_cells(places, at, 3);
  CHECK(std::find(here.begin(), here.end(), fixture.snapshot().breakpoints[0].area) != here.end());
  choose("all changes of this cell");
  CHECK(fixture.revealed == std::vector<PanelId>{PanelId::history});
  CHECK(fixture.selection().marked == here);
  choose("who ruled out 3?");
  fixture.draw();
  REQUIRE_FALSE(fixture.notices.empty());
  CHECK(fixture.notices.back().starts_with("the p at ("));
  CHECK(fixture.snapshot().tick < 150'000);
  CHECK_FALSE(board_view(fixture.snapshot())->at(at).possible(3));
  // A watchpoint on the cell stops at the same write.
  const Tick tick = fixture.snapshot().tick;
  fixture.seek(tick - 1);
  CHECK(board_view(fixture.snapshot())->at(at).possible(3));
}

TEST_CASE("the badge seeks to the first difference from the reference solver") {
  PanelFixture fixture(make_board_panel(), {.size = {600, 600}});
  fixture.seek(300'000);
  // Any digit that the program sets next differs from this one.
  for (int i = 0; i < 81; ++i) {
    fixture.submit("set grid(" + std::to_string(i % 9) + "," + std::to_string(i / 9) + ") = '4'");
  }
  fixture.seek(550'000);
  REQUIRE(check_of(fixture.snapshot()).difference_at);
  const Tick first = *check_of(fixture.snapshot()).difference_at;
  CHECK(fixture.snapshot().tick == 550'000);
  fixture.click("goto " + std::to_string(first));
  CHECK(fixture.snapshot().tick == first);
  // There the badge still reports it, after the part that agrees.
  REQUIRE(check_of(fixture.snapshot()).difference_at);
  CHECK(*check_of(fixture.snapshot()).difference_at == first);
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
    CHECK_FALSE(check_of(fixture.snapshot()).possible);
    CHECK_FALSE(check_of(fixture.snapshot()).difference_at);
    CHECK_FALSE(fixture.has("board conflict"));
    CHECK_FALSE(fixture.has("board check"));
  }
  CHECK(fixture.snapshot().status == Status::ended);
  // A conflict is one between digits.
  fixture.submit_all({"set grid(1,0) = '3'"});
  CHECK(fixture.has("board conflict"));
}

TEST_CASE("candidates ruled out since the previous stop are marked") {
  PanelFixture fixture(make_board_panel(), {.size = {600, 600}});
  fixture.seek(100'000);
  fixture.seek(130'000);
  const BoardChanges changes = board_changes(fixture.snapshot());
  int ruled_out = 0;
  for (std::size_t i = 0; i < 81; ++i) {
    const std::uint16_t gone = changes.ruled_out[i];
    CHECK((gone & board_view(fixture.snapshot())->cells[i].candidates) == 0);
    ruled_out += gone != 0;
  }
  CHECK(ruled_out > 0);
  CHECK(check_of(fixture.snapshot()).possible);
  CHECK(check_of(fixture.snapshot()).agreed_until == 130'000);
}

TEST_CASE("without its regions the board lists those it needs") {
  PanelFixture fixture(make_board_panel(), {.size = {300, 300}, .source = "1+@"});
  fixture.draw();
  CHECK_FALSE(fixture.panel().available(fixture.snapshot()));
}
