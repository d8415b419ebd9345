#include "editing/coordinate_map.h"

#include <algorithm>
#include <iterator>

namespace fungescope::editing {
namespace {

// An interval of rows or of columns.
struct Span {
  std::int64_t begin = 0;
  std::int64_t size = 1;
};

std::optional<Span> shifted(Span span, const AxisShift& shift) {
  const std::int64_t end = span.begin + span.size;
  if (shift.count >= 0) {
    if (shift.at <= span.begin) return Span{span.begin + shift.count, span.size};
    if (shift.at < end) return Span{span.begin, span.size + shift.count};
    return span;
  }
  const std::int64_t deleted_end = shift.at - shift.count;
  const auto after = [&](std::int64_t at) {
    if (at <= shift.at) return at;
    return at < deleted_end ? shift.at : at + shift.count;
  };
  const Span result{after(span.begin), after(end) - after(span.begin)};
  if (result.size == 0) return std::nullopt;
  return result;
}

std::optional<Rectangle> apply(const AxisShift& shift, Rectangle area) {
  const bool rows = shift.axis == Axis::rows;
  const auto span = shifted(
      rows ? Span{area.corner.y, area.size.height} : Span{area.corner.x, area.size.width}, shift);
  if (!span) return std::nullopt;
  (rows ? area.corner.y : area.corner.x) = span->begin;
  (rows ? area.size.height : area.size.width) = span->size;
  return area;
}

std::optional<Rectangle> apply(const BlockShift& shift, Rectangle area) {
  const Point last{area.corner.x + area.size.width - 1, area.corner.y + area.size.height - 1};
  if (!shift.from.contains(area.corner) || !shift.from.contains(last)) return area;
  area.corner = {area.corner.x + shift.by.x, area.corner.y + shift.by.y};
  return area;
}

CoordinateMap::Step inverse_of(const AxisShift& shift) {
  return AxisShift{shift.axis, shift.at, -shift.count};
}
CoordinateMap::Step inverse_of(const BlockShift& shift) {
  return BlockShift{
      {{shift.from.corner.x + shift.by.x, shift.from.corner.y + shift.by.y}, shift.from.size},
      {-shift.by.x, -shift.by.y}};
}

}  // namespace

void CoordinateMap::add(const CoordinateMap& later) {
  steps_.insert(steps_.end(), later.steps_.begin(), later.steps_.end());
}

std::optional<Rectangle> CoordinateMap::map(const Rectangle& area) const {
  std::optional<Rectangle> result = area;
  for (const Step& step : steps_) {
    if (!result) break;
    result = std::visit([&result](const auto& shift) { return apply(shift, *result); }, step);
  }
  return result;
}

std::optional<Point> CoordinateMap::map(Point cell) const {
  const auto area = map(Rectangle{cell, {1, 1}});
  return area ? std::optional(area->corner) : std::nullopt;
}

CoordinateMap CoordinateMap::inverse() const {
  CoordinateMap result;
  std::transform(steps_.rbegin(), steps_.rend(), std::back_inserter(result.steps_),
                 [](const Step& step) {
                   return std::visit([](const auto& shift) { return inverse_of(shift); }, step);
                 });
  return result;
}

}  // namespace fungescope::editing
