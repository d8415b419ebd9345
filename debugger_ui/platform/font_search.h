// Finds the font files to draw text with, through fontconfig.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

namespace fungescope::ui {

// A face in a font file.
struct FontFile {
  std::string path;
  int index = 0;

  [[nodiscard]] bool found() const { return !path.empty(); }
};

struct FontFamily {
  std::string name;
  FontFile regular;
  FontFile bold;     // may be missing
  FontFile symbols;  // another monospaced font, for glyphs missing in this one; may be missing
};

// Looks for `wanted` (the name of a family, or a path to a TrueType or OpenType file), then
// JetBrains Mono, then DejaVu Sans Mono, then any scalable monospaced font. A missing `wanted` is
// not an error: compare `name`. The error says what to install. Takes about 20 ms.
[[nodiscard]] Result<FontFamily> find_font(std::string_view wanted = {});

}  // namespace fungescope::ui
