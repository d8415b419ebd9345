// Programs that talk, in the whole window: played in the console, and with the mouse alone to their
// ends.
#include "debugger_ui/app/test.h"
#include "debugger_ui/panels/run/console_text.h"

#include <array>

namespace {

struct Talking : AppWindow {
  explicit Talking(const std::string& name = "@cats") : AppWindow({.file = name}) {}
  [[nodiscard]] bool printed(const std::string& text) const {
    return output().find(text) != std::string::npos;
  }
  [[nodiscard]] bool waits() const { return snapshot().input.awaited; }
};

struct Game : Talking {
  explicit Game(const std::string& name) : Talking(name) {
    click_all({"menu Run", "entry play"});
    REQUIRE(waits());
  }
  void choose(const std::string& button, std::initializer_list<const char*> choices) {
    click("button " + button);
    for (const char* const choice : choices) click(std::string("choice ") + choice);
  }
  [[nodiscard]] const RegionBoardView& board() const { return snapshot().region_boards[0]; }
  void click_square(Point at) {
    const auto fraction = [](std::int64_t index, std::int64_t count) {
      return (static_cast<float>(index) + 0.5F) / static_cast<float>(count);
    };
    const Size size = board().size;
    click("board " + board().name, {fraction(at.x, size.width), fraction(at.y, size.height)});
  }
  [[nodiscard]] bool has_ended() const { return snapshot().status == Status::ended; }
};

struct CatsGame : Game {
  CatsGame() : Game("@cats") {}
  // "d1 e2"
  void move(const std::string& squares) {
    for (const std::size_t i : {0U, 3U}) click_square({squares[i] - 'a', '8' - squares[i + 1]});
  }
};

using Grid = std::array<char, 81>;  // ' ': open

bool fits(const Grid& grid, std::size_t cell, char digit) {
  for (std::size_t i = 0; i < grid.size(); ++i) {
    const bool sees = i / 9 == cell / 9 || i % 9 == cell % 9 ||
                      (i / 27 == cell / 27 && i % 9 / 3 == cell % 9 / 3);
    if (sees && grid[i] == digit) return false;
  }
  return true;
}

bool solve(Grid& grid) {
  const auto* const open = std::find(grid.begin(), grid.end(), ' ');
  if (open == grid.end()) return true;
  const auto cell = static_cast<std::size_t>(open - grid.begin());
  for (char digit = '1'; digit <= '9'; ++digit) {
    if (!fits(grid, cell, digit)) continue;
    grid[cell] = digit;
    if (solve(grid)) return true;
  }
  grid[cell] = ' ';
  return false;
}

}  // namespace

TEST_CASE_FIXTURE(CatsGame, "a game of cat and mouse by clicks") {
  choose("begin", {"both", "4"});
  CHECK(board().at({3, 7}).text == "M");
  const Tick start = tick();
  for (const char* const squares : {"d1 e2", "g8 h7", "e2 d3", "h7 g6", "d3 e4", "g6 h5", "e4 d5",
                                    "h5 g4", "d5 e6", "g4 h3", "e6 f7", "h3 g2"}) {
    move(squares);
  }
  CHECK(board().at({5, 1}).text == "M");
  move("f7 g8");
  CHECK(has_ended());
  CHECK(printed("the mouse wins"));
  CHECK(snapshot().input.lines.size() == 14);
  CHECK(Transcript(snapshot().output, snapshot().input).text().find("f7 g8\n") !=
        std::string::npos);
  CHECK(snapshot().branches.size() == 1);
  run("goto " + std::to_string(start));
  CHECK(board().at({3, 7}).text == "M");
}

TEST_CASE_FIXTURE(Talking, "no piece is drawn before the program has set up its board") {
  REQUIRE(snapshot().region_boards.size() == 2);
  for (const RegionBoardView& board : snapshot().region_boards) {
    CHECK(std::all_of(board.squares.begin(), board.squares.end(),
                      [](const BoardSquare& square) { return square.text.empty(); }));
    CHECK(board.off_board.empty());
  }
}

