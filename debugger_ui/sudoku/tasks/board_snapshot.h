// What the room of sudoku attaches to snapshots of programs with a sudoku's memory map.
#pragma once

#include "debugger_ui/session_thread/snapshot_extension.h"
#include "debugger_ui/session_thread/view_snapshot.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "sudoku/board/board.h"
#include "sudoku/board/board_events.h"
#include "sudoku/solving/puzzle.h"
#include "sudoku/solving/reference_solver.h"

namespace fungescope::ui {

[[nodiscard]] const SnapshotExtension& sudoku_snapshots();

// Attached to ProgramInfo.
struct ProgramBoard {
  BoardMap map;
  bool reads_input = true;  // false: it can reach no `~` and no `&`
};

// Attached to ViewSnapshot, as are BoardView, if the regions have arrived, and BoardEvent, the last
// one, if there is one.
struct UpcomingPuzzle {
  std::string cells;  // see puzzle_to_solve
};
// The comparison of the run with a reference solver.
struct CheckSnapshot {
  // Nothing unless the program has the regions and is of a reference's method, and the puzzle is
  // known.
  std::optional<puzzles::ReferenceMethod> method;
  Tick agreed_until = 0;    // all changes up to this tick are the same
  std::size_t changes = 0;  // compared so far
  std::optional<Tick> difference_at;
  std::string difference;  // in words
};

// Return null where there is none. The pointers are valid as long as the snapshot.
[[nodiscard]] inline const ProgramBoard* program_board(const ProgramInfo& program) {
  return program.attachments.get<ProgramBoard>().get();
}
[[nodiscard]] inline const BoardMap* board_map(const ViewSnapshot& snapshot) {
  const ProgramBoard* const board = program_board(*snapshot.program);
  return board == nullptr ? nullptr : &board->map;
}
[[nodiscard]] inline const BoardView* board_view(const ViewSnapshot& snapshot) {
  return snapshot.attachments.get<BoardView>().get();
}
[[nodiscard]] inline const BoardEvent* board_event(const ViewSnapshot& snapshot) {
  return snapshot.attachments.get<BoardEvent>().get();
}
[[nodiscard]] inline CheckSnapshot check_of(const ViewSnapshot& snapshot) {
  const auto check = snapshot.attachments.get<CheckSnapshot>();
  return check == nullptr ? CheckSnapshot() : *check;
}

// Returns the region that the program calls so, or null if it has not arrived.
[[nodiscard]] const RegionSnapshot* region_named(const ViewSnapshot& snapshot,
                                                 std::string_view name);

// Returns the puzzle that the program solves, if that is known: its input, or else the one in its
// source; of a program that reads nothing, what its grid holds, or held when the search began.
[[nodiscard]] std::optional<puzzles::Grid> program_puzzle(const ViewSnapshot& snapshot);

// ---- The tasks

// Attaches BoardView, from the snapshot's regions: which digits were given, and when the others
// were set. The givens are determined once per timeline; until then, a board whose program is
// searching is not ready.
[[nodiscard]] std::unique_ptr<BackgroundTask> make_board_task();
// Attaches BoardEvent while paused.
[[nodiscard]] std::unique_ptr<BackgroundTask> make_event_task();
// Attaches CheckSnapshot: compares every change of the board's four regions with the reference
// solver's, from the start of the timeline to the current instant. Works only while paused.
[[nodiscard]] std::unique_ptr<BackgroundTask> make_check_task();

}  // namespace fungescope::ui
