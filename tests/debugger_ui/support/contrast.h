// The contrast of colours, and of the text in a picture.
#pragma once

#include "debugger_ui/platform/pictures/image.h"

#include <string>
#include <vector>

#include <imgui/imgui.h>

namespace fungescope::ui {

// What WCAG 2 asks of text.
inline constexpr double least_contrast = 4.5;

// The contrast ratio as defined by WCAG 2, 1 to 21, of two opaque colours.
[[nodiscard]] double contrast(ImU32 a, ImU32 b);

[[nodiscard]] ImU32 colour_at(const Image& image, int x, int y);  // as an opaque one

// The sum of the differences of red, green and blue.
[[nodiscard]] int colour_distance(ImU32 a, ImU32 b);

// Describes the glyphs of the latest frame, of which `image` is the picture, that have less than
// `least_contrast` to the commonest colour around them. Leaves out what is disabled, and what
// lies below a modal dialog.
[[nodiscard]] std::vector<std::string> poor_text(const Image& image);

}  // namespace fungescope::ui
