// Compares pictures of the window with those in tests/data/pictures.
//
// Where they differ, NAME.new.png and NAME.difference.png are written next to the test. If the new
// picture is right, FUNGESCOPE_ACCEPT_PICTURES=1 makes the test replace the kept one.
#pragma once

#include "debugger_ui/platform/imgui_host.h"
#include "debugger_ui/platform/pictures/image.h"

#include <string>

namespace fungescope::ui {

// Is the text drawn in the font of the kept pictures? If not, reports that nothing is compared.
[[nodiscard]] bool golden_font(const ImguiHost& host);

// Compares the picture, which is that of the latest frame, with NAME.png, or replaces that. Checks
// the contrast of its text too.
void check_golden(const std::string& name, const Image& image);

}  // namespace fungescope::ui
