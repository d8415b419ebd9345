// Creates each of the panels.
#pragma once

#include "debugger_ui/widgets/panel.h"

#include <memory>

namespace fungescope::ui {

[[nodiscard]] std::unique_ptr<Panel> make_playfield_panel();
[[nodiscard]] std::unique_ptr<Panel> make_board_panel();
[[nodiscard]] std::unique_ptr<Panel> make_regions_panel();
[[nodiscard]] std::unique_ptr<Panel> make_puzzle_panel();
[[nodiscard]] std::unique_ptr<Panel> make_timeline_panel();
[[nodiscard]] std::unique_ptr<Panel> make_watches_panel();
[[nodiscard]] std::unique_ptr<Panel> make_stack_panel();
[[nodiscard]] std::unique_ptr<Panel> make_output_panel();
[[nodiscard]] std::unique_ptr<Panel> make_input_panel();
[[nodiscard]] std::unique_ptr<Panel> make_breakpoints_panel();
[[nodiscard]] std::unique_ptr<Panel> make_trace_panel();
[[nodiscard]] std::unique_ptr<Panel> make_profile_panel();
[[nodiscard]] std::unique_ptr<Panel> make_comparison_panel();
[[nodiscard]] std::unique_ptr<Panel> make_cell_history_panel();

}  // namespace fungescope::ui
