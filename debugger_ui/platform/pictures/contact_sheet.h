// Puts pictures of one size side by side on a sheet.
#pragma once

#include "debugger_ui/platform/pictures/image.h"

#include <vector>

namespace fungescope::ui {

// Each picture is made smaller by an integer factor, averaging its pixels. Rows of `columns`
// pictures, with a black margin around each.
[[nodiscard]] Image contact_sheet(const std::vector<Image>& pictures, int columns, int factor);

}  // namespace fungescope::ui
