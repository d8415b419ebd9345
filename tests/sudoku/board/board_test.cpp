#include "sudoku/board/board.h"

#include "session/debugged.h"
#include "session/names.h"
#include "session/session.h"

#include "sudoku/solving/program_host.h"
#include "sudoku/support/scripted_board.h"

namespace {

using Origin = BoardCell::Origin;
using Phase = BoardPhase::Kind;

const std::string no_givens(81, ' ');

// A field with the four regions in a row and the level below, and what the tests write there.
class Board {
 public:
  static constexpr BoardMap map{{0, 0}, {9, 0}, {36, 0}, {45, 0}, Point{0, 9}, true};

  // The program is searching.
  Board() {
    for (std::int64_t y = 0; y < 27; ++y) {
      for (std::int64_t x = 9; x < 72; ++x) field_.set({x, y}, 0);
    }
    set_level(0);
  }
  void set_level(std::int64_t level) { field_.set(*map.level, level); }
  void set_digit(Point cell, int digit) { field_.set(cell, '0' + digit); }
  void set_guess(Point cell, std::int64_t depth) { field_.set({36 + cell.x, cell.y}, depth); }
  void rule_out(Point cell, int digit, std::int64_t depth) {
    const Point place{3 * cell.x + (digit - 1) % 3, 3 * cell.y + (digit - 1) / 3};
    field_.set({9 + place.x, place.y}, 'X');
    field_.set({45 + place.x, place.y}, depth);
  }
  [[nodiscard]] BoardView view(std::string_view givens = no_givens) const {
    return view_board(map, cells_of(field_), {Phase::search, std::string(givens), 0});
  }
  Playfield& field() { return field_; }

 private:
  Playfield field_ = program_from_text("", {72, 27});
};

std::string line(const std::string& text, int number) {
  std::size_t at = 0;
  for (int i = 0; i < number; ++i) at = text.find('\n', at) + 1;
  return text.substr(at, text.find('\n', at) - at);
}

}  // namespace

TEST_CASE("a board is found by the names and sizes of its regions") {
  const auto map =
      find_board(
          symbols_in(
              "#$region[9,1](9x9):ascii = GRID\n#$region[22,1](9x9):decimal = rlatter\n"
              "#$region[35,1](27x27):decimal = pspace\n#$region[72,1](27x27):decimal = rstack\n"
              "#$watch[1,2]:int = recursionLevel\n"))
          .value();
  CHECK(map.level == Point{1, 2});
  CHECK(map.grid == Point{9, 1});
  CHECK(map.rstack == Point{72, 1});
  CHECK(message_of(find_board(symbols_in("#$region[9,1](9x9):ascii = grid\n"))) ==
        "there is no region 'pspace', 27x27; a board has grid and rlatter of 9x9, pspace and "
        "rstack of 27x27");
  const auto small = find_board(symbols_in("#$region[9,1](9x8):ascii = grid\n"));
  REQUIRE_FALSE(small);
  CHECK(small.error().what == "the size is wrong of 'grid', 9x9");
}

TEST_CASE("the program's data says when its board means something") {
  Board board;
  board.set_digit({2, 2}, 3);
  board.set_guess({2, 2}, 32);
  board.rule_out({2, 2}, 1, 1);
  std::string reason;
  BoardPhase phase;
  SUBCASE("not yet") {
    reason = "the program is not solving yet";
  }
  SUBCASE("never: no variable") {
    phase.kind = Phase::undeclared;
    reason = "the program does not declare recursionLevel, which says how many guesses stand";
  }
  SUBCASE("no more: it may set further givens") {
    phase = {Phase::reading_on, no_givens, 0};
    reason = "the program has read on, so what is given is not known";
  }
  BoardView view = view_board(Board::map, cells_of(board.field()), phase);
  CHECK_FALSE(view.ready);
  CHECK(view.at({2, 2}).origin == Origin::unknown);
  CHECK(view.at({2, 2}).digit == 3);
  CHECK(view.at({2, 2}).depth == 0);
  CHECK(view.at({2, 2}).candidates == 0x1ff);
  const std::string text = to_text(view);
  CHECK(line(text, 4) == "  r3 |  .    .    3   |  .    .    .   |  .    .    .   |");
  CHECK(line(text, 14).rfind("     1 digit of unknown origin: " + reason, 0) == 0);
  CHECK(line(text, 15).empty());
  CHECK(describe(view, {2, 2}) ==
        "r3c3 is 3, of unknown origin: " + std::string(reason_not_ready(view.phase)));
}

