#include "debugger_ui/panels/playfield/playfield_layout.h"

#include <algorithm>
#include <cmath>

namespace fungescope::ui {
namespace {

// Blocks have the aspect ratio of the smallest text.
constexpr float block_shape = 0.65F;
constexpr float largest_block = 4.2F;
constexpr float smallest_block = 0.02F;
constexpr float block_ratio = 0.8F;

std::int64_t floor_of(double number) {
  return static_cast<std::int64_t>(std::floor(number));
}

// Returns the scroll position of a view of `length` cells, now at `begin`, that shows `cell`.
double scrolled(double begin, double length, std::int64_t cell, double margin) {
  const auto first = static_cast<double>(cell);
  const double room = std::max(length * margin, 0.0);
  const double min = first + 1 + room - length;
  const double max = first - room;
  if (min > max || begin > max + length || begin < min - length) {
    return first + 0.5 - length / 2;
  }
  return std::clamp(begin, min, max);
}

double kept(double begin, double length, std::int64_t field) {
  const auto size = static_cast<double>(field);
  const double seen = std::min(size, length * 0.2);
  return std::clamp(begin, seen - length, size - seen);
}

}  // namespace

std::optional<PixelRect> place_name(const PixelRect& area, float width, float height,
                                    const PixelRect& canvas, std::vector<PixelRect>& placed) {
  const auto is_free = [&](const PixelRect& box) {
    return box.y >= canvas.y && std::none_of(placed.begin(), placed.end(),
                                             [&](const auto& other) { return box.meets(other); });
  };
  PixelRect box{area.x, area.y - height, width, height};
  if (!is_free(box)) box.y = area.y;
  if (!is_free(box) || (box.y == area.y && height > area.height)) return std::nullopt;
  placed.push_back(box);
  return box;
}

std::vector<ZoomLevel> zoom_levels(std::span<const FontCell> fonts) {
  std::vector<ZoomLevel> levels;
  float height = largest_block;
  while (height >= smallest_block) {
    levels.push_back({height * block_shape, height, -1});
    height *= block_ratio;
  }
  std::reverse(levels.begin(), levels.end());
  for (std::size_t i = 0; i < fonts.size(); ++i) {
    const float gap = fonts[i].size < 10 ? 0.0F : fonts[i].size < 20 ? 1.0F : 2.0F;
    // The line spacing of fonts is for prose; funges are read downwards as well.
    const float cell_height = std::max(std::round(fonts[i].size * 0.9F), 4.0F);
    const ZoomLevel level{std::round(fonts[i].advance) + gap, cell_height, static_cast<int>(i)};
    if (level.height > levels.back().height) levels.push_back(level);
  }
  return levels;
}

float FieldView::x_of(std::int64_t x) const {
  const double at = (static_cast<double>(x) - left) * zoom.width;
  return canvas.x + static_cast<float>(zoom.font >= 0 ? std::round(at) : at);
}

float FieldView::y_of(std::int64_t y) const {
  const double at = (static_cast<double>(y) - top) * zoom.height;
  return canvas.y + static_cast<float>(zoom.font >= 0 ? std::round(at) : at);
}

PixelRect FieldView::area_of(const Rectangle& cells) const {
  const float x = x_of(cells.corner.x);
  const float y = y_of(cells.corner.y);
  return {x, y, x_of(cells.corner.x + cells.size.width) - x,
          y_of(cells.corner.y + cells.size.height) - y};
}

Point FieldView::cell_at(float x, float y) const {
  // Relative to the rounded position of the first cell, so that edges agree with what is drawn.
  const float dx = x - x_of(0);
  const float dy = y - y_of(0);
  return {floor_of(static_cast<double>(dx) / zoom.width),
          floor_of(static_cast<double>(dy) / zoom.height)};
}

Rectangle FieldView::visible(Size field) const {
  const Point first = cell_at(canvas.x, canvas.y);
  const Point last = cell_at(canvas.x + canvas.width, canvas.y + canvas.height);
  return rectangle_between(first, last, field).value_or(Rectangle{});
}

void FieldView::pan(float dx, float dy) {
  left -= static_cast<double>(dx) / zoom.width;
  top -= static_cast<double>(dy) / zoom.height;
}

void FieldView::zoom_at(float x, float y, const ZoomLevel& level) {
  const double dx = x - canvas.x;
  const double dy = y - canvas.y;
  left += dx / zoom.width - dx / level.width;
  top += dy / zoom.height - dy / level.height;
  zoom = level;
}

void FieldView::centre_on(Point cell) {
  left = static_cast<double>(cell.x) + 0.5 - columns() / 2;
  top = static_cast<double>(cell.y) + 0.5 - rows() / 2;
}

void FieldView::centre(Size field) {
  left = (static_cast<double>(field.width) - columns()) / 2;
  top = (static_cast<double>(field.height) - rows()) / 2;
}

void FieldView::bring_into_view(Point cell, float margin) {
  left = scrolled(left, columns(), cell.x, margin);
  top = scrolled(top, rows(), cell.y, margin);
}

void FieldView::clamp_scroll(Size field) {
  left = kept(left, columns(), field.width);
  top = kept(top, rows(), field.height);
}

bool FieldView::holds(Size field) const {
  return left <= 0 && top <= 0 && left + columns() >= static_cast<double>(field.width) &&
         top + rows() >= static_cast<double>(field.height);
}

std::size_t level_to_fit(std::span<const ZoomLevel> levels, const PixelRect& canvas, Size field) {
  std::size_t best = 0;
  for (std::size_t i = 0; i < levels.size(); ++i) {
    const bool fits = static_cast<float>(field.width) * levels[i].width <= canvas.width &&
                      static_cast<float>(field.height) * levels[i].height <= canvas.height;
    if (fits) best = i;
  }
  return best;
}

Rectangle rectangle_between(Point a, Point b) {
  return {{std::min(a.x, b.x), std::min(a.y, b.y)},
          {std::abs(a.x - b.x) + 1, std::abs(a.y - b.y) + 1}};
}

std::optional<Rectangle> rectangle_between(Point a, Point b, Size field) {
  const Point first{std::max<std::int64_t>(std::min(a.x, b.x), 0),
                    std::max<std::int64_t>(std::min(a.y, b.y), 0)};
  const Point last{std::min(std::max(a.x, b.x), field.width - 1),
                   std::min(std::max(a.y, b.y), field.height - 1)};
  if (first.x > last.x || first.y > last.y) return std::nullopt;
  return rectangle_between(first, last);
}

std::int64_t ruler_step(float cell, float apart) {
  std::int64_t step = 1;
  while (static_cast<float>(step) * cell < apart) {
    std::int64_t power = step;
    while (power >= 10) power /= 10;
    step = power == 2 ? step / 2 * 5 : step * 2;  // 1, 2, 5, 10
  }
  return step;
}

}  // namespace fungescope::ui
