// The fonts of the window, at the sizes that it uses.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/font_search.h"

#include <optional>
#include <string>
#include <vector>

struct ImFont;
struct ImFontAtlas;

namespace fungescope::ui {

struct FontChoice {
  std::string family;  // a name, or a path to a file; empty: the best there is
  float size = 16;     // of body text, pixels at scale 1; 8 to 40

  friend bool operator==(const FontChoice&, const FontChoice&) = default;
};

// Pointers live until the atlas is built anew: do not keep them over frames.
//
// body has Latin-1, Greek, arrows, mathematical operators, box drawing, blocks
// and geometric shapes; the others have Latin-1, and arrows and shapes too
// except the playfield's.
struct Fonts {
  ImFont* body = nullptr;
  ImFont* bold = nullptr;  // body where the family has no bold
  ImFont* small = nullptr;
  ImFont* title = nullptr;

  // For a cell that many pixels high: the smallest font that is not smaller, to
  // be drawn at that size; the largest where none is. Drawn at its own
  // font_size() it is sharp; smaller, thin strokes fade: let a zoom rest on those.
  [[nodiscard]] ImFont* playfield_font(float pixel_height) const;

  std::string family;
  std::vector<ImFont*> ladder;  // the playfield's, smallest first
};

// Fills the atlas, which must be empty; the texture is not uploaded here.
// `scale` is the display's, 0.5 to 4. The texture stays within 4096 x 4096.
[[nodiscard]] Fonts build_fonts(ImFontAtlas& atlas, const std::optional<FontFamily>& family,
                                float body_size, float scale);

}  // namespace fungescope::ui
