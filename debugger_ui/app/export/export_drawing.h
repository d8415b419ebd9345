// Pictures of what is larger than the window, or not in it: the whole playfield, the board.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/image.h"
#include "debugger_ui/platform/imgui_host.h"
#include "debugger_ui/widgets/panel.h"

#include <memory>
#include <string>

namespace fungescope::ui {

inline constexpr int max_side = 8192;  // pixels

struct Drawing {
  Image image;
  std::string note;  // what a person should know: that it was made smaller; empty: nothing
};

// The whole field with regions, instruction pointer, trail and stops, at the text size of the
// window, or smaller where that is wider than `width` (0: any) or has more than max_side pixels.
// `cells`: those of the whole field, see `whole_field`; outside them the picture's are
// drawn. Within a frame or between two.
[[nodiscard]] Result<Drawing> draw_playfield(ImguiHost& host, const Context& context,
                                             const CellsSnapshot& cells, int width = 0);

// Asked on the machine's thread. Cost: nine bytes a cell; nothing where cells would be smaller than
// a pixel and a half, and only their density is drawn.
[[nodiscard]] CellsSnapshot whole_field(Debugger& debugger);

// A panel as it would be in a tile of that size.
[[nodiscard]] Result<Image> draw_panel(ImguiHost& host, const Context& context, Panel& panel,
                                       PixelSize size);

}  // namespace fungescope::ui
