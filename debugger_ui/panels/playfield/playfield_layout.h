// Maps between cells and pixels: zoom and scroll. Does not use ImGui.
//
// A view is a window onto the field. Its cells have one of the sizes of a ladder: those at which a
// font is sharp, and below them coloured blocks down to a fraction of a pixel.
#pragma once

#include "lang/geometry.h"

#include <algorithm>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fungescope::ui {

struct ZoomLevel {
  float width = 1;  // of a cell, in pixels; a whole number if there is a font
  float height = 1;
  int font = -1;  // index into Fonts::ladder; -1: too small for text
};

// A font of the ladder, in pixels.
struct FontCell {
  float advance = 0;
  float size = 0;
};

// Returns the levels in ascending order. `fonts`: smallest first.
[[nodiscard]] std::vector<ZoomLevel> zoom_levels(std::span<const FontCell> fonts);

struct PixelRect {
  float x = 0;
  float y = 0;
  float width = 0;
  float height = 0;
  [[nodiscard]] bool contains(float at_x, float at_y) const {
    return at_x >= x && at_y >= y && at_x < x + width && at_y < y + height;
  }
  [[nodiscard]] bool meets(const PixelRect& other) const {
    return x < other.x + other.width && other.x < x + width && y < other.y + other.height &&
           other.y < y + height;
  }
  // Larger by as much on each side.
  [[nodiscard]] PixelRect grown(float by) const {
    return {x - by, y - by, width + 2 * by, height + 2 * by};
  }
  // Grown around its middle until no side is shorter.
  [[nodiscard]] PixelRect at_least(float side) const {
    const float dx = std::max(side - width, 0.0F) / 2;
    const float dy = std::max(side - height, 0.0F) / 2;
    return {x - dx, y - dy, width + 2 * dx, height + 2 * dy};
  }
  friend bool operator==(const PixelRect&, const PixelRect&) = default;
};

// Where the name of an area goes: above the area, or inside it at its top; nowhere if it would be
// cut off at the top of the canvas, or meet one of the names placed before. Adds what it returns to
// these.
[[nodiscard]] std::optional<PixelRect> place_name(const PixelRect& area, float width, float height,
                                                  const PixelRect& canvas,
                                                  std::vector<PixelRect>& placed);

struct FieldView {
  PixelRect canvas;
  ZoomLevel zoom;
  double left = 0;  // cells left of the canvas, with a fraction; negative: a margin
  double top = 0;

  // The top left corner of a cell; on whole pixels if there is text.
  [[nodiscard]] float x_of(std::int64_t x) const;
  [[nodiscard]] float y_of(std::int64_t y) const;
  [[nodiscard]] PixelRect area_of(const Rectangle& cells) const;
  // Returns the cell at a pixel; it may lie outside the field.
  [[nodiscard]] Point cell_at(float x, float y) const;
  // Returns the cells of the field that are at least partly visible; empty if none is.
  [[nodiscard]] Rectangle visible(Size field) const;

  [[nodiscard]] double columns() const { return canvas.width / zoom.width; }
  [[nodiscard]] double rows() const { return canvas.height / zoom.height; }

  // Moves the field by pixels.
  void pan(float dx, float dy);
  // Changes the size of cells, keeping the cell under the pixel in place.
  void zoom_at(float x, float y, const ZoomLevel& level);
  void centre_on(Point cell);
  void centre(Size field);  // the whole field
  // Scrolls just far enough to keep the cell `margin` (a share of the canvas, below a half) from
  // the edges, or centres it if that is far.
  void bring_into_view(Point cell, float margin);
  // Keeps at least a fifth of the canvas, or all of a small field, visible.
  void clamp_scroll(Size field);
  // Is all of the field within the canvas?
  [[nodiscard]] bool holds(Size field) const;
};

// Returns the largest level at which the whole field fits the canvas; the smallest if none does.
[[nodiscard]] std::size_t level_to_fit(std::span<const ZoomLevel> levels, const PixelRect& canvas,
                                       Size field);

// Returns the rectangle spanned by two cells.
[[nodiscard]] Rectangle rectangle_between(Point a, Point b);
// The same clipped to the field; nothing if it is empty.
[[nodiscard]] std::optional<Rectangle> rectangle_between(Point a, Point b, Size field);

// Returns the step between ruler labels: 1, 2 or 5 times a power of ten, such that labels are at
// least `apart` pixels from each other. `cell`: pixels per cell, above 0.
[[nodiscard]] std::int64_t ruler_step(float cell, float apart);

}  // namespace fungescope::ui
