#include "debugger_ui/panels/panels.h"

#include <array>

namespace fungescope::ui {
namespace {

constexpr auto panel_count = static_cast<std::size_t>(PanelId::count);

constexpr std::array<std::string_view, panel_count> panel_names{
    "playfield", "board",        "regions",     "puzzle",   "timeline", "watches",
    "stack",     "console",      "breakpoints", "trace",    "profile",  "comparison",
    "history",   "instructions", "branches",    "notebook", "why"};

}  // namespace

std::vector<std::unique_ptr<Panel>> make_panels() {
  constexpr std::array makers{
      make_playfield_panel,    make_board_panel,        make_regions_panel,  make_puzzle_panel,
      make_timeline_panel,     make_watches_panel,      make_stack_panel,    make_console_panel,
      make_breakpoints_panel,  make_trace_panel,        make_profile_panel,  make_comparison_panel,
      make_cell_history_panel, make_instructions_panel, make_branches_panel, make_notebook_panel,
      make_why_panel};
  static_assert(makers.size() == panel_count);
  std::vector<std::unique_ptr<Panel>> panels;
  panels.reserve(makers.size());
  for (const auto make : makers) panels.push_back(make());
  return panels;
}

std::string_view name_of(PanelId panel) {
  return panel_names[static_cast<std::size_t>(panel)];
}

std::optional<PanelId> find_panel(std::string_view name) {
  if (name == "output") return PanelId::console;
  for (std::size_t i = 0; i < panel_names.size(); ++i) {
    if (panel_names[i] == name) return static_cast<PanelId>(i);
  }
  return std::nullopt;
}

}  // namespace fungescope::ui
