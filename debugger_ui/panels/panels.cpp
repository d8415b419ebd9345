#include "debugger_ui/panels/panels.h"

#include "debugger_ui/panels/window_extension.h"

#include <array>

namespace fungescope::ui {
namespace {

struct PanelRow {
  std::string_view name;
  std::unique_ptr<Panel> (*make)();
};
constexpr std::array<PanelRow, static_cast<std::size_t>(PanelId::count)> panel_rows{
    {{"playfield", make_playfield_panel},
     {"board", make_board_panel},
     {"regions", make_regions_panel},
     {"timeline", make_timeline_panel},
     {"watches", make_watches_panel},
     {"stack", make_stack_panel},
     {"console", make_console_panel},
     {"breakpoints", make_breakpoints_panel},
     {"trace", make_trace_panel},
     {"profile", make_profile_panel},
     {"comparison", make_comparison_panel},
     {"history", make_cell_history_panel},
     {"instructions", make_instructions_panel},
     {"branches", make_branches_panel},
     {"notebook", make_notebook_panel},
     {"why", make_why_panel},
     {"side by side", make_run_pair_panel}}};

std::vector<WindowExtension::PanelRow> further_panels() {
  std::vector<WindowExtension::PanelRow> further;
  for (const WindowExtension* const extension : extensions<WindowExtension>()) {
    further.insert(further.end(), extension->panels.begin(), extension->panels.end());
  }
  return further;
}

}  // namespace

std::vector<std::unique_ptr<Panel>> make_panels() {
  std::vector<std::unique_ptr<Panel>> panels;
  for (const PanelRow& row : panel_rows) panels.push_back(row.make());
  for (const WindowExtension::PanelRow& row : further_panels()) {
    panels.push_back(row.make(static_cast<PanelId>(panels.size())));
  }
  return panels;
}

std::string_view name_of(PanelId panel) {
  const auto index = static_cast<std::size_t>(panel);
  return index < panel_rows.size() ? panel_rows[index].name
                                   : further_panels()[index - panel_rows.size()].name;
}

std::optional<PanelId> find_panel(std::string_view name) {
  if (name == "output") return PanelId::console;
  const std::size_t count = panel_rows.size() + further_panels().size();
  for (std::size_t i = 0; i < count; ++i) {
    if (name_of(static_cast<PanelId>(i)) == name) return static_cast<PanelId>(i);
  }
  return std::nullopt;
}

}  // namespace fungescope::ui
