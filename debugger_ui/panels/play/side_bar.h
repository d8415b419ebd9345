// What is next to the board: level and clock, the keypad, help and its answers; at the end of a
// game, its result.
#pragma once

#include "debugger_ui/panels/play/play_table.h"
#include "debugger_ui/widgets/panel.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::ui {

// Draws at the cursor. Needs a game.
void draw_side_bar(const Context& context, PlayTable& table, const PerformPlay& perform,
                   ImVec2 size);

// What the button for hints does next: "hint", "more", "place 3".
[[nodiscard]] std::string hint_label(const std::optional<ShownHint>& shown);

// What is told of a finished game below its title. Games with hints are compared with each other
// only, and so are those without.
[[nodiscard]] std::vector<std::string> result_lines(const game::HelpUsed& help,
                                                    std::int64_t milliseconds,
                                                    const PlayTable& table);

// "expert", with a capital.
[[nodiscard]] std::string level_title(const game::Puzzle& puzzle);

}  // namespace fungescope::ui
