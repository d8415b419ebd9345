// The Befunge program goes on from the player's board, and the game waits.
#include "debugger_ui/sudoku/play_window.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"

TEST_CASE_FIXTURE(EasyGame, "F9: the program stops at its first deduction; F9 leads back") {
  enter(2, 4);
  enter(3, 6);
  enter(5, 8, with_ctrl);
  const game::Board board = game().board();
  const auto time = state().milliseconds();
  tap(Key::f9);
  CHECK(settings().layout == LayoutPreset::solver);
  const ViewSnapshot& shown = snapshot();
  CHECK(shown.program->file == "@sudoku");
  CHECK(shown.input.text == game().digits_text() + "\n");
  REQUIRE(board_event(shown));
  CHECK(board_event(shown)->kind == BoardEvent::Kind::deduced);
  CHECK(board_event(shown)->tick == shown.tick);
  CHECK_FALSE(board_event(shown)->reason.empty());
  const Point cell = board_event(shown)->cell;
  const auto at = static_cast<std::size_t>(cell.y * 9 + cell.x);
  CHECK(easy_solution[at] - '0' == board_event(shown)->digit);
  CHECK(game().board().cells[at].digit == 0);  // the player has not found it
  CHECK(has("notice back to the game"));
  CHECK(has("notice text The Befunge program goes on from your board with " +
            player_text(*board_event(shown)) + "."));

  // The clock has stood still, and the game is as it was.
  frames(5, 1.0);
  tap(Key::f9);
  CHECK(plays());
  CHECK(game().board() == board);
  CHECK(state().milliseconds() <= time + 1000);
  CHECK(game().can_undo());
  CHECK_FALSE(has("notice back to the game"));

  // And again, by the button and the notice.
  enter(6, 9);
  click("play continue in the debugger");
  CHECK(board_event(snapshot()));
  click("notice back to the game");
  CHECK(plays());
}

TEST_CASE_FIXTURE(EasyGame, "of a board that cannot be solved, the program's verdict is said") {
  const auto verdict = [&] {
    tap(Key::f9);
    CHECK(settings().layout == LayoutPreset::solver);
    const auto texts = names_after("notice text The Befunge program ");
    REQUIRE(texts.size() == 1);
    CHECK(snapshot().tick > 0);
    CHECK(has("notice back to the game"));
    tap(Key::f9);
    return texts.front();
  };
  enter(2, 5);  // twice in its row
  CHECK(verdict() == "rejects your board: a digit is twice in a row, column or box.");
  // Against no rule, but they leave no digit for r1c3.
  tap(Key::delete_key);
  enter(3, 2);
  enter(5, 4);
  enter(7, 1);
  CHECK(verdict() == "finds that your board has no solution: a digit in it is wrong.");
}

TEST_CASE_FIXTURE(PlayWindow, "without a game, and at its end, there is no board to go on from") {
  tap(Key::f9);
  CHECK(plays());
  CHECK(count_messages("no board that a program could continue from") == 1);
  paste(easy_puzzle);
  state().show_solution();
  tap(Key::f9);
  CHECK(plays());
}

TEST_CASE("an event in words counts from 1") {
  BoardEvent event;
  event.kind = BoardEvent::Kind::deduced;
  event.cell = {2, 4};
  event.digit = 7;
  CHECK(player_text(event) == "r5c3 = 7");
  event.reason = "its only place in row 5";
  CHECK(player_text(event) == "r5c3 = 7: its only place in row 5");
}
