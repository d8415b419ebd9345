#include "debugger_ui/app/menus.h"

#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/widgets/item_names.h"

#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fungescope::ui {
namespace {

// As ImGui::BeginMenu; a closed menu has the name "menu LABEL".
bool begin_menu(std::string_view label, bool enabled = true) {
  const std::string name(label);
  const bool open = ImGui::BeginMenu(name.c_str(), enabled);
  if (!open) name_item("menu " + name);
  return open;
}

void draw_tooltip(const Action& action, bool available) {
  if (!ImGui::IsItemHovered(available ? 0 : ImGuiHoveredFlags_AllowWhenDisabled)) return;
  const std::string text(available ? action.hint : action.unavailable);
  if (text.empty() && action.command.empty()) return;
  ImGui::BeginTooltip();
  if (!text.empty()) ImGui::TextUnformatted(text.c_str());
  if (!action.command.empty()) ImGui::TextDisabled("%s", std::string(action.command).c_str());
  ImGui::EndTooltip();
}

void draw_entry(const Action& action, ActionScope scope) {
  const std::string label(action.label);
  // Any other command says itself why it does nothing.
  const bool available = action.unavailable.empty() || action.is_enabled();
  std::string right = shortcut_text(action, scope);
  if (right.empty()) right = action.remark;
  // ImGui has no more space between the columns than between words.
  if (!right.empty()) right = "  " + right;
  const bool chosen = ImGui::MenuItem(label.c_str(), right.c_str(), action.is_checked(), available);
  name_item("entry " + label);
  if (chosen) action.perform();
  draw_tooltip(action, available);
}

void draw_entries(const ActionTable& actions, std::string_view menu, ActionScope scope);

void draw_submenu(const ActionTable& actions, const Action& submenu, ActionScope scope) {
  if (!begin_menu(submenu.label, submenu.is_enabled())) return;
  if (submenu.entries) {
    for (const Action& entry : submenu.entries()) draw_entry(entry, scope);
  } else {
    draw_entries(actions, submenu.label, scope);
  }
  ImGui::EndMenu();
}

void draw_entries(const ActionTable& actions, std::string_view menu, ActionScope scope) {
  for (const Action& action : actions.all()) {
    if (action.menu_in(scope) != menu) continue;
    if (action.separated) ImGui::Separator();
    if (action.is_submenu) {
      draw_submenu(actions, action, scope);
    } else {
      draw_entry(action, scope);
    }
  }
}

// The open program, at the right.
void draw_program(const Context& context) {
  const std::string& name = context.snapshot.program->name;
  const float left =
      ImGui::GetWindowWidth() - ImGui::CalcTextSize(name.c_str()).x - 12 * context.scale;
  if (left <= ImGui::GetCursorPosX()) return;
  ImGui::SameLine(left);
  ImGui::TextDisabled("%s", name.c_str());
  if (ImGui::IsItemHovered()) ImGui::SetTooltip("%s", context.snapshot.program->file.c_str());
}

}  // namespace

void MenuBar::draw(Context& context, const ActionTable& actions, ActionScope scope) {
  if (!ImGui::BeginMenuBar()) return;
  const std::vector<std::string_view> menus = actions.menus(scope);
  // Before any other: they share ImGui's window, which would not notice that it shows another one.
  if (const auto opening = std::exchange(opening_, std::nullopt)) {
    open_by_keyboard(std::string(menus[*opening]).c_str(), ImGui::GetCursorScreenPos());
  }
  std::optional<std::size_t> open;
  for (std::size_t i = 0; i < menus.size(); ++i) {
    if (!begin_menu(menus[i])) continue;
    open = i;
    draw_entries(actions, menus[i], scope);
    ImGui::EndMenu();
  }
  if (const int step = open ? step_between_menus() : 0; step != 0) {
    opening_ = (*open + menus.size() + static_cast<std::size_t>(step)) % menus.size();
  }
  if (opening_) context.schedule.within(0);
  if (scope == ActionScope::debugger) draw_program(context);
  ImGui::EndMenuBar();
}

}  // namespace fungescope::ui