TEST_CASE("only a puzzle that is yet to be solved is shown in place of the board") {
  Board board;
  const std::string puzzle = "5" + std::string(80, ' ');
  for (const Phase kind : {Phase::undeclared, Phase::reading_on, Phase::before}) {
    BoardView view = view_board(Board::map, cells_of(board.field()), {kind, puzzle, 0});
    show_upcoming(view, puzzle);
    CHECK(view.upcoming == (kind == Phase::before));
    CHECK(view.at({0, 0}).digit == (view.upcoming ? 5 : 0));
  }
}

TEST_CASE("while nothing has been ruled out, all digits are given") {
  Board board;
  board.set_digit({2, 2}, 3);
  board.set_digit({3, 3}, 4);
  const BoardView view = view_board(Board::map, cells_of(board.field()), {Phase::clear, {}, 0});
  CHECK(view.ready);
  CHECK(view.at({2, 2}).origin == Origin::given);
  CHECK(view.at({3, 3}).origin == Origin::given);
}

TEST_CASE("the first level need not be 0, and no guess is deeper than the present one") {
  Board board;
  board.set_level(3);
  board.set_digit({0, 0}, 5);
  board.set_guess({0, 0}, 1);
  board.set_digit({1, 0}, 6);
  board.set_guess({1, 0}, 3);
  board.set_digit({2, 0}, 7);
  board.set_guess({2, 0}, 4);  // of a guess that was undone
  for (int v = 1; v <= 9; ++v) board.rule_out({3, 0}, v, v == 8 ? 2 : 1);
  board.set_digit({3, 0}, 8);  // its own place is ruled out too
  const std::string givens = "5" + std::string(80, ' ');
  const BoardView view =
      view_board(Board::map, cells_of(board.field()), {Phase::search, givens, 1});
  CHECK(view.depth == 2);
  CHECK(view.at({0, 0}).origin == Origin::given);
  CHECK(view.at({1, 0}).origin == Origin::guessed);
  CHECK(view.at({1, 0}).depth == 2);
  CHECK(view.at({2, 0}).origin == Origin::deduced);
  CHECK(view.at({3, 0}).origin == Origin::deduced);
  CHECK(view.at({3, 0}).depth == 1);
}

TEST_CASE("a board is drawn in its boxes") {
  Board board;
  const std::string givens = "5" + std::string(80, ' ');
  board.set_digit({0, 0}, 5);
  board.set_level(1);
  board.set_digit({1, 0}, 6);
  board.set_guess({1, 0}, 1);
  board.set_digit({3, 0}, 8);
  for (const int v : {1, 2, 3, 4, 5, 6, 7, 9}) board.rule_out({3, 0}, v, v == 9 ? 2 : 0);
  for (int v = 1; v <= 9; ++v) board.rule_out({8, 0}, v, 1);
  const std::string text = to_text(board.view(givens));
  CHECK(line(text, 0) == "       c1   c2   c3     c4   c5   c6     c7   c8   c9");
  CHECK(line(text, 1) == "     +----------------+----------------+----------------+");
  CHECK(line(text, 2) == "  r1 | [5]  (6)a  .   |  8b   .    .   |  .    .    !   |");
  CHECK(line(text, 3) == "  r2 |  .    .    .   |  .    .    .   |  .    .    .   |");
  CHECK(line(text, 5) == line(text, 1));
  CHECK(line(text, 14) == "     1 given, 1 deduced, 1 guessed, 78 blank");
  CHECK(line(text, 15) ==
        "     [5] given   5 deduced   (5)a guess a   5a deduced from guess a   ! nothing possible");
}

TEST_CASE("candidates are drawn as nine positions a cell") {
  Board board;
  board.set_digit({1, 0}, 6);
  for (const int v : {1, 2, 6, 9}) board.rule_out({0, 0}, v, 0);
  const std::string text = to_text(board.view(), true);
  CHECK(line(text, 2) == "     | ..3       123  | 123  123  123  | 123  123  123  |");
  CHECK(line(text, 3) == "  r1 | 45.   6   456  | 456  456  456  | 456  456  456  |");
  CHECK(line(text, 4) == "     | 78.       789  | 789  789  789  | 789  789  789  |");
  CHECK(line(text, 5) == "     |                |                |                |");
  CHECK(line(text, 13) == "     +----------------+----------------+----------------+");
}

