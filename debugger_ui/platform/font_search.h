// Which font files there are to draw text with.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace fungescope::ui {

// A face within a file.
struct FontFile {
  std::string path;
  int index = 0;

  [[nodiscard]] bool found() const { return !path.empty(); }
};

struct FontFamily {
  std::string name;
  FontFile regular;
  FontFile bold;     // may be missing
  FontFile symbols;  // another monospaced font, for the signs that this one lacks; may be missing
};

// Asks fontconfig for `wanted` (a family's name, or a path to a TrueType or
// OpenType file), then JetBrains Mono, then DejaVu Sans Mono, then for any
// monospaced font that scales. What is wanted but missing is passed over:
// compare `name`. The error says what to install. Some 20 ms.
[[nodiscard]] Result<FontFamily> find_font(std::string_view wanted = {});

}  // namespace fungescope::ui
