#include "debugger_ui/sudoku/sudoku_window.h"

#include "debugger_ui/panels/window_extension.h"
#include "debugger_ui/sudoku/app/play_layout.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"
#include "session/commands/extension.h"

#include <array>
#include <string_view>

#include "sudoku/board/board.h"

namespace fungescope::ui {
namespace {

constexpr std::array panels{WindowExtension::PanelRow{"puzzle", make_puzzle_panel}};
constexpr std::array<std::string_view, 2> curves{"recursionLevel", "solvedCells"};
constexpr std::array<std::string_view, 4> regions{"grid", "pspace", "rlatter", "rstack"};
constexpr std::array tour{
    WindowExtension::TourText{
        "board",
        "The program's memory as a sudoku. Blue digits are deduced, framed ones are guesses, and "
        "all others are given. The sentence at the board says what happened last, and why. The "
        "menu of a cell leads to the instruction that wrote it."},
    WindowExtension::TourText{
        "pace",
        "Choose what playing counts: ticks, or events. With \"by digits\", one decision follows "
        "the other, and the work between them is skipped."},
};

constexpr WindowExtension extension{
    [](const ProgramInfo& program) { return program_board(program) != nullptr; },
    make_sudoku_board_panel,
    panels,
    "by digits",
    "so many digits, guesses and undos a second; what is between them flies by",
    curves,
    regions,
    tour,
};

}  // namespace

void register_sudoku() {
  fungescope::register_extension(sudoku_extension());
  register_extension(sudoku_snapshots());
  register_extension(extension);
  register_mode(
      [](Application& host, const std::function<void()>& wake) -> std::unique_ptr<WindowMode> {
        return std::make_unique<PlayLayout>(host, wake);
      });
}

}  // namespace fungescope::ui
