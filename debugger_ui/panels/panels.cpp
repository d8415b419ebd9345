#include "debugger_ui/panels/panels.h"

#include "debugger_ui/panels/window_extension.h"

#include <array>

namespace fungescope::ui {
namespace {

constexpr auto panel_count = static_cast<std::size_t>(PanelId::count);

constexpr std::array<std::string_view, panel_count> panel_names{
    "playfield",    "board",       "regions",  "timeline", "watches",    "stack",
    "console",      "breakpoints", "trace",    "profile",  "comparison", "history",
    "instructions", "branches",    "notebook", "why"};

std::vector<WindowExtension::PanelRow> further_panels() {
  std::vector<WindowExtension::PanelRow> rows;
  for (const WindowExtension* const extension : window_extensions()) {
    rows.insert(rows.end(), extension->panels.begin(), extension->panels.end());
  }
  return rows;
}

}  // namespace

std::vector<std::unique_ptr<Panel>> make_panels() {
  constexpr std::array makers{
      make_playfield_panel,    make_board_panel,    make_regions_panel,    make_timeline_panel,
      make_watches_panel,      make_stack_panel,    make_console_panel,    make_breakpoints_panel,
      make_trace_panel,        make_profile_panel,  make_comparison_panel, make_cell_history_panel,
      make_instructions_panel, make_branches_panel, make_notebook_panel,   make_why_panel};
  static_assert(makers.size() == panel_count);
  std::vector<std::unique_ptr<Panel>> panels;
  panels.reserve(makers.size());
  for (const auto make : makers) panels.push_back(make());
  for (const WindowExtension::PanelRow& row : further_panels()) {
    panels.push_back(row.make(static_cast<PanelId>(panels.size())));
  }
  return panels;
}

std::string_view name_of(PanelId panel) {
  const auto index = static_cast<std::size_t>(panel);
  return index < panel_count ? panel_names[index] : further_panels()[index - panel_count].name;
}

std::optional<PanelId> find_panel(std::string_view name) {
  if (name == "output") return PanelId::console;
  for (std::size_t i = 0; i < panel_names.size(); ++i) {
    if (panel_names[i] == name) return static_cast<PanelId>(i);
  }
  const auto further = further_panels();
  for (std::size_t i = 0; i < further.size(); ++i) {
    if (further[i].name == name) return static_cast<PanelId>(panel_count + i);
  }
  return std::nullopt;
}

}  // namespace fungescope::ui
