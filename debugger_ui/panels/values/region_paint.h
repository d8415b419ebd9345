// Lays out and draws the cells of a region by its encoding.
#pragma once

#include "debugger_ui/widgets/panel.h"

#include <string>

#include <imgui/imgui.h>

namespace fungescope::ui {

// Layout of one region at the current zoom.
struct RegionLayout {
  bool blocks = false;
  float cell_width = 0;
  float cell_height = 0;
  ImVec2 size;          // of all cells
  std::string caption;  // after the name
  float width = 0;      // including the caption
};

// `space` is the width available for large regions.
[[nodiscard]] RegionLayout lay_out_region(const RegionSnapshot& region, ImFont* font, float space);

// Draws the visible cells, with the upper left one at `corner`.
void paint_region(const Context& context, const RegionSnapshot& region, const RegionLayout& shape,
                  ImFont* font, ImVec2 corner);

}  // namespace fungescope::ui
