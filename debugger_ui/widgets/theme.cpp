#include "debugger_ui/widgets/theme.h"

#include <algorithm>
#include <cmath>
#include <numbers>

namespace fungescope::ui {
namespace {

constexpr ImU32 rgb(std::uint32_t hex, std::uint32_t alpha = 255) {
  return IM_COL32((hex >> 16U) & 0xffU, (hex >> 8U) & 0xffU, hex & 0xffU, alpha);
}

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
  const auto luminance = [](ImU32 colour) {
    const auto linear = [colour](unsigned shift) {
      const double c = channel(colour, shift) / 255.0;
      return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
    };
    return 0.2126 * linear(IM_COL32_R_SHIFT) + 0.7152 * linear(IM_COL32_G_SHIFT) +
           0.0722 * linear(IM_COL32_B_SHIFT);
  };
  const double la = luminance(a);
  const double lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

// ---- The two themes

constexpr Theme dark_colours{
    .name = "dark",
    .dark = true,
    .background = rgb(0x0c0e11),
    .panel = rgb(0x15181d),
    .raised = rgb(0x1f242b),
    .hovered = rgb(0x2a313a),
    .active = rgb(0x333c47),
    .border = rgb(0x2c333c),
    .grid_line = rgb(0x1e232a),
    .text = rgb(0xe3e7ec),
    .dim = rgb(0xa9b3bd),
    .faint = rgb(0x929ca8),
    .accent = rgb(0x56b4e9),
    .on_accent = rgb(0x06131b),
    .good = rgb(0x2fc79a),
    .warning = rgb(0xe9a820),
    .bad = rgb(0xf5814a),
    .pointer = rgb(0xf0e442),
    .trail = rgb(0xf0e442),
    .breakpoint = rgb(0xf2693a),
    .bookmark = rgb(0xd98bb8),
    .changed = rgb(0xe9a820),
    .modified = rgb(0x2fc79a),
    .selection = rgb(0x56b4e9),
    .marked = rgb(0xe79cc4),
    .region = rgb(0x7d9fc6),
    .given = rgb(0xe3e7ec),
    .deduced = rgb(0x56b4e9),
    .guessed = rgb(0xe9a820),
    .candidate = rgb(0xa9b3bd),
    .light_square = rgb(0x42454a),
    .dark_square = rgb(0x101215),
    .curves = {rgb(0x56b4e9), rgb(0xe69f00), rgb(0xcc79a7), rgb(0x2fc79a), rgb(0xf0e442),
               rgb(0xd55e00)},
    .classes = {rgb(0x929ca8), rgb(0x6cc0f0), rgb(0xf0e442), rgb(0xe3e7ec), rgb(0x45cfa5),
                rgb(0xf0ac30), rgb(0xadb7c2), rgb(0xe98fc8), rgb(0xff8b55), rgb(0x98a2ad)},
};

constexpr Theme light_colours{
    .name = "light",
    .dark = false,
    .background = rgb(0xd5d9de),
    .panel = rgb(0xfbfbfa),
    .raised = rgb(0xebedf0),
    .hovered = rgb(0xdde3ea),
    .active = rgb(0xd0d9e2),
    .border = rgb(0xc2c8d0),
    .grid_line = rgb(0xe8ebee),
    .text = rgb(0x1a1e23),
    .dim = rgb(0x4a525c),
    .faint = rgb(0x566069),
    .accent = rgb(0x005c92),
    .on_accent = rgb(0xffffff),
    .good = rgb(0x00634a),
    .warning = rgb(0x764f00),
    .bad = rgb(0x9a3700),
    .pointer = rgb(0xc67500),
    .trail = rgb(0xd98200),
    .breakpoint = rgb(0xb03700),
    .bookmark = rgb(0x8c3a69),
    .changed = rgb(0x7d5200),
    .modified = rgb(0x00634a),
    .selection = rgb(0x005c92),
    .marked = rgb(0x8f3a74),
    .region = rgb(0x3f6187),
    .given = rgb(0x1a1e23),
    .deduced = rgb(0x005c92),
    .guessed = rgb(0x8a4700),
    .candidate = rgb(0x4a525c),
    .light_square = rgb(0xf3f4f5),
    .dark_square = rgb(0xc3c8cf),
    .curves = {rgb(0x0072b2), rgb(0xc96a00), rgb(0xb5548c), rgb(0x007f5e), rgb(0x1a1e23),
               rgb(0xa08600)},
    .classes = {rgb(0x566069), rgb(0x005a91), rgb(0x675300), rgb(0x1a1e23), rgb(0x005f46),
                rgb(0x844500), rgb(0x474f59), rgb(0x883464), rgb(0x963400), rgb(0x566069)},
};

ImVec4 vec(ImU32 colour) {
  return ImGui::ColorConvertU32ToFloat4(colour);
}

void apply_colours(const Theme& t, ImGuiStyle& style) {
  const auto set = [&style](ImGuiCol which, ImU32 colour) { style.Colors[which] = vec(colour); };
  set(ImGuiCol_Text, t.text);
  set(ImGuiCol_TextDisabled, t.dim);
  set(ImGuiCol_WindowBg, t.background);
  set(ImGuiCol_ChildBg, t.panel);
  set(ImGuiCol_PopupBg, t.panel);
  set(ImGuiCol_Border, t.border);
  set(ImGuiCol_FrameBg, t.raised);
  set(ImGuiCol_FrameBgHovered, t.hovered);
  set(ImGuiCol_FrameBgActive, t.active);
  set(ImGuiCol_TitleBg, t.raised);
  set(ImGuiCol_TitleBgActive, t.raised);
  set(ImGuiCol_MenuBarBg, t.background);
  set(ImGuiCol_ScrollbarBg, 0);
  set(ImGuiCol_ScrollbarGrab, t.active);
  set(ImGuiCol_ScrollbarGrabHovered, t.faint);
  set(ImGuiCol_ScrollbarGrabActive, t.dim);
  set(ImGuiCol_CheckMark, t.accent);
  set(ImGuiCol_SliderGrab, t.accent);
  set(ImGuiCol_SliderGrabActive, t.accent);
  set(ImGuiCol_Button, t.raised);
  set(ImGuiCol_ButtonHovered, t.hovered);
  set(ImGuiCol_ButtonActive, t.active);
  set(ImGuiCol_Header, t.raised);
  set(ImGuiCol_HeaderHovered, t.hovered);
  set(ImGuiCol_HeaderActive, t.active);
  set(ImGuiCol_Separator, t.border);
  set(ImGuiCol_PlotHistogram, t.accent);
  set(ImGuiCol_TableHeaderBg, t.raised);
  set(ImGuiCol_TableBorderStrong, t.border);
  set(ImGuiCol_TableBorderLight, t.grid_line);
  set(ImGuiCol_TableRowBg, 0);
  set(ImGuiCol_TableRowBgAlt, with_alpha(t.raised, 0.5F));
  set(ImGuiCol_TextSelectedBg, with_alpha(t.accent, 0.35F));
  set(ImGuiCol_NavHighlight, t.accent);
  set(ImGuiCol_ModalWindowDimBg, with_alpha(t.background, 0.6F));
}

}  // namespace

InstructionClass class_of(Op op) {
  // In the order of the classes.
  constexpr std::array<std::string_view, 9> glyphs{" ",       "><^v?#@", "_|", "0123456789", "\"",
                                                   "+-*/%!`", ":\\$",    "gp", ".,&~"};
  const auto found = std::find_if(glyphs.begin(), glyphs.end(), [op](std::string_view all) {
    return all.find(instruction(op).glyph) != std::string_view::npos;
  });
  return static_cast<InstructionClass>(found - glyphs.begin());
}

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
  return dark_colours;
}

const Theme& light_theme() {
  return light_colours;
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
  switch (tone) {
    case Tone::good:
      return theme.good;
    case Tone::warning:
      return theme.warning;
    case Tone::bad:
      return theme.bad;
    default:
      return theme.text;
  }
}

}  // namespace fungescope::ui