TEST_CASE("a magic square with hidden cells, found by clicks") {
  Game game("@squares");
  game.choose("make", {"magic 3", "50"});
  REQUIRE(game.board().size == Size{3, 3});
  const auto& regions = game.snapshot().regions;
  const auto square = std::find_if(regions.begin(), regions.end(), [](const RegionSnapshot& one) {
    return one.region.name == "square";
  });
  REQUIRE(square != regions.end());
  const std::vector<std::int64_t> values = square->values;
  const auto width = static_cast<std::size_t>(square->region.area.size.width);
  std::size_t hidden = 0;
  for (std::size_t i = 0; i < 9; ++i) {
    const Point at = Size{3, 3}.point_at(i);
    if (!game.board().at(at).hidden) continue;
    CHECK(game.board().at(at).text.empty());
    game.click_square(at);
    // One by trying, the others as they are.
    const std::string value = std::to_string(values[i / 3 * width + i % 3]);
    game.click(hidden++ == 0 ? "choice reveal" : "choice " + value);
    CHECK(game.board().at(at).text == value);
  }
  CHECK(hidden == 4);
  CHECK(game.has_ended());
  CHECK(game.printed("Hits: 3"));
}

TEST_CASE("a sudoku on a page of text, solved by clicks") {
  Game game("@sudoku1k");
  CHECK(game.board().text);
  game.choose("level", {"1"});
  // Each cell has three characters: its digit, and a dot if it is open.
  const auto corner = [](std::size_t cell) {
    const auto row = static_cast<std::int64_t>(cell / 9);
    return Point{5 + 3 * static_cast<std::int64_t>(cell % 9), 4 + row + row / 3};
  };
  Grid grid{};
  std::vector<std::size_t> open;
  for (std::size_t cell = 0; cell < grid.size(); ++cell) {
    const std::string& text = game.board().at(corner(cell)).text;
    grid.at(cell) = text.empty() ? ' ' : text[0];
    if (text.empty()) open.push_back(cell);
  }
  REQUIRE(!open.empty());
  REQUIRE(open.size() < 30);
  REQUIRE(solve(grid));
  for (const std::size_t cell : open) {
    game.click_square({corner(cell).x + 1, corner(cell).y});
    game.click(std::string("choice ") + grid.at(cell));
  }
  CHECK(game.has_ended());
  CHECK(game.printed("Well done!"));
}

// ---- In the console

TEST_CASE_FIXTURE(Talking, "cat and mouse is played in the console") {
  CHECK_FALSE(has("tab puzzle"));
  CHECK(has("tab board"));
  tap(Key::f5);
  CHECK(waits());
  CHECK(has("tile console"));
  // The line has the keyboard, and the run goes on after each answer.
  enter("mouse 1");
  CHECK(printed("Mouse, your move:"));
  CHECK(waits());
  enter("9");
  CHECK(printed("I move"));
  CHECK(snapshot().input.lines.size() == 2);
  CHECK(snapshot().branches.size() == 1);
  const Tick end = snapshot().tick;
  enter("7");
  CHECK(snapshot().tick > end);
}

TEST_CASE_FIXTURE(Talking, "the tour of a program that talks shows its console") {
  perform("tour");
  for (int i = 0; i < 2; ++i) click("tour next");
  CHECK(has("tile console"));
}

TEST_CASE_FIXTURE(Talking, "the console comes forward when a run waits, and takes the keyboard") {
  application().tiling().bring_to_front(PanelId::history);
  settle();
  REQUIRE_FALSE(has("tile console"));
  SUBCASE("playing with Space") {
    application().session().play(RunDirection::forward, SessionThread::unlimited);
    settle();
    CHECK(has("tile console"));
    CHECK(snapshot().input.resumes);
    tap(Key::escape);  // leaves the field
    tap(Key::escape);  // ends the run that waits
    CHECK_FALSE(snapshot().input.resumes);
  }
  SUBCASE("a step") {
    run("step 1000000");
    CHECK(has("tile console"));
    REQUIRE(waits());
    const Tick tick = snapshot().tick;
    enter("both");
    CHECK(snapshot().input.size == 5);
    CHECK(snapshot().tick == tick);
  }
}

TEST_CASE_FIXTURE(Talking, "what was typed for one program is not in the line of the next") {
  tap(Key::f5);
  type("mouse");
  open_file("@sudoku1k");
  tap(Key::f5);
  enter("119");
  CHECK(snapshot().input.text.starts_with("119\n"));
}

TEST_CASE_FIXTURE(Talking, "a program at a read waits for input, however it came there") {
  run("step 1000000");
  CHECK(has("status waits for input"));
  run("goto " + std::to_string(tick()));
  CHECK(has("status waits for input"));
}
