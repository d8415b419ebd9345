#include "debugger_ui/panels/playfield/overlay.h"

#include "base/text_table.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace fungescope::ui {
namespace {

float log_of(std::uint64_t number) {
  return std::log1p(static_cast<float>(number));
}

std::uint64_t count_of(const HeatSnapshot::Cell& cell, Overlay overlay) {
  switch (overlay) {
    case Overlay::executions:
      return cell.executions;
    case Overlay::reads:
      return cell.reads;
    default:
      return cell.writes;
  }
}

constexpr double half_life = 0.25;  // seconds
constexpr float darkest = 0.04F;

}  // namespace

float heat_intensity(std::uint64_t count, std::uint64_t max_count) {
  if (count == 0 || max_count == 0) return 0;
  // A single execution is visible too.
  constexpr float min_intensity = 0.12F;
  if (max_count == 1) return 1;
  const float log = (log_of(count) - log_of(1)) / (log_of(max_count) - log_of(1));
  return min_intensity + (1 - min_intensity) * std::clamp(log, 0.0F, 1.0F);
}

float age_intensity(Tick last_write, Tick from, Tick to) {
  if (last_write == 0 || last_write > to) return 0;
  const Tick span = std::max<Tick>(to - std::min(from, to), 1);
  return 1 - 0.88F * std::min(log_of(to - last_write) / log_of(span), 1.0F);
}

void HeatIntensities::update(std::shared_ptr<const HeatSnapshot> heat, Overlay overlay) {
  if (heat == heat_ && overlay == overlay_) return;
  heat_ = std::move(heat);
  overlay_ = overlay;
  shares_.clear();
  if (heat_ == nullptr || !needs_heat(overlay)) return;
  shares_.reserve(heat_->cells.size());
  const std::uint64_t max = count_of(heat_->max, overlay);
  for (const HeatSnapshot::Cell& cell : heat_->cells) {
    const float share = overlay == Overlay::age
                            ? age_intensity(cell.last_write, heat_->from, heat_->to)
                            : heat_intensity(count_of(cell, overlay), max);
    shares_.push_back(static_cast<std::uint8_t>(std::lround(share * 255)));
  }
}

HeatIntensities::Range HeatIntensities::range() const {
  if (heat_ == nullptr || !needs_heat(overlay_)) return {};
  if (overlay_ == Overlay::age) {
    if (heat_->max.writes == 0) return {};
    return {with_separators(heat_->to - heat_->from) + " ticks ago", "now"};
  }
  const std::uint64_t max = count_of(heat_->max, overlay_);
  if (max == 0) return {};
  return {"1", with_separators(max)};
}

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
