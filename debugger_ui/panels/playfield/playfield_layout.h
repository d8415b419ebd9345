// Where cells lie on the screen: zoom, scroll and the way back. Arithmetic alone, no ImGui.
//
// A view is a window onto the field. Its cells have one of the sizes of a ladder: the sizes at
// which a font is sharp, and below them coloured blocks, down to a fraction of a pixel.
#pragma once

#include "lang/geometry.h"

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fungescope::ui {

struct ZoomLevel {
  float width = 1;  // of a cell, in pixels; whole numbers where there is a font
  float height = 1;
  int font = -1;  // index into Fonts::ladder; -1: no text fits
};

// A font of the ladder, in pixels.
struct FontCell {
  float advance = 0;
  float size = 0;
};

// Rising. `fonts`: smallest first.
[[nodiscard]] std::vector<ZoomLevel> zoom_levels(std::span<const FontCell> fonts);

// In pixels.
struct PixelRect {
  float x = 0;
  float y = 0;
  float width = 0;
  float height = 0;
  [[nodiscard]] bool contains(float at_x, float at_y) const {
    return at_x >= x && at_y >= y && at_x < x + width && at_y < y + height;
  }
  friend bool operator==(const PixelRect&, const PixelRect&) = default;
};

struct FieldView {
  PixelRect canvas;
  ZoomLevel zoom;
  double left = 0;  // cells left of the canvas, with a fraction; negative: a margin
  double top = 0;

  // Of the upper left corner of a cell. With text, on whole pixels.
  [[nodiscard]] float x_of(std::int64_t x) const;
  [[nodiscard]] float y_of(std::int64_t y) const;
  // Of a whole rectangle of cells.
  [[nodiscard]] PixelRect area_of(const Rectangle& cells) const;
  // The cell under a pixel, which may lie outside every field.
  [[nodiscard]] Point cell_at(float x, float y) const;
  // The cells of the field that can be seen, at least in part; empty if none.
  [[nodiscard]] Rectangle visible(Size field) const;

  [[nodiscard]] double columns() const { return canvas.width / zoom.width; }
  [[nodiscard]] double rows() const { return canvas.height / zoom.height; }

  // By pixels: the field follows the hand.
  void pan(float dx, float dy);
  // Another size of cells; what is under the pixel stays there.
  void zoom_at(float x, float y, const ZoomLevel& level);
  void centre_on(Point cell);
  void centre(Size field);  // the whole of it
  // Scrolls as little as it takes to bring the cell `margin` (a share of the canvas, below a half)
  // away from the edges; where that is far, it comes to the middle.
  void bring_into_view(Point cell, float margin);
  // Some of the field stays in sight: a fifth of the canvas, or all of a small field.
  void clamp_scroll(Size field);
  // Is all of the field within the canvas?
  [[nodiscard]] bool holds(Size field) const;
};

// The largest level at which the whole field lies in the canvas; the smallest if none.
[[nodiscard]] std::size_t level_to_fit(std::span<const ZoomLevel> levels, const PixelRect& canvas,
                                       Size field);

// The rectangle between two cells, both in it, cut to the field; nothing if it lies outside.
[[nodiscard]] std::optional<Rectangle> rectangle_between(Point a, Point b, Size field);

// The step between two numbers of a ruler: 1, 2 or 5 times a power of ten, so that they are
// `apart` pixels from one another at least. `cell` is the size of one, above 0.
[[nodiscard]] std::int64_t ruler_step(float cell, float apart);

}  // namespace fungescope::ui
