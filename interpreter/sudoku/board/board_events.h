// What happens on a sudoku board, event by event, in words, from the program's own memory: a digit
// is given, deduced or guessed, or a guess is undone. Reasons are for programs that follow the
// reference method (board.h).
//
//     guess b: 2 in r7c1, which has the fewest candidates
//     undo b: no place for 3 in row 5
//
// An event is a store to the grid. Of the digits that a guess's undoing takes away, only the first
// is one.
#pragma once

#include "base/result.h"
#include "session/run_control/run_controller.h"

#include <bitset>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

#include "sudoku/board/board.h"

namespace fungescope {

// Returns the n-th cell (0 to 8) of a unit, row by row (0 to 80). Units 0 to 8 are rows, 9 to 17
// columns, 18 to 26 boxes.
[[nodiscard]] std::size_t unit_cell(std::size_t unit, std::size_t n);

// Why a board cannot be completed: a digit stands twice in a unit or, for a program that follows
// the reference method, a cell has no candidate or a digit no place. Nothing is known of a board
// that is neither ready nor the puzzle to be solved.
struct BoardConflict {
  std::bitset<81> cells;  // row by row
  std::string text;       // "no place for 7 in row 4"
  // The unit in which a digit has no place, or more than one; else a cell has no candidate.
  std::optional<std::size_t> unit;
  int digit = 0;
};
[[nodiscard]] std::optional<BoardConflict> find_conflict(const BoardView& view);

// The contradiction that led to the undoing of a guess.
struct FoundConflict {
  Tick tick = 0;           // the instant at which a place was ruled out last
  std::int64_t depth = 0;  // of the deepest guess
  std::optional<BoardConflict> conflict;
};
// Finds it for a program that follows the reference method and undoes a guess at `instant`. Nothing
// if nothing was ruled out within some million ticks. Moves the history. Fails when interrupted.
[[nodiscard]] Result<std::optional<FoundConflict>> conflict_before(Session& session,
                                                                   const BoardMap& map,
                                                                   const BoardGivens& givens,
                                                                   Tick instant, Monitor* monitor);

struct BoardEvent {
  enum class Kind : std::uint8_t { given, deduced, guessed, undone };
  Kind kind = Kind::given;
  Tick tick = 0;                 // the instant after the store
  Point cell;                    // (x,y) of the grid
  int digit = 0;                 // that was set, or taken away
  std::int64_t depth = 0;        // the guess; of a deduction, the one on which it depends, or 0
  std::string reason;            // empty: none is known
  std::bitset<81> reason_cells;  // those that the reason names: a unit, or what is in conflict
};
[[nodiscard]] std::string_view to_string(BoardEvent::Kind kind);
// Formats an event as a sentence.
[[nodiscard]] std::string to_text(const BoardEvent& event);

// Follows a run from event to event, as a goal of RunController. The session outlives it.
class BoardEventGoal {
 public:
  BoardEventGoal(Session& session, const BoardMap& map);
  BoardEventGoal(const BoardEventGoal&) = delete;
  BoardEventGoal& operator=(const BoardEventGoal&) = delete;

  // To be called before each run: searches for the givens up to the present instant.
  [[nodiscard]] const RunGoal& goal(Monitor* monitor = nullptr);
  // Describes the event at which a run stopped. The present instant is the event's. If it is
  // interrupted, an undo lacks its reason.
  [[nodiscard]] std::optional<BoardEvent> describe(const TrapEvent& store, Monitor* monitor) const;

 private:
  Session& session_;
  BoardMap map_;
  BoardGivens givens_;
  std::optional<std::int64_t> undone_level_;  // of the digits that are being taken away
  RunGoal goal_;
};

// Returns the last event at or before the present instant, if there is one. Leaves the present
// instant unchanged. Fails when interrupted. Cost: the replay of the segments back to it. `givens`
// have been searched for up to here.
[[nodiscard]] Result<std::optional<BoardEvent>> last_board_event(Session& session,
                                                                 const BoardMap& map,
                                                                 const BoardGivens& givens,
                                                                 Monitor* monitor);

}  // namespace fungescope
