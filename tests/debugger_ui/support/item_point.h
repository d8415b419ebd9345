// Where a named item is on the screen, for tests that click it.
#pragma once

#include "debugger_ui/widgets/item_names.h"

#include <string>

#include <imgui/imgui.h>

namespace fungescope::ui {

// The point at a fraction of the item's width and height in the latest frame. Throws if there is
// none of that name; the message lists the names.
[[nodiscard]] ImVec2 point_of(const ItemNames& names, const std::string& name,
                              ImVec2 fraction = {0.5F, 0.5F});

}  // namespace fungescope::ui
