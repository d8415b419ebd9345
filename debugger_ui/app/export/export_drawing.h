// Draws images independent of the window: the whole playfield, a panel of any size.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/imgui_host.h"
#include "debugger_ui/platform/pictures/image.h"
#include "debugger_ui/widgets/panel.h"

#include <memory>
#include <string>

namespace fungescope::ui {

inline constexpr int max_side = 8192;  // pixels

struct Drawing {
  Image image;
  std::string note;  // tells the user that it was scaled down; empty otherwise
};

// Draws the whole field with regions, instruction pointer, trail and breakpoints, at the text size
// of the window, or smaller to fit `width` (0: any) and max_side pixels. `cells` is the result of
// `whole_field`; if it is empty, the cells of the snapshot are drawn. May be called within a frame
// or between two.
[[nodiscard]] Result<Drawing> draw_playfield(ImguiHost& host, const Context& context,
                                             const CellsSnapshot& cells, int width = 0);

// Must be called on the session's thread. Cost: nine bytes per cell; empty where cells would be
// smaller than 1.5 pixels, and only their density is drawn.
[[nodiscard]] CellsSnapshot whole_field(Debugger& debugger);

// Draws a panel as in a tile of that size.
[[nodiscard]] Result<Image> draw_panel(ImguiHost& host, const Context& context, Panel& panel,
                                       PixelSize size);

}  // namespace fungescope::ui
