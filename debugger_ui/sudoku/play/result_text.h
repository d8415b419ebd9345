// What is told of a game at its end.
#pragma once

#include "debugger_ui/sudoku/play/play_table.h"

#include <cstdint>
#include <string>
#include <vector>

namespace fungescope::ui {

[[nodiscard]] std::string result_title(const game::HelpUsed& help, std::int64_t milliseconds);

// What follows the title. Games with hints are compared with each other only, and so are those
// without.
[[nodiscard]] std::vector<std::string> result_lines(const game::HelpUsed& help,
                                                    std::int64_t milliseconds,
                                                    const PlayTable& table);

}  // namespace fungescope::ui
