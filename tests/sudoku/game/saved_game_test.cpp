#include "sudoku/game/saved_game.h"

#include "support/test.h"

#include "sudoku/game/positions.h"

using namespace fungescope::game;
using test::at;
using test::cells;

namespace {

void check_same(const Game& a, const Game& b, double now) {
  CHECK(a.puzzle() == b.puzzle());
  CHECK(a.board() == b.board());
  CHECK(a.history() == b.history());
  CHECK(a.help() == b.help());
  CHECK(a.is_finished() == b.is_finished());
  CHECK(a.timer().milliseconds(now) == b.timer().milliseconds(now));
}

std::string error_of(std::string_view text) {
  const auto parsed = parse_saved_game(text);
  if (parsed) return "no error";
  return fmt::format("{}: {}", parsed.error().where.line, parsed.error().what);
}

// Replaces a part of a text.
std::string changed(std::string text, std::string_view part, std::string_view by) {
  const std::size_t place = text.find(part);
  REQUIRE(place != std::string::npos);
  return text.replace(place, part.size(), by);
}

}  // namespace

TEST_CASE("saved game: its text") {
  Game played = test::easy_game();
  played.timer().resume(0);
  played.enter_digit(cells({at(1, 3)}), 4);
  played.toggle_centre_mark(cells({at(1, 4), at(1, 6)}), 2);
  played.undo();
  played.count_hint();
  const std::string text = to_text(played, 247);
  CHECK(
      text.starts_with("fungescope game 1\n"
                       "givens "
                       "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5..."
                       ".8..79\n"
                       "solutions 1\n"
                       "solution "
                       "534678912672195348198342567859761423426853791713924856961537284287419635345"
                       "286179\n"
                       "level easy 12\n"
                       "time 247000\n"
                       "help hints 1 checks 0 shown 0\n"
                       "finished 0\n"
                       "steps 1\n"
                       "digit r1c3=4///\n"
                       "centre-mark r1c4=/2// r1c6=/2//\n"
                       "end "));
}

TEST_CASE("saved game: resumed with all that it has") {
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    Game played = test::easy_game();
    played.timer().resume(1);
    for (int i = 0; i < 100; ++i) {
      if (test::below(random, 6) == 0) {
        played.undo();
      } else {
        test::random_operation(played, random);
      }
    }
    if (seed % 2 == 0) played.check();
    if (seed % 3 == 0) played.finish(200);
    const auto resumed = parse_saved_game(to_text(played, 500)).value();
    CHECK_FALSE(resumed.timer().running());
    check_same(played, resumed, 500);
    CHECK(to_text(resumed, 0) == to_text(played, 500));
  }
}

TEST_CASE("saved game: puzzles without a single solution") {
  auto givens = puzzles::grid_from_line(test::easy_puzzle);
  givens.cells[2] = 5;
  const Game played(examine(givens));
  const auto resumed = parse_saved_game(to_text(played, 0)).value();
  check_same(played, resumed, 0);
}

TEST_CASE("saved game: errors have their line") {
  Game played = test::easy_game();
  played.enter_digit(cells({at(1, 3)}), 4);
  const std::string text = to_text(played, 0);
  CHECK(error_of("") == "1: this is not a saved game");
  CHECK(error_of("a novel") == "1: this is not a saved game");
  CHECK(error_of("fungescope game x\n") == "1: the version is invalid");
  CHECK(error_of(changed(text, "givens 5", "givens x")) ==
        "2: the 'givens' are not 81 digits and dots");
  CHECK(error_of(changed(text, "solution 53", "solution 35")) ==
        "4: this does not solve the puzzle");
  CHECK(error_of(changed(text, "level easy", "level odd")) ==
        "5: the level or the rating is invalid");
  CHECK(error_of(changed(text, "time 0", "time -1")) == "6: the number of 'time' is invalid");
  CHECK(error_of(changed(text, "help", "hope")) == "7: 'help' is missing");
  CHECK(error_of(changed(text, "shown 0", "shown 2")) == "7: the help used is invalid");
  CHECK(error_of(changed(text, "digit ", "digits ")) == "10: this is not a step");
  for (const std::string_view cell :
       {"r1c1=4///", "r0c3=4///", "r1c3=44///", "r1c3=///", "r1c3=4//", "r1c3=4////", "r1c3=4/21//",
        "r1c3=4/a//", "r1c3"}) {
    CAPTURE(cell);
    CHECK(error_of(changed(text, "r1c3=4///", cell)) == "10: a cell of the step is invalid");
  }
  CHECK(error_of(changed(text, "digit r1c3=4///", "digit")) == "10: the step has no cells");
  CHECK(error_of(changed(text, "r1c3=4///", "r1c3=2///")) ==
        "11: the text was changed: its hash differs");
  CHECK(error_of(text + "more\n") == "11: this is not the end");
  CHECK(error_of(text.substr(0, text.find("end"))) == "11: the end is missing");
}

TEST_CASE("saved game: every truncation and every changed byte is an error") {
  Random random(7);
  Game played = test::easy_game();
  for (int i = 0; i < 6; ++i) test::random_operation(played, random);
  const std::string text = to_text(played, 12);
  REQUIRE(parse_saved_game(text));
  for (std::size_t size = 0; size < text.size(); ++size) {
    CAPTURE(size);
    REQUIRE_FALSE(parse_saved_game(text.substr(0, size)));
    std::string damaged = text;
    damaged[size] = static_cast<char>(random.next());
    REQUIRE((damaged == text || !parse_saved_game(damaged)));
  }
}

TEST_CASE("saved game: one of a later version is recognised") {
  const std::string text = to_text(test::easy_game(), 0);
  CHECK_FALSE(is_later_version(text));
  CHECK_FALSE(is_later_version("fungescope game"));
  const std::string later = changed(text, "game 1\n", "game 2\n");
  CHECK(is_later_version(later));
  CHECK(error_of(later) == "1: a later version of fungescope has saved the game");
}
