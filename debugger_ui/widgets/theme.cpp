#include "debugger_ui/widgets/theme.h"

#include "printing/poster.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <numbers>

namespace fungescope::ui {
namespace {

constexpr std::uint32_t channel(ImU32 colour, unsigned shift) {
  return (colour >> shift) & 0xffU;
}

// ---- Computed colours, in the perceptual colour space Oklab (Ottosson 2020)

struct Lab {
  double lightness = 0;  // 0 to 1
  double a = 0;          // green to red
  double b = 0;          // blue to yellow
};

std::uint32_t to_byte(double linear) {
  const double clamped = std::clamp(linear, 0.0, 1.0);
  const double encoded =
      clamped <= 0.0031308 ? 12.92 * clamped : 1.055 * std::pow(clamped, 1 / 2.4) - 0.055;
  return static_cast<std::uint32_t>(std::lround(encoded * 255));
}

ImU32 to_colour(const Lab& lab, double alpha) {
  const double l = std::pow(lab.lightness + 0.3963377774 * lab.a + 0.2158037573 * lab.b, 3);
  const double m = std::pow(lab.lightness - 0.1055613458 * lab.a - 0.0638541728 * lab.b, 3);
  const double s = std::pow(lab.lightness - 0.0894841775 * lab.a - 1.2914855480 * lab.b, 3);
  return IM_COL32(to_byte(4.0767416621 * l - 3.3077115913 * m + 0.2309699292 * s),
                  to_byte(-1.2684380046 * l + 2.6097574011 * m - 0.3413193965 * s),
                  to_byte(-0.0041960863 * l - 0.7034186147 * m + 1.7076147010 * s),
                  static_cast<std::uint32_t>(std::lround(std::clamp(alpha, 0.0, 1.0) * 255)));
}

// The contrast ratio as defined by WCAG 2, 1 to 21, and what is ensured: the 4.5 that it asks of
// text, and a margin for the rounding of layers that are blended.
constexpr double min_contrast = 4.7;

double contrast(ImU32 a, ImU32 b) {
  // A table, since each cell of a frame asks for it.
  static const auto linear = [] {
    std::array<double, 256> of_byte{};
    for (std::size_t i = 0; i < of_byte.size(); ++i) {
      const double c = static_cast<double>(i) / 255;
      of_byte[i] = c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    }
    return of_byte;
  }();
  const auto luminance = [](ImU32 colour) {
    return 0.2126 * linear[channel(colour, IM_COL32_R_SHIFT)] +
           0.7152 * linear[channel(colour, IM_COL32_G_SHIFT)] +
           0.0722 * linear[channel(colour, IM_COL32_B_SHIFT)];
  };
  const double la = luminance(a);
  const double lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

// ---- The two themes

constexpr Theme colours(bool dark) {
  const auto either = [dark](std::uint32_t on_dark, std::uint32_t on_light) {
    const std::uint32_t hex = dark ? on_dark : on_light;
    return IM_COL32((hex >> 16U) & 0xffU, (hex >> 8U) & 0xffU, hex & 0xffU, 255);
  };
  // As on paper.
  const auto ink = [either](std::uint32_t on_dark, std::size_t instruction) {
    return either(on_dark, printing::class_inks[instruction]);
  };
  return {
      .name = dark ? "dark" : "light",
      .dark = dark,
      .background = either(0x0c0e11, 0xd5d9de),
      .panel = either(0x15181d, 0xfbfbfa),
      .raised = either(0x1f242b, 0xebedf0),
      .hovered = either(0x2a313a, 0xdde3ea),
      .active = either(0x333c47, 0xd0d9e2),
      .border = either(0x2c333c, 0xc2c8d0),
      .grid_line = either(0x1e232a, 0xe8ebee),
      .text = either(0xe3e7ec, printing::text_ink),
      .dim = either(0xa9b3bd, 0x4a525c),
      .faint = either(0x929ca8, printing::faint_ink),
      .accent = either(0x56b4e9, 0x005c92),
      .on_accent = either(0x06131b, 0xffffff),
      .good = either(0x2fc79a, 0x00634a),
      .warning = either(0xe9a820, 0x764f00),
      .bad = either(0xf5814a, 0x9a3700),
      .pointer = either(0xf0e442, 0xc67500),
      .trail = either(0xf0e442, 0xd98200),
      .breakpoint = either(0xf2693a, 0xb03700),
      .bookmark = either(0xd98bb8, 0x8c3a69),
      .changed = either(0xe9a820, 0x7d5200),
      .modified = either(0x2fc79a, 0x00634a),
      .marked = either(0xe79cc4, 0x8f3a74),
      .region = either(0x7d9fc6, 0x3f6187),
      .given = either(0xe3e7ec, 0x1a1e23),
      .deduced = either(0x56b4e9, 0x005c92),
      .guessed = either(0xe9a820, 0x8a4700),
      .candidate = either(0xa9b3bd, 0x4a525c),
      .light_square = either(0x42454a, 0xf3f4f5),
      .dark_square = either(0x101215, 0xc3c8cf),
      .curves = {either(0x56b4e9, 0x0072b2), either(0xe69f00, 0xc96a00), either(0xcc79a7, 0xb5548c),
                 either(0x2fc79a, 0x007f5e), either(0xf0e442, 0x1a1e23),
                 either(0xd55e00, 0xa08600)},
      .classes = {ink(0x929ca8, 0), ink(0x6cc0f0, 1), ink(0xf0e442, 2), ink(0xe3e7ec, 3),
                  ink(0x45cfa5, 4), ink(0xf0ac30, 5), ink(0xadb7c2, 6), ink(0xe98fc8, 7),
                  ink(0xff8b55, 8), ink(0x98a2ad, 9)},
  };
}

void apply_colours(const Theme& t, ImGuiStyle& style) {
  const auto set = [&style](ImU32 colour, std::initializer_list<ImGuiCol> uses) {
    for (const ImGuiCol use : uses) style.Colors[use] = ImGui::ColorConvertU32ToFloat4(colour);
  };
  set(t.text, {ImGuiCol_Text});
  set(t.dim, {ImGuiCol_TextDisabled, ImGuiCol_ScrollbarGrabActive});
  set(t.faint, {ImGuiCol_ScrollbarGrabHovered});
  set(t.background, {ImGuiCol_WindowBg, ImGuiCol_MenuBarBg});
  set(t.panel, {ImGuiCol_ChildBg, ImGuiCol_PopupBg});
  set(t.raised, {ImGuiCol_FrameBg, ImGuiCol_TitleBg, ImGuiCol_TitleBgActive, ImGuiCol_Button,
                 ImGuiCol_Header, ImGuiCol_TableHeaderBg});
  set(t.hovered, {ImGuiCol_FrameBgHovered, ImGuiCol_ButtonHovered, ImGuiCol_HeaderHovered});
  set(t.active, {ImGuiCol_FrameBgActive, ImGuiCol_ScrollbarGrab, ImGuiCol_ButtonActive,
                 ImGuiCol_HeaderActive});
  set(t.border, {ImGuiCol_Border, ImGuiCol_Separator, ImGuiCol_TableBorderStrong});
  set(t.grid_line, {ImGuiCol_TableBorderLight});
  set(t.accent, {ImGuiCol_CheckMark, ImGuiCol_SliderGrab, ImGuiCol_SliderGrabActive,
                 ImGuiCol_PlotHistogram, ImGuiCol_NavHighlight});
  set(0, {ImGuiCol_ScrollbarBg, ImGuiCol_TableRowBg});
  set(with_alpha(t.raised, 0.5F), {ImGuiCol_TableRowBgAlt});
  set(with_alpha(t.accent, 0.35F), {ImGuiCol_TextSelectedBg});
  set(with_alpha(t.background, 0.6F), {ImGuiCol_ModalWindowDimBg});
}

}  // namespace

// From blue through grey to yellow, which looks the same without red or without green. Reversed on
// a light panel, so that the maximum has the highest contrast.
ImU32 Theme::heat(float share) const {
  if (!(share > 0)) return 0;
  const double t = std::min(1.0F, share);
  const double along = dark ? t : 1 - t;
  const double lightness = dark ? 0.34 + 0.54 * along : 0.46 + 0.48 * along;
  const double bow = 0.03 * std::sin(along * std::numbers::pi);
  const Lab lab{lightness, -0.02 - bow, -0.115 + 0.26 * along};
  return to_colour(lab, 0.35 + 0.65 * std::min(1.0, 4 * t));
}

ImU32 Theme::depth(std::int64_t depth) const {
  if (depth <= 0) return 0;
  const auto step = static_cast<double>((depth - 1) % 8);
  // Neighbouring depths differ in lightness as well as in hue.
  const double angle = (250 - 45 * step) * std::numbers::pi / 180;
  const double lift = static_cast<int>(step) % 2 == 0 ? 0 : 0.08;
  const double lightness = (dark ? 0.62 : 0.66) + lift;
  return to_colour({lightness, 0.11 * std::cos(angle), 0.11 * std::sin(angle)}, dark ? 0.28 : 0.3);
}

const Theme& dark_theme() {
  static constexpr Theme theme = colours(true);
  return theme;
}

const Theme& light_theme() {
  static constexpr Theme theme = colours(false);
  return theme;
}

void apply(const Theme& theme, float scale) {
  // Modified in place, as newer versions keep the font sizes in the style too.
  ImGuiStyle& style = ImGui::GetStyle();
  const auto size = [scale](float x, float y) {
    return ImVec2(std::floor(x * scale), std::floor(y * scale));
  };
  const auto length = [scale](float units) { return std::floor(units * scale); };
  style.WindowPadding = size(6, 6);
  style.FramePadding = size(6, 3);
  style.CellPadding = size(4, 2);
  style.ItemSpacing = size(6, 4);
  style.ItemInnerSpacing = size(5, 4);
  style.WindowMinSize = size(32, 32);
  style.IndentSpacing = length(14);
  style.ScrollbarSize = length(11);
  style.GrabMinSize = length(9);
  style.WindowRounding = 0;
  style.ChildRounding = 0;
  style.FrameRounding = length(2);
  style.PopupRounding = length(2);
  style.ScrollbarRounding = length(2);
  style.GrabRounding = length(2);
  style.TabRounding = 0;
  style.WindowBorderSize = 0;
  style.ChildBorderSize = 1;  // submenus; panels draw children without a border
  style.FrameBorderSize = 0;
  style.PopupBorderSize = 1;
  style.TabBorderSize = 0;
  style.WindowMenuButtonPosition = ImGuiDir_None;
  apply_colours(theme, style);
}

ImU32 with_alpha(ImU32 colour, float alpha) {
  const auto byte = static_cast<ImU32>(std::lround(std::clamp(alpha, 0.0F, 1.0F) * 255));
  return (colour & ~IM_COL32_A_MASK) | (byte << IM_COL32_A_SHIFT);
}

ImU32 mix(ImU32 a, ImU32 b, float share_of_b) {
  const float share = std::clamp(share_of_b, 0.0F, 1.0F);
  ImU32 mixed = 0;
  for (const unsigned shift : {0U, 8U, 16U, 24U}) {
    const auto from = static_cast<float>(channel(a, shift));
    const auto to = static_cast<float>(channel(b, shift));
    mixed |= static_cast<ImU32>(std::lround(from + (to - from) * share)) << shift;
  }
  return mixed;
}

ImU32 over(ImU32 ground, ImU32 colour) {
  const float share = static_cast<float>(channel(colour, IM_COL32_A_SHIFT)) / 255;
  return with_alpha(mix(ground, colour, share), 1);
}

ImU32 legible(ImU32 ink, ImU32 ground) {
  constexpr float step = 0.1F;
  const ImU32 white = IM_COL32(255, 255, 255, 255);
  const ImU32 black = IM_COL32(0, 0, 0, 255);
  const ImU32 end = contrast(white, ground) > contrast(black, ground) ? white : black;
  ImU32 colour = ink;
  for (float share = step; contrast(colour, ground) < min_contrast && share < 1; share += step) {
    colour = mix(ink, end, share);
  }
  return contrast(colour, ground) < min_contrast ? end : colour;
}

ImU32 colour_of(Tone tone, const Theme& theme) {
  return tone == Tone::good      ? theme.good
         : tone == Tone::warning ? theme.warning
         : tone == Tone::bad     ? theme.bad
                                 : theme.text;
}

}  // namespace fungescope::ui
