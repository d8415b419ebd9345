// A Befunge program with the memory map of sudoku.b93 that stores what a test tells it to, in that
// order: a board by the conventions of any solver, without the solver.
//
//     BoardScript script(puzzle);           // 81 cells, drawn in the source
//     script.clear();                       // pspace, rstack and rlatter, cell by cell
//     script.set_level(1);
//     script.set_digit({0, 0}, 5, 1);       // marks the cell's nine places, at level 1
//     Debugged debugged(script.source());
//     debugged("goto " + std::to_string(script.tick()));   // the instant after the last store
#pragma once

#include "lang/geometry.h"
#include "session/run_control/run_controller.h"
#include "session/session.h"
#include "support/test.h"
#include "vm/machine.h"

#include "sudoku/board/board.h"
#include "sudoku/board/board_events.h"

namespace fungescope::test {

class BoardScript {
 public:
  static constexpr Point grid{9, 1};
  static constexpr Point rlatter{22, 1};
  static constexpr Point pspace{35, 1};
  static constexpr Point rstack{72, 1};
  static constexpr Point level{2, 0};
  static constexpr Point return_address{1, 2};

  explicit BoardScript(std::string drawn = std::string(81, ' ')) : drawn_(std::move(drawn)) {}

  void store(Point at, std::int64_t value) {
    push(value);
    push(at.x);
    push(at.y);
    code_ += 'p';
  }
  void clear() {
    for (std::int64_t i = 0; i < 729; ++i) {
      for (const Point corner : {pspace, rstack}) store({corner.x + i % 27, corner.y + i / 27}, 0);
    }
    for (std::int64_t i = 0; i < 81; ++i) store({rlatter.x + i % 9, rlatter.y + i / 9}, 0);
  }
  void set_level(std::int64_t value) { store(level, value); }
  // Sets a digit, or takes it away (0: with its marks).
  void set_digit(Point cell, int digit, std::int64_t at_level) {
    store({grid.x + cell.x, grid.y + cell.y}, '0' + digit);
    for (int v = 1; v <= 9; ++v) mark(cell, v, digit == 0 ? 0 : 'X', at_level);
  }
  void mark(Point cell, int digit, std::int64_t value, std::int64_t at_level) {
    const Point place{3 * cell.x + (digit - 1) % 3, 3 * cell.y + (digit - 1) / 3};
    store({pspace.x + place.x, pspace.y + place.y}, value);
    store({rstack.x + place.x, rstack.y + place.y}, at_level);
  }
  void set_guess(Point cell, std::int64_t at_level) {
    store({rlatter.x + cell.x, rlatter.y + cell.y}, at_level);
  }
  void run(std::string_view code) { code_ += code; }

  // The instant at which all of that has been executed.
  [[nodiscard]] Tick tick() const { return code_row + 1 + code_.size(); }

  [[nodiscard]] std::string source() const {
    std::string text = "v X\n";
    for (std::size_t y = 0; y < 9; ++y)
      text += std::string(9, ' ') + drawn_.substr(9 * y, 9) + '\n';
    text += std::string(code_row - 10, '\n') + '>' + code_ + "@\n";
    return text +
           "#$region[9,1](9x9):ascii = grid\n#$region[22,1](9x9):decimal = rlatter\n"
           "#$region[35,1](27x27):decimal = pspace\n#$region[72,1](27x27):decimal = rstack\n"
           "#$watch[2,0]:int = recursionLevel\n#$watch[1,2]:int = SetValueAndHints :: returnAddr\n";
  }

 private:
  static constexpr std::size_t code_row = 30;

  void push(std::int64_t value) {
    if (value < 10) {
      code_ += static_cast<char>('0' + value);
    } else if (value >= ' ') {
      code_ += {'"', static_cast<char>(value), '"'};
    } else {
      code_ +=
          {static_cast<char>('0' + value / 9), '9', '*', static_cast<char>('0' + value % 9), '+'};
    }
  }

  std::string drawn_;
  std::string code_;
};

// Runs on and calls `use(event)` for each event of the board up to a tick.
template <class Use>
void for_each_event(Session& session, Tick until, Use use) {
  BoardEventGoal goal(session, find_board(session.symbols()).value());
  RunController run(session);
  for (;;) {
    const StopInfo stop = run.run(RunDirection::forward, {until, &goal.goal()}, nullptr, nullptr);
    if (!stop.event.is(TrapEvent::write)) return;
    const auto event = goal.describe(stop.event, nullptr);
    REQUIRE(event);
    use(*event);
  }
}

}  // namespace fungescope::test
