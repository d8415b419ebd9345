// Arithmetic of pixels, and lines of text in a font at its own size.
#pragma once

#include <cfloat>
#include <string_view>

#include <imgui/imgui.h>

namespace fungescope::ui {

[[nodiscard]] inline ImVec2 operator+(ImVec2 a, ImVec2 b) {
  return {a.x + b.x, a.y + b.y};
}
[[nodiscard]] inline ImVec2 operator-(ImVec2 a, ImVec2 b) {
  return {a.x - b.x, a.y - b.y};
}
[[nodiscard]] inline ImVec2 operator*(ImVec2 a, float factor) {
  return {a.x * factor, a.y * factor};
}

[[nodiscard]] inline float text_width(const ImFont& font, std::string_view text) {
  return font.CalcTextSizeA(font.FontSize, FLT_MAX, 0, text.data(), text.data() + text.size()).x;
}
inline void draw_text(ImDrawList& list, ImFont& font, ImVec2 at, ImU32 colour,
                      std::string_view text) {
  list.AddText(&font, font.FontSize, at, colour, text.data(), text.data() + text.size());
}

}  // namespace fungescope::ui
