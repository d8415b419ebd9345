#include "debugger_ui/widgets/icons.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>

namespace fungescope::ui {
namespace {

// Points in the unit square.
struct Pen {
  ImDrawList& list_;
  ImVec2 corner_;
  float size_;
  ImU32 colour_;
  bool mirrored_;  // left and right are exchanged

  void triangle(float left, float right) const {
    list_.AddTriangleFilled(at(left, 0.2F), at(right, 0.5F), at(left, 0.8F), colour_);
  }
  void bar(float x) const {
    list_.AddRectFilled(at(x - 0.06F, 0.2F), at(x + 0.06F, 0.8F), colour_);
  }
  void block(float left, float top, float right, float bottom) const {
    list_.AddRectFilled(at(left, top), at(right, bottom), colour_);
  }
  void dot(float x, float y, float radius) const {
    list_.AddCircleFilled(at(x, y), radius * size_, colour_, 16);
  }
  void path(std::initializer_list<ImVec2> points) const {
    for (const ImVec2& point : points) list_.PathLineTo(at(point.x, point.y));
    list_.PathStroke(colour_, 0, std::max(1.0F, size_ / 11));
  }
  void arrow_head(float x, float y, float dx, float dy) const {
    const float s = 0.2F;
    list_.AddTriangleFilled(at(x + dx * s, y + dy * s), at(x - dy * s, y + dx * s),
                            at(x + dy * s, y - dx * s), colour_);
  }
  void arc(float from, float to) const {
    list_.PathArcTo(at(0.5F, 0.62F), 0.34F * size_, from, to, 16);
    list_.PathStroke(colour_, 0, std::max(1.0F, size_ / 11));
  }

  [[nodiscard]] ImVec2 at(float x, float y) const {
    return {corner_.x + (mirrored_ ? 1 - x : x) * size_, corner_.y + y * size_};
  }
};

constexpr float pi = 3.14159265F;

}  // namespace

void draw_icon(ImDrawList& list, Icon icon, ImVec2 corner, float size, ImU32 colour) {
  using enum Icon;
  const bool mirrored =
      icon == play_back || icon == step_back || icon == next_back || icon == visit_before;
  const Pen pen{list, corner, size, colour, mirrored};
  switch (icon) {
    case restart:
      pen.bar(0.2F);
      return pen.triangle(0.85F, 0.3F);
    case play:
    case play_back:
      return pen.triangle(0.25F, 0.85F);
    case pause:
      pen.block(0.22F, 0.2F, 0.42F, 0.8F);
      return pen.block(0.58F, 0.2F, 0.78F, 0.8F);
    case step:
    case step_back:
      pen.bar(0.25F);
      return pen.triangle(0.42F, 0.85F);
    case next:
    case next_back:
      pen.dot(0.2F, 0.72F, 0.11F);
      pen.dot(0.8F, 0.72F, 0.11F);
      pen.path({{0.2F, 0.5F}, {0.35F, 0.3F}, {0.62F, 0.3F}});
      return pen.arrow_head(0.68F, 0.36F, 0.7F, 0.7F);
    case line:
      pen.path({{0.1F, 0.5F}, {0.62F, 0.5F}});
      pen.arrow_head(0.6F, 0.5F, 1, 0);
      return pen.bar(0.88F);
    case over:
      pen.arc(-pi, 0);
      pen.arrow_head(0.84F, 0.64F, 0, 1);
      return pen.dot(0.5F, 0.68F, 0.11F);
    case out:
      pen.path({{0.5F, 0.72F}, {0.5F, 0.32F}});
      pen.arrow_head(0.5F, 0.32F, 0, -1);
      return pen.block(0.2F, 0.8F, 0.8F, 0.9F);
    case to_output:
      pen.path({{0.1F, 0.5F}, {0.4F, 0.5F}});
      pen.arrow_head(0.38F, 0.5F, 1, 0);
      return pen.path({{0.62F, 0.2F}, {0.9F, 0.2F}, {0.9F, 0.8F}, {0.62F, 0.8F}});
    case visit_after:
    case visit_before:
      pen.path({{0.1F, 0.5F}, {0.7F, 0.5F}});
      return pen.arrow_head(0.72F, 0.5F, 1, 0);
    case cross:
      pen.path({{0.25F, 0.25F}, {0.75F, 0.75F}});
      return pen.path({{0.75F, 0.25F}, {0.25F, 0.75F}});
  }
}

bool icon_button(Icon icon, const char* id, ImU32 colour, ImU32 disabled_colour, bool enabled,
                 bool active) {
  const float height = ImGui::GetFrameHeight();
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::InvisibleButton(id, {height, height}) && enabled;
  ImDrawList& list = *ImGui::GetWindowDrawList();
  const bool hovered = enabled && ImGui::IsItemHovered();
  if (hovered || active) {
    const ImGuiCol which = ImGui::IsItemActive() ? ImGuiCol_ButtonActive
                           : hovered && !active  ? ImGuiCol_ButtonHovered
                                                 : ImGuiCol_ButtonActive;
    list.AddRectFilled(corner, {corner.x + height, corner.y + height}, ImGui::GetColorU32(which),
                       ImGui::GetStyle().FrameRounding);
  }
  const float size = std::floor(height * 0.62F);
  const float margin = std::floor((height - size) / 2);
  draw_icon(list, icon, {corner.x + margin, corner.y + margin}, size,
            enabled ? colour : disabled_colour);
  return pressed;
}

}  // namespace fungescope::ui
