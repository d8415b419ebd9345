// Renders pictures that are larger than the window or not visible in it: the whole playfield, the
// board.
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
  std::string note;  // for the user, such as a reduced size; may be empty
};

// Renders the whole field with regions, instruction pointer, trail and breakpoints, at the window's
// text size, or smaller where that exceeds `width` (0: any) or max_side pixels. `cells` are those
// of the whole field (see `whole_field`); outside them the snapshot's are drawn. May be called
// within a frame or between two.
[[nodiscard]] Result<Drawing> draw_playfield(ImguiHost& host, const Context& context,
                                             const CellsSnapshot& cells, int width = 0);

// Call on the session's thread. Cost: nine bytes a cell; nothing where cells would be smaller than
// 1.5 pixels and only their density is drawn.
[[nodiscard]] CellsSnapshot whole_field(Debugger& debugger);

// Renders a panel as in a tile of that size.
[[nodiscard]] Result<Image> draw_panel(ImguiHost& host, const Context& context, Panel& panel,
                                       PixelSize size);

}  // namespace fungescope::ui
