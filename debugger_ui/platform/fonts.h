// The fonts of the window at all sizes in use.
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
  std::string family;  // a name, or a path to a file; empty: the best available
  float size = 16;     // of body text, pixels at scale 1; 8 to 40

  friend bool operator==(const FontChoice&, const FontChoice&) = default;
};

// Pointers are valid until the atlas is rebuilt: do not keep them across frames.
//
// `body` has Latin-1, Greek, arrows, mathematical operators, box drawing, blocks and geometric
// shapes; the playfield's fonts have Latin-1; the others have Latin-1, arrows and shapes.
struct Fonts {
  ImFont* body = nullptr;
  ImFont* bold = nullptr;  // `body` if the family has no bold face
  ImFont* small = nullptr;
  ImFont* title = nullptr;

  // Returns the smallest font of at least that height, or else the largest, to be drawn at that
  // height. Text is sharp at the font's own font_size() only: let a zoom snap to those sizes.
  [[nodiscard]] ImFont* playfield_font(float pixel_height) const;

  std::string family;
  std::vector<ImFont*> ladder;  // of the playfield, smallest first
};

// Fills the atlas, which must be empty, without uploading the texture, of at most 4096 x 4096
// pixels. `scale` is that of the display, 0.5 to 4.
[[nodiscard]] Fonts build_fonts(ImFontAtlas& atlas, const std::optional<FontFamily>& family,
                                float body_size, float scale);

}  // namespace fungescope::ui
