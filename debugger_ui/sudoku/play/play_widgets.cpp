#include "debugger_ui/sudoku/play/play_widgets.h"

#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/sudoku/play/play_paint.h"
#include "debugger_ui/widgets/item_names.h"

#include <cctype>
#include <cmath>

namespace fungescope::ui {
namespace {

ImU32 fill_of(const Theme& theme, const PlayButton& button) {
  if (!button.enabled) return button.active ? theme.active : theme.raised;
  const bool hovered = ImGui::IsItemHovered();
  const bool held = ImGui::IsItemActive();
  if (button.primary || button.active) {
    return held || hovered ? mix(theme.accent, theme.text, 0.18F) : theme.accent;
  }
  if (held) return theme.active;
  return hovered ? theme.hovered : theme.raised;
}

ImU32 ink_of(const Theme& theme, const PlayButton& button) {
  if (!button.enabled) return theme.faint;
  return button.primary || button.active ? theme.on_accent : theme.text;
}

}  // namespace

PlayFonts play_fonts(const Fonts& fonts) {
  const float body = fonts.body->FontSize;
  return {font_of_height(fonts.ladder, 1.2F * body), font_of_height(fonts.ladder, 0.95F * body),
          font_of_height(fonts.ladder, 1.67F * body)};
}

std::string capitalised(std::string text) {
  const bool cell_name = text.size() > 1 && text[1] >= '1' && text[1] <= '9';  // "r5c3"
  if (!text.empty() && !cell_name) {
    text.front() = static_cast<char>(std::toupper(static_cast<unsigned char>(text.front())));
  }
  return text;
}

bool play_area(const Context& context, const std::string& name, const PlayButton& button,
               ImVec2 size) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool pressed = ImGui::InvisibleButton(name.c_str(), size) && button.enabled;
  name_item(name);
  if (!button.tooltip.empty()) {
    item_tooltip(context, button.tooltip, button.key);
  } else if (!button.key.empty()) {
    item_tooltip(context, button.key);
  }
  ImGui::GetWindowDrawList()->AddRectFilled(corner, {corner.x + size.x, corner.y + size.y},
                                            fill_of(context.theme, button),
                                            std::round(5 * context.scale));
  return pressed;
}

bool play_button(const Context& context, const PlayButton& button, ImVec2 size) {
  const ImVec2 corner = ImGui::GetCursorScreenPos();
  const bool pressed = play_area(context, button.place + " " + button.label, button, size);
  const ImU32 ink = ink_of(context.theme, button);
  ImFont* const font = play_fonts(context.fonts).text;
  const float height = font->FontSize;
  const float y = std::round(corner.y + (size.y - height) / 2);
  const float padding = std::round(12 * context.scale);
  const std::string label = capitalised(button.label);
  const float text = font->CalcTextSizeA(height, FLT_MAX, 0, label.c_str()).x;
  const float key = font->CalcTextSizeA(height, FLT_MAX, 0, button.key.c_str()).x;
  const bool on_accent = button.enabled && (button.primary || button.active);
  const ImU32 key_ink = on_accent ? ink : context.theme.dim;
  const float middle = corner.x + size.x / 2;
  ImFont* const small = play_fonts(context.fonts).small;
  if (button.key_below) {
    const float top = std::round(corner.y + (size.y - height - small->FontSize) / 2);
    text_at(font, {middle, top}, label, ink, TextAnchor::middle);
    text_at(small, {middle, top + height}, button.key, key_ink, TextAnchor::middle);
  } else if (text > size.x - padding / 2) {
    text_at(small, {middle, std::round(corner.y + (size.y - small->FontSize) / 2)}, label, ink,
            TextAnchor::middle);
  } else if (button.key.empty() || size.x < text + key + 3.5F * padding) {
    text_at(font, {middle, y}, label, ink, TextAnchor::middle);
  } else {
    text_at(font, {corner.x + padding, y}, label, ink);
    text_at(font, {corner.x + size.x - padding, y}, button.key, key_ink, TextAnchor::right);
  }
  return pressed;
}

RowPart part_of(float row, float gap, std::size_t index, std::size_t count) {
  const float step = (row + gap) / static_cast<float>(count);
  const float from = std::round(static_cast<float>(index) * step);
  return {from, std::round(static_cast<float>(index + 1) * step) - gap - from};
}

ImVec2 text_at(ImFont* font, ImVec2 at, std::string_view text, ImU32 colour, TextAnchor anchor) {
  const float height = font->FontSize;
  const char* const end = text.data() + text.size();
  const ImVec2 size = font->CalcTextSizeA(height, FLT_MAX, 0, text.data(), end);
  if (anchor == TextAnchor::middle) at.x -= size.x / 2;
  if (anchor == TextAnchor::right) at.x -= size.x;
  ImGui::GetWindowDrawList()->AddText(font, height, {std::round(at.x), std::round(at.y)}, colour,
                                      text.data(), end);
  return size;
}

}  // namespace fungescope::ui
