#include "debugger_ui/app/menus.h"

#include "debugger_ui/widgets/item_names.h"
#include "programs/catalogue.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

namespace fungescope::ui {
namespace {

// As ImGui::BeginMenu; a closed menu has the name "menu LABEL".
bool begin_menu(const char* label) {
  const bool open = ImGui::BeginMenu(label);
  if (!open) name_item(std::string("menu ") + label);
  return open;
}

std::string_view menu_of(const ActionInfo& action) {
  std::string_view menu = action.menu;
  if (menu.starts_with('-')) menu.remove_prefix(1);
  return menu;
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
    case Action::layout_solver:
      return settings.layout == LayoutPreset::solver;
    case Action::layout_code:
      return settings.layout == LayoutPreset::code;
    case Action::layout_profile:
      return settings.layout == LayoutPreset::profile;
    default:
      return false;
  }
}

void draw_item(const ActionInfo& action, const Settings& settings, const MenuRequests& requests) {
  if (action.menu.starts_with('-')) ImGui::Separator();
  if (ImGui::MenuItem(std::string(action.label).c_str(), shortcut_text(action).c_str(),
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
  for (const ActionInfo& action : actions()) {
    if (menu_of(action) == menu) draw_item(action, settings, requests);
  }
}

void draw_recent(const Settings& settings, MenuRequests& requests) {
  if (!ImGui::BeginMenu("open again", !settings.recent.empty())) return;
  for (const std::string& file : settings.recent) {
    if (ImGui::MenuItem(file.c_str())) requests.open = file;
  }
  ImGui::EndMenu();
}

// The built-in programs, with a line about each.
void draw_examples(MenuRequests& requests) {
  if (!begin_menu("examples")) return;
  for (const BuiltInProgram& program : built_in_programs()) {
    if (ImGui::MenuItem(std::string(program.name).c_str(), std::string(program.summary).c_str())) {
      requests.open = program.as_file();
    }
    name_item(program.as_file());
  }
  ImGui::EndMenu();
}

void draw_file_menu(const Settings& settings, MenuRequests& requests) {
  for (const ActionInfo& action : actions()) {
    if (action.action == Action::quit && ImGui::BeginMenu("export")) {
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
  if (!ImGui::BeginMenu("panel")) return;
  for (const auto& panel : panels) {
    const bool available = panel->available(context.snapshot);
    if (ImGui::MenuItem(std::string(panel->title()).c_str(), nullptr, false, available)) {
      requests.reveal(panel->id());
    }
    if (!available && ImGui::IsItemHovered(ImGuiHoveredFlags_AllowWhenDisabled)) {
      ImGui::SetTooltip("%s", std::string(panel->nothing()).c_str());
    }
  }
  ImGui::EndMenu();
}

// A popup in the middle of the window that Escape closes. `draw` draws its contents.
template <class Draw>
void draw_sheet(PopupState& state, const char* id, const Theme& theme, float scale,
                const InputQueue& input, const Draw& draw) {
  if (state == PopupState::closed) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {display.x * 0.96F, display.y * 0.92F});
  if (std::exchange(state, PopupState::open) == PopupState::opening) ImGui::OpenPopup(id);
  ImGui::PushStyleColor(ImGuiCol_PopupBg, theme.panel);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(16 * scale, 12 * scale));
  if (ImGui::BeginPopup(id, ImGuiWindowFlags_NoMove)) {
    draw();
    if (input.pressed(Key::escape)) ImGui::CloseCurrentPopup();
    ImGui::EndPopup();
  } else {
    state = PopupState::closed;
  }
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

void draw_shortcuts(const Theme& theme, std::string_view menu) {
  for (const ActionInfo& action : actions()) {
    if (menu_of(action) != menu || action.key == Key::none) continue;
    ImGui::TableNextRow();
    ImGui::TableNextColumn();
    ImGui::PushStyleColor(ImGuiCol_Text, theme.accent);
    ImGui::TextUnformatted(shortcut_text(action).c_str());
    ImGui::PopStyleColor();
    ImGui::TableNextColumn();
    ImGui::TextUnformatted(std::string(action.label).c_str());
  }
}

}  // namespace

void draw_menu_bar(Context& context, const Settings& settings,
                   const std::vector<std::unique_ptr<Panel>>& panels, MenuRequests& requests) {
  if (!ImGui::BeginMenuBar()) return;
  if (begin_menu("File")) {
    draw_file_menu(settings, requests);
    ImGui::EndMenu();
  }
  if (ImGui::BeginMenu("Edit")) {
    draw_items("Edit", settings, requests);
    ImGui::EndMenu();
  }
  if (ImGui::BeginMenu("Run")) {
    draw_items("Run", settings, requests);
    ImGui::EndMenu();
  }
  if (ImGui::BeginMenu("View")) {
    draw_panels(context, panels, requests);
    draw_items("View", settings, requests);
    ImGui::EndMenu();
  }
  if (ImGui::BeginMenu("Help")) {
    draw_items("Help", settings, requests);
    ImGui::EndMenu();
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

void draw_shortcut_sheet(PopupState& state, const Theme& theme, float scale,
                         const InputQueue& input) {
  draw_sheet(state, "##shortcuts", theme, scale, input, [&] {
    constexpr std::array<std::string_view, 2> left{"Run", "Help"};
    constexpr std::array<std::string_view, 3> right{"File", "Edit", "View"};
    const auto column = [&](auto menus) {
      ImGui::BeginGroup();
      for (const std::string_view menu : menus) {
        ImGui::TextDisabled("%s", std::string(menu).c_str());
        if (ImGui::BeginTable(std::string(menu).c_str(), 2, ImGuiTableFlags_SizingFixedFit,
                              {370 * scale, 0})) {
          ImGui::TableSetupColumn("key", ImGuiTableColumnFlags_WidthFixed, 120 * scale);
          ImGui::TableSetupColumn("what", ImGuiTableColumnFlags_WidthFixed, 240 * scale);
          draw_shortcuts(theme, menu);
          ImGui::EndTable();
        }
        ImGui::Spacing();
      }
      ImGui::EndGroup();
    };
    column(left);
    ImGui::SameLine(0, 20 * scale);
    column(right);
  });
}

void draw_about(PopupState& state, const Theme& theme, float scale, const InputQueue& input,
                const std::string& renderer) {
  draw_sheet(state, "##about", theme, scale, input, [&] {
    ImGui::TextUnformatted("Fungescope " FUNGESCOPE_VERSION);
    ImGui::TextDisabled("a fast Befunge-93 virtual machine, and a debugger that goes both ways");
    ImGui::Spacing();
    ImGui::TextDisabled("Dear ImGui %s", IMGUI_VERSION);
    if (!renderer.empty()) ImGui::TextDisabled("%s", renderer.c_str());
  });
}

}  // namespace fungescope::ui
