// What comes before a game: a puzzle entered by hand, and the best times.
#include "debugger_ui/sudoku/play_window.h"

namespace {

struct Entry : PlayWindow {
  void ask() { perform("enter a puzzle…"); }
  // Types a puzzle row by row; '.' is an empty cell.
  void type_puzzle(std::string_view puzzle) {
    for (const char c : puzzle) {
      input().tap(c == '.' ? Key::space
                           : static_cast<Key>(static_cast<int>(Key::digit_0) + c - '0'));
      frames(2, 0);
    }
    settle();
  }
  [[nodiscard]] PlayState& board() const { return model().entry.board(); }
  [[nodiscard]] std::string entered() const { return board().game().digits_text(); }
  [[nodiscard]] bool says_there(std::string_view part) const {
    return board().message().text.find(part) != std::string::npos;
  }
};

// easy_puzzle with 1 and 2 exchanged.
constexpr std::string_view other_puzzle =
    "53..7....6..295....98....6.8...6...34..8.3..27...1...6.6....18....429..5....8..79";

game::GameResult result_at(game::Level level, int seconds, const std::string& date, int hints = 0) {
  return {level, std::int64_t{1000} * seconds, date, hints, puzzles::grid_from_line(easy_puzzle)};
}

}  // namespace

TEST_CASE_FIXTURE(Entry, "a puzzle is entered by hand, and played") {
  click("play enter a puzzle");
  REQUIRE(model().is_entering());
  CHECK_FALSE(model().is_playing());
  type_puzzle(easy_puzzle);
  CHECK(entered() == easy_puzzle);
  CHECK(board().cursor() == 0);  // after the last cell, the first

  // Digits are corrected and undone; marks and modes do not exist here.
  enter(2, 9);
  CHECK(entered().substr(0, 4) == "539.");
  tap(Key::z, with_ctrl);
  CHECK(entered() == easy_puzzle);
  tap(Key::y, with_ctrl);
  select(2);
  tap(Key::delete_key);
  CHECK(entered() == easy_puzzle);
  tap(Key::x);
  enter(2, 1, with_ctrl);
  CHECK(board().game().board().cells[2] == game::CellContent());
  click("play undo");
  CHECK(entered().substr(0, 4) == "539.");
  click("play redo");

  click("play start");
  REQUIRE(model().is_playing());
  CHECK(puzzles::to_line(game().puzzle().givens) == easy_puzzle);
  CHECK(game().is_given(0));
  CHECK(game().puzzle().level == game::Level::easy);
  CHECK_FALSE(game().can_undo());

  // The next one begins empty.
  ask();
  CHECK(entered() == std::string(81, '.'));
}

TEST_CASE_FIXTURE(Entry, "an entered puzzle with none or several solutions is doubted first") {
  ask();
  tap(Key::enter);
  CHECK(says_there("there are no digits yet"));
  type_puzzle("53..7");
  tap(Key::enter);
  CHECK(model().is_entering());
  CHECK(says_there("more than one solution"));
  CHECK(has("play play it anyway"));

  // A change takes the doubt away; there is no digit left for r1c9 then.
  select(0);
  type_puzzle("12345678");
  CHECK(has("play start"));
  enter(17, 9);
  tap(Key::enter);
  CHECK(model().is_entering());
  CHECK(says_there("no solution"));
  click("play play it anyway");
  REQUIRE(model().is_playing());
  CHECK(game().puzzle().solutions == 0);
  CHECK_FALSE(state().message().text.empty());
}

TEST_CASE_FIXTURE(Entry, "an entered puzzle that breaks a rule, and a full one, are not begun") {
  ask();
  type_puzzle("55");
  tap("Enter");
  CHECK(says_there("digit 5"));
  CHECK(look_of(board()).at(1).conflict);
  select(0);
  type_puzzle(easy_solution);
  CHECK(entered() == easy_solution);
  tap("Enter");
  CHECK(model().is_entering());
  CHECK(says_there("solved already"));
}

TEST_CASE_FIXTURE(Entry, "Escape leaves the entry with its digits, and the game waits meanwhile") {
  paste(easy_puzzle);
  enter(2, 4);
  const auto time = state().milliseconds();
  ask();
  type_puzzle("12");
  frames(5, 1.0);
  tap("Esc");
  CHECK_FALSE(model().is_entering());
  CHECK(has("level easy"));
  click("play enter a puzzle");
  CHECK(entered().starts_with("12."));
  click("play cancel");
  tap("Esc");
  REQUIRE(model().is_playing());
  CHECK(content(2).digit == 4);
  CHECK(state().milliseconds() <= time + 1000);
}

