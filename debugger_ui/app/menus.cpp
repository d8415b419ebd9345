#include "debugger_ui/app/menus.h"

#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/widgets/item_names.h"
#include "programs/catalogue.h"

#include <array>
#include <span>
#include <string_view>

namespace fungescope::ui {
namespace {

// As ImGui::BeginMenu; a closed menu has the name "menu LABEL".
bool begin_menu(const char* label, bool enabled = true) {
  const bool open = ImGui::BeginMenu(label, enabled);
  if (!open) name_item(std::string("menu ") + label);
  return open;
}

// As ImGui::MenuItem, with the name "entry LABEL".
bool menu_entry(const std::string& label, const std::string& shortcut, bool checked = false,
                bool enabled = true) {
  // ImGui has no more space between the columns than between words.
  const std::string right = shortcut.empty() ? "" : "  " + shortcut;
  const bool chosen = ImGui::MenuItem(label.c_str(), right.c_str(), checked, enabled);
  name_item("entry " + label);
  return chosen;
}

bool is_checked(Action action, const Settings& settings, const MenuRequests& requests) {
  switch (action) {
    case Action::edit_mode:
      return requests.editing;
    case Action::edit_into_run:
      return settings.editing.into_run;
    case Action::edit_insert:
      return settings.editing.insert;
    case Action::edit_arrows:
      return settings.editing.arrows_turn;
    case Action::edit_blocks:
      return settings.editing.turn_blocks;
    case Action::minimap:
      return settings.minimap;
    case Action::changes:
      return settings.changes;
    case Action::theme:
      return settings.dark;
    case Action::layout_solver:
      return settings.layout == LayoutPreset::solver;
    case Action::layout_code:
      return settings.layout == LayoutPreset::code;
    case Action::layout_profile:
      return settings.layout == LayoutPreset::profile;
    case Action::layout_play:
      return settings.layout == LayoutPreset::play;
    default:
      return false;
  }
}

void draw_item(const ActionInfo& action, const Settings& settings, const MenuRequests& requests) {
  if (action.action == Action::quit && !requests.can_quit) return;
  if (action.menu.starts_with('-')) ImGui::Separator();
  const KeyScope scope = requests.mode == nullptr ? KeyScope::debugger : KeyScope::mode;
  if (menu_entry(std::string(action.label), shortcut_text(action, scope),
                 is_checked(action.action, settings, requests))) {
    requests.perform(action.action);
  }
  if (ImGui::IsItemHovered() && !(action.hint.empty() && action.command.empty())) {
    ImGui::BeginTooltip();
    if (!action.hint.empty()) ImGui::TextUnformatted(std::string(action.hint).c_str());
    if (!action.command.empty()) ImGui::TextDisabled("%s", std::string(action.command).c_str());
    ImGui::EndTooltip();
  }
}

void draw_items(std::string_view menu, const Settings& settings, const MenuRequests& requests) {
  const KeyScope scope = requests.mode == nullptr ? KeyScope::debugger : KeyScope::mode;
  for (const ActionInfo& action : actions()) {
    if (menu_of(action) == menu && is_in_scope(action, scope)) {
      draw_item(action, settings, requests);
    }
  }
}

void draw_recent(const Settings& settings, MenuRequests& requests) {
  if (!begin_menu("open recent", !settings.recent.empty())) return;
  for (const std::string& file : settings.recent) {
    if (menu_entry(file, "")) requests.open = file;
  }
  ImGui::EndMenu();
}

// The built-in programs, with a line about each.
void draw_examples(MenuRequests& requests) {
  if (!begin_menu("examples")) return;
  for (const BuiltInProgram& program : built_in_programs()) {
    if (menu_entry(std::string(program.name), std::string(program.summary))) {
      requests.open = program.as_file();
    }
    name_item(program.as_file());
  }
  ImGui::EndMenu();
}

void draw_file_menu(const Settings& settings, MenuRequests& requests) {
  for (const ActionInfo& action : actions()) {
    if (action.action == Action::quit && begin_menu("export")) {
      draw_items("Export", settings, requests);
      ImGui::EndMenu();
    }
    if (menu_of(action) == "File") draw_item(action, settings, requests);
    if (action.action != Action::open) continue;
    draw_recent(settings, requests);
    draw_examples(requests);
  }
}

void draw_panels(const Context& context, const std::vector<std::unique_ptr<Panel>>& panels,
                 const MenuRequests& requests) {
  if (!begin_menu("panel")) return;
  for (const auto& panel : panels) {
    const bool available = panel->available(context.snapshot);
    if (menu_entry(std::string(panel->title()), "", false, available)) {
      requests.reveal(panel->id());
    }
    if (!available && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
      ImGui::SetTooltip("%s", std::string(panel->nothing()).c_str());
    }
  }
  ImGui::EndMenu();
}

void draw_switches(WindowMode& mode) {
  if (!begin_menu("options")) return;
  for (const WindowMode::Switch& row : mode.switches()) {
    if (menu_entry(std::string(row.label), "", *row.value)) *row.value = !*row.value;
    if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", std::string(row.hint).c_str());
  }
  ImGui::EndMenu();
}

void draw_mode_menu(const Settings& settings, const MenuRequests& requests) {
  for (const ActionInfo& action : actions()) {
    const auto row = mode_row(action.action);
    if (!row) continue;
    if (*row == requests.mode->options_before()) {
      ImGui::Separator();
      draw_switches(*requests.mode);
    }
    draw_item(action, settings, requests);
  }
  draw_item(info_of(Action::quit), settings, requests);
}

}  // namespace

void draw_menu_bar(Context& context, const Settings& settings,
                   const std::vector<std::unique_ptr<Panel>>& panels, MenuRequests& requests) {
  if (!ImGui::BeginMenuBar()) return;
  const bool plays = requests.mode != nullptr;
  static constexpr std::array of_debugger{"File", "Edit", "Run", "View", "Help"};
  // Nothing of the debugger but the ways to it.
  static constexpr std::array of_mode{"Game", "View", "Help"};
  const std::span<const char* const> menus =
      plays ? std::span<const char* const>(of_mode) : of_debugger;
  // Before any other: they share ImGui's window, which would not notice that it shows another one.
  if (requests.menu) open_by_keyboard(menus[*requests.menu], ImGui::GetCursorScreenPos());
  std::optional<std::size_t> open;
  for (std::size_t i = 0; i < menus.size(); ++i) {
    if (!begin_menu(menus[i])) continue;
    open = i;
    const std::string_view title = menus[i];
    if (title == "File") {
      draw_file_menu(settings, requests);
    } else if (title == "Game") {
      draw_mode_menu(settings, requests);
    } else {
      draw_items(title, settings, requests);
    }
    // Not first, where it would take the key that goes on to the next menu.
    if (title == "View" && !plays) draw_panels(context, panels, requests);
    ImGui::EndMenu();
  }
  requests.menu.reset();
  if (const int step = open ? step_between_menus() : 0; step != 0) {
    requests.menu = (*open + menus.size() + static_cast<std::size_t>(step)) % menus.size();
  }
  if (plays) {
    ImGui::EndMenuBar();
    return;
  }
  // The open program, at the right.
  const std::string& name = context.snapshot.program->name;
  const float width = ImGui::CalcTextSize(name.c_str()).x;
  const float left = ImGui::GetWindowWidth() - width - 12 * context.scale;
  if (left > ImGui::GetCursorPosX()) {
    ImGui::SameLine(left);
    ImGui::TextDisabled("%s", name.c_str());
    const std::string& file = context.snapshot.program->file;
    if (ImGui::IsItemHovered()) {
      ImGui::SetTooltip("%s", file.c_str());
    }
  }
  ImGui::EndMenuBar();
}

}  // namespace fungescope::ui
