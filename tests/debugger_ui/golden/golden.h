// Pictures of the window, compared with those in tests/data/pictures.
//
// Where they differ, NAME.new.png and NAME.difference.png are left beside the test's program. Look
// at them; if the new one is right, FUNGESCOPE_ACCEPT_PICTURES=1 makes the test replace the old.
#pragma once

#include "debugger_ui/platform/image.h"
#include "debugger_ui/platform/imgui_host.h"

#include <string>

namespace fungescope::ui {

// Is the text drawn in the font of the kept pictures? Else says that nothing is compared.
[[nodiscard]] bool golden_font(const ImguiHost& host);

// Checks the picture against NAME.png, or takes its place.
void check_golden(const std::string& name, const Image& image);

}  // namespace fungescope::ui
