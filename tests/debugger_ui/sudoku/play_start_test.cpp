// What comes before a game: a puzzle entered by hand, and the best times.
#include "debugger_ui/sudoku/play_window.h"

namespace {

// Types a puzzle row by row; '.' is an empty cell.
void type_puzzle(PlayWindow& window, std::string_view puzzle) {
  for (const char character : puzzle) {
    if (character == '.') {
      window.app().input().tap(Key::space);
    } else {
      window.app().input().tap(static_cast<Key>(static_cast<int>(Key::digit_0) + character - '0'));
    }
    window.frames(2, 0);
  }
  window.settle();
}

std::string entered(const PlayWindow& window) {
  return window.model().entry.board().game().digits_text();
}

// easy_puzzle with 1 and 2 exchanged.
constexpr std::string_view other_puzzle =
    "53..7....6..295....98....6.8...6...34..8.3..27...1...6.6....18....429..5....8..79";

game::GameResult result_at(game::Level level, int seconds, const std::string& date, int hints = 0) {
  return {level, std::int64_t{1000} * seconds, date, hints, puzzles::grid_from_line(easy_puzzle)};
}

}  // namespace

TEST_CASE_FIXTURE(PlayWindow, "a puzzle is entered by hand, and played") {
  click("play enter a puzzle");
  REQUIRE(model().is_entering());
  CHECK_FALSE(model().is_playing());
  type_puzzle(*this, easy_puzzle);
  CHECK(entered(*this) == easy_puzzle);
  CHECK(model().entry.board().cursor() == 0);  // after the last cell, the first

  // Digits are corrected and undone; marks and modes do not exist here.
  enter(2, 9);
  CHECK(entered(*this).substr(0, 4) == "539.");
  tap(Key::z, with_ctrl);
  CHECK(entered(*this) == easy_puzzle);
  tap(Key::y, with_ctrl);
  select(2);
  tap(Key::delete_key);
  CHECK(entered(*this) == easy_puzzle);
  tap(Key::x);
  enter(2, 1, with_ctrl);
  CHECK(model().entry.board().game().board().cells[2] == game::CellContent());
  click("play undo");
  CHECK(entered(*this).substr(0, 4) == "539.");
  click("play redo");

  click("play start");
  REQUIRE(model().is_playing());
  CHECK(puzzles::to_line(game().puzzle().givens) == easy_puzzle);
  CHECK(game().is_given(0));
  CHECK(game().puzzle().level == game::Level::easy);
  CHECK_FALSE(game().can_undo());

  // The next one begins empty.
  perform("enter a puzzle…");
  CHECK(entered(*this) == std::string(81, '.'));
}

TEST_CASE_FIXTURE(PlayWindow, "an entered puzzle with none or several solutions is doubted first") {
  perform("enter a puzzle…");
  tap(Key::enter);
  CHECK(model().entry.board().message().text.starts_with("there are no digits yet"));
  type_puzzle(*this, "53..7");
  tap(Key::enter);
  CHECK(model().is_entering());
  CHECK(model().entry.board().message().text.find("more than one solution") != std::string::npos);
  CHECK(has("play play it anyway"));

  // A change takes the doubt away; there is no digit left for r1c9 then.
  select(0);
  type_puzzle(*this, "12345678");
  CHECK(has("play start"));
  enter(17, 9);
  tap(Key::enter);
  CHECK(model().is_entering());
  CHECK(model().entry.board().message().text.find("no solution") != std::string::npos);
  click("play play it anyway");
  REQUIRE(model().is_playing());
  CHECK(game().puzzle().solutions == 0);
  CHECK_FALSE(state().message().text.empty());
}

TEST_CASE("an entered puzzle that breaks a rule, and a full one, are not begun") {
  PlayWindow window;
  window.perform("enter a puzzle…");
  type_puzzle(window, "55");
  window.tap(Key::enter);
  CHECK(window.model().entry.board().message().text.find("digit 5") != std::string::npos);
  CHECK(look_of(window.model().entry.board()).at(1).conflict);
  window.select(0);
  type_puzzle(window, easy_solution);
  CHECK(entered(window) == easy_solution);
  window.tap(Key::enter);
  CHECK(window.model().is_entering());
  CHECK(window.model().entry.board().message().text.find("solved already") != std::string::npos);
}

TEST_CASE("Escape leaves the entry with its digits, and the game waits meanwhile") {
  PlayWindow window;
  window.paste(easy_puzzle);
  window.enter(2, 4);
  const auto time = window.state().milliseconds();
  window.perform("enter a puzzle…");
  type_puzzle(window, "12");
  window.frames(5, 1.0);
  window.tap(Key::escape);
  CHECK_FALSE(window.model().is_entering());
  CHECK(window.has("level easy"));
  window.click("play enter a puzzle");
  CHECK(entered(window).starts_with("12."));
  window.click("play cancel");
  window.tap(Key::escape);
  REQUIRE(window.model().is_playing());
  CHECK(window.content(2).digit == 4);
  CHECK(window.state().milliseconds() <= time + 1000);
}

TEST_CASE("a game in progress is discarded only after a question, whose default is not to") {
  PlayWindow window;
  window.paste(easy_puzzle);
  window.paste(other_puzzle);  // nobody has played the first one: no question
  REQUIRE(window.game().puzzle().givens == puzzles::grid_from_line(other_puzzle));
  window.enter(2, 4);
  window.tap("Ctrl+Z Ctrl+Y");
  window.frames(3, 1.0);
  const auto is_asked = [&window] {
    REQUIRE(window.has("choice keep playing"));
    CHECK(window.names_after("choice text Discard the game in progress? 31 of 81 cells, 0:0")
              .size() == 1);
  };
  const auto stays = [&window] {
    REQUIRE(window.model().is_playing());
    CHECK(window.content(2).digit == 4);
    CHECK(window.game().can_undo());
  };
  const auto type_in = [&window] {
    window.perform("enter a puzzle…");
    type_puzzle(window, easy_puzzle);
    window.tap(Key::enter);
  };
  SUBCASE("for a puzzle from the clipboard, Enter keeps it") {
    window.paste(easy_puzzle);
    is_asked();
    window.tap(Key::enter);
    stays();
  }
  SUBCASE("for one of a level, Escape keeps it") {
    window.model().next.set_seed(4);
    window.tap(Key::n, with_ctrl);
    window.click("level medium");
    is_asked();
    window.tap(Key::escape);
    stays();
  }
  SUBCASE("for that of the program, a button keeps it") {
    window.perform("puzzle from the debugger");
    is_asked();
    window.click("choice keep playing");
    stays();
  }
  SUBCASE("for one entered by hand, which stays where it was entered") {
    type_in();
    is_asked();
    window.tap(Key::escape);
    stays();
    window.tap(Key::n, with_ctrl);
    window.click("play enter a puzzle");
    CHECK(entered(window) == easy_puzzle);
  }
  SUBCASE("unless it is to be discarded") {
    type_in();
    is_asked();
    window.click("choice discard it");
    REQUIRE(window.model().is_playing());
    CHECK_FALSE(window.game().can_undo());
    CHECK(window.game().puzzle().givens == puzzles::grid_from_line(easy_puzzle));
  }
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
