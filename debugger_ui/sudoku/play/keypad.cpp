// The keypad: the nine digits as keys, with how many of each are left, and the modes above them.
#include "debugger_ui/sudoku/play/play_paint.h"
#include "debugger_ui/sudoku/play/play_view.h"
#include "debugger_ui/sudoku/play/play_widgets.h"
#include "debugger_ui/widgets/item_names.h"
#include "debugger_ui/widgets/theme.h"

#include <array>
#include <cmath>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

constexpr std::array<std::string_view, entry_modes> mode_labels{"digit", "corner", "centre",
                                                                "colour"};
constexpr std::array<std::string_view, entry_modes> mode_tooltips{
    "enter digits", "small marks in the corners: where a digit can be in a box; or Shift+digit",
    "marks in the middle: which digits a cell can have; or Ctrl+digit",
    "colour cells; or Ctrl+Shift+digit"};

bool is_narrow(ImVec2 key) {
  return key.x < key.y;
}

// Where the key's digit is drawn: as it will be entered.
void draw_key_digit(const Context& context, const PlayState& state, int digit, ImVec2 corner,
                    ImVec2 size, ImU32 ink) {
  const PlayPainting painting{*ImGui::GetWindowDrawList(), context.fonts, context.theme,
                              context.scale};
  const ImVec2 middle{std::round(corner.x + size.x / 2), std::round(corner.y + size.y / 2)};
  const bool full = state.mode() == EntryMode::digit;
  ImFont* font = font_of_height(context.fonts.digits, (full ? 0.84F : 0.5F) * size.y);
  ImVec2 at = middle;
  if (state.mode() == EntryMode::corner) {
    at = {std::round(corner.x + 0.3F * size.x), corner.y + 0.32F * size.y};
  } else if (state.mode() == EntryMode::colour) {
    const float side = std::round(0.62F * size.y);
    const ImVec2 from{middle.x - std::round(side / 2), middle.y - std::round(side / 2)};
    painting.list.AddRectFilled(from, {from.x + side, from.y + side},
                                colour_tint(context.theme, static_cast<game::Colour>(digit)),
                                4 * context.scale);
    font = font_of_height(context.fonts.ladder, 0.5F * side);
    ink = context.theme.text;
  }
  paint_digit(painting, font, at, digit, ink);
}

// At the right of the digit, or below it.
void draw_remaining(const Context& context, const PlayState& state, int digit, ImVec2 corner,
                    ImVec2 size) {
  const int left = state.indicators().remaining[static_cast<std::size_t>(digit - 1)];
  if (left == 0) return;
  const Theme& theme = context.theme;
  const PlayFonts fonts = play_fonts(context.fonts);
  const ImU32 ink = left < 0 ? theme.bad : mix(theme.dim, theme.text, 0.4F);
  if (is_narrow(size)) {
    text_at(fonts.small, {corner.x + size.x / 2, corner.y + size.y - 1.25F * fonts.small->FontSize},
            std::to_string(left), ink, TextAnchor::middle);
  } else {
    ImFont* const font = left < 0 ? fonts.small : fonts.text;
    const float inset = std::round(7 * context.scale);
    text_at(font, {corner.x + size.x - inset, corner.y + size.y - font->FontSize - 0.6F * inset},
            left < 0 ? fmt::format("{} too many", -left) : std::to_string(left), ink,
            TextAnchor::right);
  }
  name_area("digits left", std::to_string(digit), {corner, {corner.x + size.x, corner.y + size.y}});
}

}  // namespace

void draw_modes(const Context& context, PlayState& state, float width, const std::string& place) {
  const float gap = std::round(5 * context.scale);
  const float height = std::round(40 * context.scale);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  for (int i = 0; i < entry_modes; ++i) {
    const auto mode = static_cast<EntryMode>(i);
    const auto n = static_cast<std::size_t>(i);
    const RowPart part = part_of(width, gap, n, entry_modes);
    ImGui::SetCursorScreenPos({from.x + part.from, from.y});
    PlayButton button{std::string(mode_labels[n]), std::string(mode_tooltips[n]), key_of(mode)};
    button.active = state.mode() == mode;
    button.place = place;
    button.enabled = !state.paused();
    button.key_below = true;
    if (play_button(context, button, {part.size, height})) state.set_mode(mode);
  }
  ImGui::SetCursorScreenPos({from.x, from.y + mode_row_height(context.scale)});
}

float mode_row_height(float scale) {
  return std::round(40 * scale) + 2 * std::round(5 * scale);
}

int draw_keypad(const Context& context, const PlayState& state, ImVec2 size,
                const std::string& place, int columns) {
  const float gap = std::round(5 * context.scale);
  const auto rows = static_cast<float>(9 / columns);
  const float height = std::floor((size.y - (rows - 1) * gap) / rows);
  const ImVec2 from = ImGui::GetCursorScreenPos();
  const bool counts =
      state.switches.remaining && state.mode() != EntryMode::colour && !state.paused();
  const std::string name = place.empty() ? "key " : place + " key ";
  int pressed = 0;
  for (int digit = 1; digit <= 9; ++digit) {
    const RowPart part = part_of(size.x, gap, static_cast<std::size_t>((digit - 1) % columns),
                                 static_cast<std::size_t>(columns));
    const ImVec2 corner{from.x + part.from,
                        from.y + static_cast<float>((digit - 1) / columns) * (height + gap)};
    const ImVec2 each{part.size, height};
    ImGui::SetCursorScreenPos(corner);
    PlayButton button;
    button.enabled = !state.paused();
    if (play_area(context, fmt::format("{}{}", name, digit), button, each)) pressed = digit;
    const bool used_up =
        counts && state.indicators().remaining[static_cast<std::size_t>(digit - 1)] <= 0;
    const ImVec2 above{each.x, is_narrow(each) ? std::round(0.72F * each.y) : each.y};
    draw_key_digit(context, state, digit, corner, above,
                   used_up || state.paused() ? context.theme.faint : context.theme.text);
    if (counts) draw_remaining(context, state, digit, corner, each);
  }
  ImGui::SetCursorScreenPos({from.x, from.y + rows * height + (rows + 1) * gap});
  return pressed;
}

}  // namespace fungescope::ui
