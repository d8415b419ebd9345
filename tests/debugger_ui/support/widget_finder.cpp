#include "debugger_ui/support/widget_finder.h"

#include <imgui/imgui_internal.h>

namespace fungescope::ui {
namespace {

ImGuiWindow* window_in_front() {
  const ImGuiContext& context = *ImGui::GetCurrentContext();
  for (int i = context.OpenPopupStack.Size; i > 0; --i) {
    if (ImGuiWindow* const popup = context.OpenPopupStack[i - 1].Window) return popup;
  }
  return ImGui::FindWindowByName("##panel");
}

std::optional<ImVec2> search(PanelFixture& fixture, ImGuiID wanted, const ImRect& box) {
  for (float y = box.Min.y + 6; y < box.Max.y; y += 6) {
    for (float x = box.Min.x + 24; x < box.Max.x; x += 12) {
      fixture.input().move(x, y);
      fixture.frame();
      if (ImGui::GetCurrentContext()->HoveredId == wanted) return ImVec2{x, y};
    }
  }
  return std::nullopt;
}

}  // namespace

std::optional<ImVec2> find_widget(PanelFixture& fixture, const std::string& label) {
  // Menus are placed in their second frame.
  fixture.frame();
  fixture.frame();
  ImGuiWindow* const window = window_in_front();
  if (window == nullptr) return std::nullopt;
  const ImGuiID wanted = window->GetID(label.c_str());
  const ImRect box = window->Rect();
  // The left edge first: items of menus and most fields begin there.
  const auto found = search(fixture, wanted, {box.Min, {box.Min.x + 30, box.Max.y}});
  return found ? found : search(fixture, wanted, box);
}

bool click_widget(PanelFixture& fixture, const std::string& label) {
  const auto place = find_widget(fixture, label);
  if (!place) return false;
  fixture.input().click(place->x, place->y);
  fixture.draw();
  return true;
}

bool hover_widget(PanelFixture& fixture, const std::string& label) {
  const auto place = find_widget(fixture, label);
  if (!place) return false;
  fixture.input().move(place->x, place->y);
  // A menu within a menu opens after a while.
  for (int i = 0; i < 40; ++i) fixture.frame();
  return true;
}

}  // namespace fungescope::ui
