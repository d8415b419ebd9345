#include "debugger_ui/app/sheets.h"

#include "debugger_ui/widgets/item_names.h"

#include <algorithm>
#include <cstddef>
#include <string_view>
#include <utility>

namespace fungescope::ui {
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
      ImGui::PushStyleColor(ImGuiCol_Text, theme.accent);
      ImGui::TextUnformatted(line.keys.c_str());
      ImGui::PopStyleColor();
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

void draw_about(PopupState& state, const Theme& theme, float scale, const std::string& renderer) {
  draw_sheet(state, "##about", theme, scale, [&] {
    ImGui::TextUnformatted("Fungescope " FUNGESCOPE_VERSION);
    ImGui::TextDisabled("a fast Befunge-93 virtual machine, and a debugger that goes both ways");
    ImGui::Spacing();
    ImGui::TextDisabled("Dear ImGui %s", IMGUI_VERSION);
    if (!renderer.empty()) ImGui::TextDisabled("%s", renderer.c_str());
  });
}

}  // namespace fungescope::ui