TEST_CASE("a cell is described in a sentence") {
  Board board;
  board.set_level(2);
  board.set_digit({1, 0}, 6);
  board.set_guess({1, 0}, 2);
  board.set_digit({2, 0}, 7);
  for (const int v : {1, 2, 3, 4, 5, 6, 8, 9}) board.rule_out({2, 0}, v, v == 1 ? 1 : 0);
  for (const int v : {1, 2, 3, 4, 5, 6}) board.rule_out({0, 0}, v, 0);
  for (int v = 1; v <= 9; ++v) board.rule_out({8, 0}, v, 1);
  BoardView view = board.view();
  for (BoardCell& cell : view.cells) cell.set_at = 12'345;
  CHECK(describe(view, {0, 0}) == "r1c1 is blank; possible are 7, 8, 9");
  CHECK(describe(view, {1, 0}) == "r1c2 is 6, guess b, at tick 12,345");
  CHECK(describe(view, {2, 0}) == "r1c3 is 7, deduced from guess a, at tick 12,345");
  CHECK(describe(view, {8, 0}) == "r1c9 is blank, and nothing is possible there");
}

TEST_CASE("the givens are the digits in the grid when the first mark is stored") {
  BoardScript script;
  script.clear();
  script.store({9, 1}, '5');
  const Tick clear = script.tick();
  script.set_level(2);
  const Tick set = script.tick();
  script.store({10, 1}, '4');
  const Tick all = script.tick();
  script.store({35, 1}, 'X');
  const Tick searching = script.tick();
  script.store({11, 1}, '6');
  script.run("~");
  const std::string expected = "54" + std::string(79, ' ');

  Debugged debugged(script.source(), InputLog("x", InputLog::End::closed));
  Session& session = debugged.debugger.session();
  const BoardMap map = find_board(session.symbols()).value();
  BoardGivens known;
  const auto at = [&](Tick tick) {
    session.history().seek(tick);
    BoardGivens givens;
    REQUIRE(givens.search(session, map, nullptr));
    REQUIRE(known.search(session, map, nullptr));
    CHECK(session.machine().tick == tick);
    const BoardPhase phase = givens.at(map, session.machine());
    CHECK(known.at(map, session.machine()).kind == phase.kind);
    return phase;
  };
  CHECK(at(clear - 10).kind == Phase::before);
  CHECK(at(clear).kind == Phase::before);  // recursionLevel is still a character
  CHECK(at(set).kind == Phase::before);    // and nothing has been set since
  CHECK(at(all).kind == Phase::clear);
  CHECK(at(all).first_level == 2);
  CHECK(at(all).is_given(1, 4));
  CHECK(at(searching).kind == Phase::search);
  CHECK(known.at(map, session.machine()).givens == expected);
  CHECK(at(searching + 8).kind == Phase::search);
  CHECK_FALSE(at(searching + 8).is_given(2, 6));
  session.history().run(no_limit);
  CHECK(at(session.machine().tick).kind == Phase::reading_on);
  CHECK(at(all).kind == Phase::clear);
  BoardMap without = map;
  without.level.reset();
  CHECK(known.at(without, session.machine()).kind == Phase::undeclared);
}

TEST_CASE("the command tells nothing of a board that is not ready") {
  // With the puzzle that is drawn in the program, and an empty one.
  for (const std::string& input : {std::string(), std::string(81, '.')}) {
    CAPTURE(input);
    Debugged debugged(std::string(puzzles::embedded_solver()),
                      InputLog(input, InputLog::End::closed));
    std::size_t ready = 0;
    for (Tick tick = 0; tick <= 62'000; tick += 2000) {
      debugged("goto " + std::to_string(tick));
      const bool set = debugged("print returnAddr").data["value"] == 1;
      const Response board = debugged("board");
      CAPTURE(tick);
      CHECK(board.data["ready"] == set);
      ready += set ? 1 : 0;
      for (const Json& cell : board.data["cells"]) {
        const bool blank = cell["digit"] == 0;
        CHECK(cell["origin"] == (blank ? "blank" : "given"));
        CHECK(cell["depth"] == 0);
        if (!set) CHECK(cell["possible"].size() == 9);
      }
      CHECK(contains(board.text, "the program is not solving yet") == !set);
    }
    CHECK(ready > 0);
  }
}
