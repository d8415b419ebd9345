// Finds where a solver program that continues from a board first decides something.
#pragma once

#include "session/session.h"

#include <optional>
#include <string>

#include "sudoku/board/board_events.h"

namespace fungescope::ui {

struct FirstDeduction {
  bool interrupted = false;
  std::optional<BoardEvent> event;  // a deduction or a guess; nothing: the program ended without
  Tick tick = 0;                    // of the event, or of the end
  std::string output;               // that the program printed if it ended without one
};

// Runs from the beginning of the recording; leaves the present instant as it is.
[[nodiscard]] FirstDeduction find_first_deduction(Session& session, Monitor* monitor);

// Formats an event for people who count rows and columns from 1:
// "r5c3 = 7: its only place in row 5".
[[nodiscard]] std::string player_text(const BoardEvent& event);

}  // namespace fungescope::ui
