#include "debugger_ui/app/bars.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/platform/imgui_compat.h"
#include "debugger_ui/platform/opengl.h"
#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <utility>

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

namespace {

// A popup in the middle of the window. `draw` draws its contents.
template <class Draw>
void draw_sheet(PopupState& state, const char* id, const Theme& theme, float scale,
                const Draw& draw) {
  if (state == PopupState::closed) return;
  const ImVec2 display = ImGui::GetIO().DisplaySize;
  ImGui::SetNextWindowPos({display.x / 2, display.y / 2}, ImGuiCond_Always, {0.5F, 0.5F});
  ImGui::SetNextWindowSizeConstraints({0, 0}, {display.x * 0.98F, display.y * 0.94F});
  if (std::exchange(state, PopupState::open) == PopupState::opening) ImGui::OpenPopup(id);
  ImGui::PushStyleColor(ImGuiCol_PopupBg, theme.panel);
  ImGui::PushStyleVar(ImGuiStyleVar_WindowPadding, ImVec2(16 * scale, 12 * scale));
  if (ImGui::BeginPopup(id, ImGuiWindowFlags_NoMove | ImGuiWindowFlags_HorizontalScrollbar)) {
    draw();
    ImGui::EndPopup();
  } else {
    state = PopupState::closed;
  }
  ImGui::PopStyleVar();
  ImGui::PopStyleColor();
}

std::vector<KeyGroup> all_keys(const ActionTable& actions,
                               const std::vector<std::unique_ptr<Panel>>& panels,
                               const WindowMode* mode) {
  const ActionScope scope = mode == nullptr ? ActionScope::debugger : ActionScope::mode;
  std::vector<KeyGroup> groups;
  if (mode != nullptr) groups = mode->keys();
  for (const std::string_view menu : actions.menus(scope)) {
    KeyGroup& group = groups.emplace_back(KeyGroup{std::string(menu), {}});
    for (const Action& action : actions.all()) {
      const std::string keys = shortcut_text(action, scope);
      if (action.menu_in(scope) != menu || keys.empty()) continue;
      group.lines.push_back({keys, std::string(action.label)});
    }
  }
  for (const auto& panel : panels) {
    if (mode != nullptr) break;
    for (KeyGroup& group : panel->keys()) {
      group.title = "in " + group.title;
      groups.push_back(std::move(group));
    }
  }
  std::erase_if(groups, [](const KeyGroup& group) { return group.lines.empty(); });
  return groups;
}

void draw_group(const KeyGroup& group, const Theme& theme) {
  ImGui::TextDisabled("%s", group.title.c_str());
  if (ImGui::BeginTable(group.title.c_str(), 2,
                        ImGuiTableFlags_SizingFixedFit | ImGuiTableFlags_NoHostExtendX)) {
    for (const KeyGroup::Line& line : group.lines) {
      ImGui::TableNextRow();
      ImGui::TableNextColumn();
      coloured_text(theme.accent, line.keys);
      ImGui::TableNextColumn();
      ImGui::TextUnformatted(line.label.c_str());
      name_item("key " + line.keys + " " + line.label);
    }
    ImGui::EndTable();
  }
  ImGui::Spacing();
}

}  // namespace

void draw_key_sheet(PopupState& state, const Theme& theme, float scale, const ActionTable& actions,
                    const std::vector<std::unique_ptr<Panel>>& panels, const WindowMode* mode) {
  draw_sheet(state, "##keys", theme, scale, [&] {
    const std::vector<KeyGroup> groups = all_keys(actions, panels, mode);
    std::size_t lines = 0;
    for (const KeyGroup& group : groups) lines += group.lines.size() + 2;
    const float column_width = 46 * ImGui::CalcTextSize("0").x;
    const float room = ImGui::GetIO().DisplaySize.x / column_width;
    const auto columns = static_cast<std::size_t>(std::clamp(room, 1.0F, 3.0F));
    std::size_t drawn = 0;
    std::size_t column = 0;
    ImGui::TextUnformatted(mode != nullptr ? "Keys of the game" : "Keys");
    ImGui::Spacing();
    ImGui::BeginGroup();
    for (const KeyGroup& group : groups) {
      if (drawn > 0 && drawn * columns >= (column + 1) * lines) {
        ++column;
        ImGui::EndGroup();
        ImGui::SameLine(0, 24 * scale);
        ImGui::BeginGroup();
      }
      draw_group(group, theme);
      drawn += group.lines.size() + 2;
    }
    ImGui::EndGroup();
  });
}

void draw_message_sheet(PopupState& state, const Theme& theme, float scale,
                        const MessageLog& messages) {
  draw_sheet(state, "##messages", theme, scale, [&] {
    if (messages.all().empty()) ImGui::TextDisabled("no messages");
    ImGui::PushTextWrapPos(std::min(560 * scale, ImGui::GetIO().DisplaySize.x * 0.9F));
    for (const MessageLog::Message& message : messages.all()) {
      coloured_text(colour_of(message.tone, theme), message.text);
    }
    ImGui::PopTextWrapPos();
    const ImVec2 from = ImGui::GetWindowPos();
    const ImVec2 size = ImGui::GetWindowSize();
    name_area("messages", "", {from, {from.x + size.x, from.y + size.y}});
  });
}

void draw_about(PopupState& state, const Theme& theme, float scale) {
  draw_sheet(state, "##about", theme, scale, [&] {
    ImGui::TextUnformatted("Fungescope " FUNGESCOPE_VERSION);
    ImGui::TextDisabled("a fast Befunge-93 virtual machine, and a debugger that goes both ways");
    ImGui::Spacing();
    ImGui::TextDisabled("Dear ImGui %s", IMGUI_VERSION);
    ImGui::TextDisabled("%s", renderer_name().c_str());
  });
}

}  // namespace fungescope::ui
