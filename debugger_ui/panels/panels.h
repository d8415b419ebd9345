// Creates the panels of the window, and names them in the settings.
#pragma once

#include "debugger_ui/widgets/panel.h"

#include <memory>
#include <optional>
#include <string_view>
#include <vector>

namespace fungescope::ui {

[[nodiscard]] std::unique_ptr<Panel> make_playfield_panel();
[[nodiscard]] std::unique_ptr<Panel> make_board_panel();
[[nodiscard]] std::unique_ptr<Panel> make_regions_panel();
[[nodiscard]] std::unique_ptr<Panel> make_timeline_panel();
[[nodiscard]] std::unique_ptr<Panel> make_watches_panel();
[[nodiscard]] std::unique_ptr<Panel> make_stack_panel();
[[nodiscard]] std::unique_ptr<Panel> make_console_panel();
[[nodiscard]] std::unique_ptr<Panel> make_breakpoints_panel();
[[nodiscard]] std::unique_ptr<Panel> make_trace_panel();
[[nodiscard]] std::unique_ptr<Panel> make_profile_panel();
[[nodiscard]] std::unique_ptr<Panel> make_comparison_panel();
[[nodiscard]] std::unique_ptr<Panel> make_cell_history_panel();
[[nodiscard]] std::unique_ptr<Panel> make_instructions_panel();
[[nodiscard]] std::unique_ptr<Panel> make_branches_panel();
[[nodiscard]] std::unique_ptr<Panel> make_notebook_panel();
[[nodiscard]] std::unique_ptr<Panel> make_why_panel();
[[nodiscard]] std::unique_ptr<Panel> make_run_pair_panel();

// Whether the source makes regions of the program boards, which the board panel then draws.
[[nodiscard]] bool has_region_boards(const ProgramInfo& program);

void ask_notebook_file(const ViewSnapshot& snapshot, Services& services);

// Creates one of each, in the order of PanelId, and those of extensions.
[[nodiscard]] std::vector<std::unique_ptr<Panel>> make_panels();

// The name of a panel, on its tab and in the settings file. Names are part of the file format: do
// not change them.
// `find_panel` also knows the names that a panel had in earlier versions.
[[nodiscard]] std::string_view name_of(PanelId panel);
[[nodiscard]] std::optional<PanelId> find_panel(std::string_view name);

}  // namespace fungescope::ui