TEST_CASE("a game in progress is discarded only after a question, whose default is not to") {
  Entry window;
  window.paste(easy_puzzle);
  window.paste(other_puzzle);  // nobody has played the first one: no question
  REQUIRE(window.game().puzzle().givens == puzzles::grid_from_line(other_puzzle));
  window.enter(2, 4);
  window.tap("Ctrl+Z Ctrl+Y");
  window.frames(3, 1.0);
  const auto check_asked = [&window] {
    REQUIRE(window.has("choice keep playing"));
    const std::string question = "choice text Discard the game in progress? 31 of 81 cells, 0:0";
    CHECK(window.names_after(question).size() == 1);
  };
  const auto type_in = [&] {
    window.ask();
    window.type_puzzle(easy_puzzle);
    window.tap("Enter");
    check_asked();
  };
  SUBCASE("for a puzzle from the clipboard, Enter keeps it") {
    window.paste(easy_puzzle);
    check_asked();
    window.tap("Enter");
  }
  SUBCASE("for one of a level, Escape keeps it") {
    window.model().next.set_seed(4);
    window.tap("Ctrl+N");
    window.click("level medium");
    check_asked();
    window.tap("Esc");
  }
  SUBCASE("for that of the program, a button keeps it") {
    window.perform("puzzle from the debugger");
    check_asked();
    window.click("choice keep playing");
  }
  SUBCASE("for one entered by hand, which stays where it was entered") {
    type_in();
    window.tap("Esc");
    CHECK(window.entered() == easy_puzzle);
  }
  SUBCASE("unless it is to be discarded") {
    type_in();
    window.click("choice discard it");
    CHECK(window.game().puzzle().givens == puzzles::grid_from_line(easy_puzzle));
    CHECK_FALSE(window.game().can_undo());
    return;
  }
  REQUIRE(window.model().is_playing());
  CHECK(window.content(2).digit == 4);
  CHECK(window.game().can_undo());
}

TEST_CASE_FIXTURE(PlayWindow, "the best times are listed by level") {
  model().best.add(result_at(game::Level::easy, 200, "2026-11-01T10:00:00"));
  model().best.add(result_at(game::Level::easy, 100, "2026-11-02T10:00:00", 2));
  model().best.add(result_at(game::Level::hard, 300, "2026-11-03T10:00:00"));
  click_all({"menu Game", "entry best times…"});
  CHECK(has("best time 2"));
  CHECK_FALSE(has("best time 3"));
  click("best times games with hints");
  CHECK(has("best time 1"));
  CHECK_FALSE(has("best time 2"));
  tap(Key::right);
  CHECK(has("best times none"));
  click("best times hard");
  CHECK(has("best time 1"));
  // It is modal: the keys are its own.
  tap(Key::n, with_ctrl);
  CHECK(application().mode().has_dialog());
  tap(Key::escape);
  CHECK_FALSE(application().mode().has_dialog());
  click("play best times");
  CHECK(has("best time 1"));
  click("best times close");
  CHECK_FALSE(application().mode().has_dialog());
}

TEST_CASE("the best times are cleared after a confirmation") {
  TemporaryFolder folder;
  GameStorage([](const std::string&) {}).save_best([] {
    game::BestTimes times;
    times.add(result_at(game::Level::easy, 200, "2025-11-01T10:00:00"));
    return times;
  }());
  PlayWindow window({900, 600}, &folder);
  window.perform("best times…");
  CHECK(window.has("best time 1"));
  window.click("best times clear");
  CHECK(window.has("best times remove"));
  window.tap(Key::escape);
  CHECK(window.application().mode().has_dialog());
  CHECK(window.has("best time 1"));
  window.click_all({"best times clear", "best times keep"});
  CHECK(window.has("best time 1"));
  window.click_all({"best times clear", "best times remove"});
  CHECK(window.has("best times none"));
  CHECK(window.model().best.results().empty());
  const game::BestTimes kept = GameStorage([](const std::string&) {}).load_best();
  CHECK(kept.results().empty());
  CHECK_FALSE(kept.cleared().empty());
}
