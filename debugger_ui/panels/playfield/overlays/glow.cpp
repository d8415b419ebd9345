#include "debugger_ui/panels/playfield/overlays/glow.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace fungescope::ui {
namespace {

constexpr double half_life = 0.25;  // seconds
constexpr float darkest = 0.04F;

}  // namespace

float Glow::Levels::max() const {
  return std::max({executed, read, written});
}

void Glow::update(const ViewSnapshot& snapshot, double seconds) {
  const auto factor = static_cast<float>(std::exp2(-seconds / half_life));
  for (auto cell = cells_.begin(); cell != cells_.end();) {
    Levels& levels = cell->second;
    levels.executed *= factor;
    levels.read *= factor;
    levels.written *= factor;
    cell = levels.max() < darkest ? cells_.erase(cell) : std::next(cell);
  }
  if (snapshot.serial == serial_) return;
  serial_ = snapshot.serial;
  for (const Touch& touch : snapshot.touched) {
    Levels& levels = cells_[touch.at];
    (touch.access == Access::execute ? levels.executed
     : touch.access == Access::read  ? levels.read
                                     : levels.written) = 1;
  }
}

void ExecutedArea::update(const ViewSnapshot& snapshot) {
  if (!snapshot.playing()) area_.reset();
  if (!snapshot.playing() || snapshot.serial == serial_) return;
  serial_ = snapshot.serial;
  for (const Touch& touch : snapshot.touched) {
    if (touch.access == Access::execute) add(touch.at);
  }
  add(snapshot.ip);
}

void ExecutedArea::add(Point cell) {
  if (!area_) area_ = Rectangle{cell, {1, 1}};
  auto& [corner, size] = *area_;
  const Point end{std::max(corner.x + size.width, cell.x + 1),
                  std::max(corner.y + size.height, cell.y + 1)};
  corner = {std::min(corner.x, cell.x), std::min(corner.y, cell.y)};
  size = {end.x - corner.x, end.y - corner.y};
}

}  // namespace fungescope::ui
