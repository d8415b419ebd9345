#include "debugger_ui/support/contrast.h"

#include "debugger_ui/widgets/item_names.h"
#include "debugger_ui/widgets/theme.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdlib>
#include <map>
#include <optional>
#include <set>

#include <fmt/format.h>
#include <imgui/imgui_internal.h>

namespace fungescope::ui {
namespace {

double luminance(ImU32 colour) {
  const auto linear = [colour](unsigned shift) {
    const double c = static_cast<double>(colour >> shift & 0xffU) / 255;
    return c <= 0.04045 ? c / 12.92 : std::pow((c + 0.055) / 1.055, 2.4);
  };
  return 0.2126 * linear(IM_COL32_R_SHIFT) + 0.7152 * linear(IM_COL32_G_SHIFT) +
         0.0722 * linear(IM_COL32_B_SHIFT);
}

// A glyph is a rectangle with a rectangle of the font's texture.
bool is_glyph(const ImDrawVert* v) {
  const auto rectangle = [](ImVec2 a, ImVec2 b, ImVec2 c, ImVec2 d) {
    return a.y == b.y && b.x == c.x && c.y == d.y && a.x == d.x && a.x != c.x && a.y != c.y;
  };
  return rectangle(v[0].pos, v[1].pos, v[2].pos, v[3].pos) &&
         rectangle(v[0].uv, v[1].uv, v[2].uv, v[3].uv) && v[0].col == v[2].col;
}

ImU32 commonest_colour(const Image& image, ImVec2 from, ImVec2 to) {
  constexpr int around = 2;
  std::map<ImU32, int> counts;
  const int right = std::min(static_cast<int>(to.x) + around, image.size.width);
  const int bottom = std::min(static_cast<int>(to.y) + around, image.size.height);
  for (int y = std::max(static_cast<int>(from.y) - around, 0); y < bottom; ++y) {
    for (int x = std::max(static_cast<int>(from.x) - around, 0); x < right; ++x) {
      ++counts[colour_at(image, x, y)];
    }
  }
  if (counts.empty()) return 0;
  return std::max_element(counts.begin(), counts.end(),
                          [](const auto& a, const auto& b) { return a.second < b.second; })
      ->first;
}

// Whether a pixel of the rectangle is nearly the ink: else something, such as a legend,
// covers the glyph.
bool shows_ink(const Image& image, ImVec2 from, ImVec2 to, ImU32 ink, ImU32 ground) {
  for (int y = static_cast<int>(from.y); y < std::min(static_cast<int>(to.y), image.size.height);
       ++y) {
    for (int x = static_cast<int>(from.x); x < std::min(static_cast<int>(to.x), image.size.width);
         ++x) {
      if (x < 0 || y < 0) continue;
      if (3 * colour_distance(colour_at(image, x, y), ink) < colour_distance(ink, ground)) {
        return true;
      }
    }
  }
  return false;
}

// Within the clip rectangle and the picture, and not below the minimap.
bool is_seen(const ImDrawVert* v, const ImVec4& clip, const Image& image) {
  const ImVec2 middle{(v[0].pos.x + v[2].pos.x) / 2, (v[0].pos.y + v[2].pos.y) / 2};
  const auto* const names = static_cast<const ItemNames*>(ImGui::GetIO().UserData);
  if (const auto map = names == nullptr ? std::nullopt : names->find("minimap")) {
    constexpr float edge = 8;  // it may cover a part of a glyph
    const bool below = middle.x > map->min.x - edge && middle.y > map->min.y - edge &&
                       middle.x < map->max.x + edge && middle.y < map->max.y + edge;
    if (below) return false;
  }
  return middle.x > clip.x && middle.y > clip.y && middle.x < clip.z && middle.y < clip.w &&
         middle.x < static_cast<float>(image.size.width) &&
         middle.y < static_cast<float>(image.size.height);
}

}  // namespace

double contrast(ImU32 a, ImU32 b) {
  const double la = luminance(a);
  const double lb = luminance(b);
  return (std::max(la, lb) + 0.05) / (std::min(la, lb) + 0.05);
}

ImU32 colour_at(const Image& image, int x, int y) {
  const std::uint8_t* const p = image.pixel(x, y);
  return IM_COL32(p[0], p[1], p[2], 255);
}

int colour_distance(ImU32 a, ImU32 b) {
  int sum = 0;
  for (const unsigned shift : {0U, 8U, 16U}) {
    sum += std::abs(static_cast<int>(a >> shift & 0xffU) - static_cast<int>(b >> shift & 0xffU));
  }
  return sum;
}

std::vector<std::string> poor_text(const Image& image) {
  std::set<std::array<ImU32, 2>> pairs;
  std::vector<std::string> poor;
  const ImDrawData& data = *ImGui::GetDrawData();
  const auto disabled = static_cast<ImU32>(ImGui::GetStyle().DisabledAlpha * 255);
  const ImGuiWindow* const modal = ImGui::GetTopMostPopupModal();
  bool below = modal != nullptr;
  for (int n = 0; n < data.CmdListsCount; ++n) {
    const ImDrawList& list = *data.CmdLists[n];
    below = below && &list != modal->DrawList;
    if (below) continue;
    for (const ImDrawCmd& command : list.CmdBuffer) {
      // Each rectangle has six indices, of which the first is its first corner.
      for (unsigned i = 0; i + 6 <= command.ElemCount;) {
        const unsigned first = list.IdxBuffer[static_cast<int>(command.IdxOffset + i)];
        const ImDrawVert* const v = list.VtxBuffer.Data + command.VtxOffset + first;
        const bool whole =
            command.VtxOffset + first + 4 <= static_cast<unsigned>(list.VtxBuffer.Size);
        if (!whole || !is_glyph(v)) {
          i += 3;
          continue;
        }
        i += 6;
        const ImU32 alpha = v->col >> IM_COL32_A_SHIFT & 0xffU;
        if (alpha <= disabled || !is_seen(v, command.ClipRect, image)) continue;
        const ImU32 ground = commonest_colour(image, v[0].pos, v[2].pos);
        const ImU32 ink = over(ground, v->col);
        if (contrast(ink, ground) >= least_contrast) continue;
        if (!shows_ink(image, v[0].pos, v[2].pos, ink, ground)) continue;
        if (!pairs.insert({ink, ground}).second) continue;
        poor.push_back(fmt::format("{:.1f}: {:06x} on {:06x} (BGR) at {:.0f},{:.0f}",
                                   contrast(ink, ground), ink & 0xffffffU, ground & 0xffffffU,
                                   v[0].pos.x, v[0].pos.y));
      }
    }
  }
  return poor;
}

}  // namespace fungescope::ui
