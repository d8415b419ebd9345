#include "session/views/views.h"

#include "history/history.h"
#include "lang/value_format.h"
#include "session/debugged.h"
#include "session/names.h"
#include "session/views/region_board.h"

namespace {

// Stores 7 at (10,1), then 300 at (11,1): "7" 55+1p and so on, all in one line.
constexpr std::string_view program = "755+1p56*55+*55+1+1p@\n";

History after_the_program() {
  History history(Machine(program_from_text(program, {24, 4})),
                  InputLog("", InputLog::End::closed));
  history.run(no_limit);
  return history;
}

Region region(Encoding::Kind kind, Rectangle area = {{9, 1}, {3, 2}}) {
  return {"r", area, Encoding{.kind = kind}, {}};
}

}  // namespace

TEST_CASE("a region is decoded by single ticks") {
  const History history = after_the_program();
  const Playfield& field = history.machine().field;
  const RegionView numbers = view_region(region(Encoding::Kind::decimal), field, nullptr);
  REQUIRE(numbers.cells.size() == 6);
  CHECK(numbers.at({1, 0}).text == "7");
  CHECK(numbers.at({2, 0}).value == 300);
  CHECK(numbers.at({2, 1}).value == ' ');
  CHECK_FALSE(numbers.at({1, 0}).changed());
  CHECK(view_region(region(Encoding::Kind::hex), field, nullptr).at({2, 0}).text == "12c");
  CHECK(view_region(region(Encoding::Kind::ascii), field, nullptr).at({2, 0}).text == "?");
}

TEST_CASE("cells that have changed since an earlier instant are marked") {
  History history = after_the_program();
  history.seek(0);
  const Snapshot start = history.snapshot();
  history.seek(7);
  const RegionView after_one =
      view_region(region(Encoding::Kind::decimal), history.machine().field, &start);
  CHECK(after_one.at({1, 0}).changed());
  CHECK(after_one.at({1, 0}).before == ' ');
  CHECK_FALSE(after_one.at({2, 0}).changed());
}

TEST_CASE("an earlier instant with another field marks nothing") {
  History other(Machine(program_from_text("@", {5, 5})), InputLog("", InputLog::End::closed));
  const Snapshot start = other.snapshot();
  const History history = after_the_program();
  const RegionView view =
      view_region(region(Encoding::Kind::decimal), history.machine().field, &start);
  CHECK_FALSE(view.at({1, 0}).changed());
}

TEST_CASE("a region outside the field has no cells") {
  const Playfield small = program_from_text("@");
  CHECK(view_region(region(Encoding::Kind::ascii), small, nullptr).cells.empty());
}

TEST_CASE("variables are grouped by scope, in the order of their declaration") {
  const Symbols symbols = symbols_in(
      "#$watch[0,0]:int = Solve::x\n"
      "#$watch[1,0]:int = level\n"
      "#$watch[10,1]:int = Solve::y\n"
      "#$watch[11,1]:hex = Step::Up::z\n"
      "#$watch[100,1]:hex = outside\n");
  History history = after_the_program();
  history.seek(0);
  const Snapshot start = history.snapshot();
  history.run(no_limit);
  const auto views = view_variables(symbols, history.machine().field, &start);
  std::vector<std::string> names;
  names.reserve(views.size());
  for (const VariableView& view : views) names.push_back(view.name);
  CHECK(names == std::vector<std::string>{"Solve::x", "Solve::y", "level", "Step::Up::z"});
  CHECK(views[3].scope == "Step::Up");
  CHECK(views[1].cell.before == 32);
}

// The column ruler above parts of the field.

TEST_CASE("the number above a cell is its column, wherever the part begins") {
  for (std::int64_t begin = 0; begin < 240; begin += 7) {
    for (const std::int64_t width : {1, 2, 9, 10, 11, 35, 130}) {
      CAPTURE(begin);
      CAPTURE(width);
      const std::vector<std::string> lines = lines_of(column_ruler(begin, width, "    "));
      REQUIRE(lines.size() == (begin + width > 10 ? 2 : 1));
      REQUIRE(lines.back().size() == static_cast<std::size_t>(width) + 4);
      bool any_tens = lines.size() == 1;
      for (std::int64_t x = begin; x < begin + width; ++x) {
        const auto at = static_cast<std::size_t>(x - begin) + 4;
        REQUIRE(lines.back()[at] == static_cast<char>('0' + x % 10));
        const bool labelled = lines.size() == 2 && at < lines[0].size() && lines[0][at] != ' ' &&
                              lines[0][at - 1] == ' ';
        if (!labelled) continue;
        any_tens = true;
        REQUIRE(std::stoll(lines[0].substr(at)) == x / 10);
      }
      CHECK(any_tens);
    }
  }
}

// The cells behind the squares of a board; what boards show is in `transcripts/boards.repl`.

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
  debugged.run({"set 3,0 = 1", "set 3,1 = 15", "set Game::now = 3"});
  const RegionBoardView view = board_of(debugged, "game");
  CHECK(view.pieces);
  CHECK(view.at({3, 3}).cell == Point{3, 1});
  CHECK_FALSE(view.at({0, 0}).has_cell);
  CHECK(view.off_board.empty());
}
