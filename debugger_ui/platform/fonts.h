// Finds the font files of the system (font_search.cpp) or of the page (web/font_search.cpp), and
// builds the window's fonts at the sizes it uses.
#pragma once

#include "base/result.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

struct ImFont;
struct ImFontAtlas;

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
  FontFile symbols;  // another monospaced font, for glyphs that this one lacks; may be missing
};

// Asks fontconfig for `wanted` (a family's name, or a path to a TrueType or OpenType file), then
// JetBrains Mono, then DejaVu Sans Mono, then for any scalable monospaced font. A missing `wanted`
// is not an error: compare `name`. The error names a package to install. Cost: about 20 ms.
[[nodiscard]] Result<FontFamily> find_font(std::string_view wanted = {});

struct FontChoice {
  std::string family;  // a name, or a path to a file; empty: the best available
  float size = 16;     // of body text, pixels at scale 1; 8 to 40

  friend bool operator==(const FontChoice&, const FontChoice&) = default;
};

// Pointers are valid until the atlas is rebuilt: do not keep them across frames.
//
// body has Latin-1, Greek, arrows, mathematical operators, box drawing, blocks and geometric
// shapes; the others have Latin-1, and arrows and shapes too except the playfield's.
struct Fonts {
  ImFont* body = nullptr;
  ImFont* bold = nullptr;  // body where the family has no bold
  ImFont* small = nullptr;
  ImFont* title = nullptr;

  std::string family;
  // The playfield's, smallest first. Text is sharp at a font's own FontSize; scaled down, thin
  // strokes fade, so zoom levels should be those sizes.
  std::vector<ImFont*> ladder;
  // The digits 1 to 9 alone, up to the size of a board that fills a large screen.
  std::vector<ImFont*> digits;
  std::vector<ImFont*> bold_digits;
};

// Fills the atlas, which must be empty; the texture is not uploaded here.
// `scale` is the display's, 0.5 to 4. The texture stays within 4096 x 4096.
[[nodiscard]] Fonts build_fonts(ImFontAtlas& atlas, const std::optional<FontFamily>& family,
                                float body_size, float scale);

}  // namespace fungescope::ui
