#include "debugger_ui/panels/playfield/cell_colours.h"

#include "base/text_table.h"
#include "lang/analysis/static_analysis.h"

#include <algorithm>
#include <cmath>
#include <iterator>
#include <utility>

namespace fungescope::ui {

void CodeCells::learn(const ViewSnapshot& snapshot) {
  if (snapshot.program != program_) {
    program_ = snapshot.program;
    executed_.clear();
    heat_.reset();
  }
  reachable_ = snapshot.reachable;
  // Reachability of the previous program may still be in flight.
  const Size field = snapshot.program->field();
  if (reachable_ && reachable_->reached.size() != static_cast<std::size_t>(field.area())) {
    reachable_.reset();
  }
  if (snapshot.serial == serial_ && !executed_.empty()) return;
  serial_ = snapshot.serial;
  if (executed_.empty()) executed_.resize(static_cast<std::size_t>(field.area()));
  const auto note = [&](Point at) {
    if (field.contains(at)) executed_[snapshot.program->source->index_of(at)] = true;
  };
  for (const Point at : snapshot.trail) note(at);
  if (snapshot.heat == nullptr || snapshot.heat == heat_) return;
  heat_ = snapshot.heat;
  if (heat_->block_bits > 0) return;
  const Rectangle& area = heat_->area;
  for (std::size_t i = 0; i < heat_->cells.size(); ++i) {
    const auto offset = static_cast<std::int64_t>(i);
    if (heat_->cells[i].executions == 0) continue;
    note({area.corner.x + offset % area.size.width, area.corner.y + offset / area.size.width});
  }
}

CellColours::CellColours(const Theme& theme, const Dialect& dialect)
    : text_(theme.of(InstructionClass::string)),
      data_(theme.text),
      prose_(theme.faint),
      low_byte_(dialect.instruction_is_low_byte) {
  for (std::int64_t value = 0; value < 256; ++value) {
    const Op op = decode_op(dialect, value);
    // Letters are nearly always executed in string mode.
    const bool text = op == Op::unknown && is_visible(value);
    code_[static_cast<std::size_t>(value)] =
        theme.of(text ? InstructionClass::string : class_of(op));
  }
  code_[256] = theme.of(InstructionClass::none);
}

// ---- Overlays

namespace {

float log_of(std::uint64_t number) {
  return std::log1p(static_cast<float>(number));
}

std::uint64_t count_of(const HeatSnapshot::Cell& cell, Overlay overlay) {
  return overlay == Overlay::executions ? cell.executions
         : overlay == Overlay::reads    ? cell.reads
                                        : cell.writes;
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

void Glow::update(const ViewSnapshot& snapshot, double seconds) {
  const auto factor = static_cast<float>(std::exp2(-seconds / half_life));
  for (auto cell = cells_.begin(); cell != cells_.end();) {
    Levels& levels = cell->second;
    levels.executed *= factor;
    levels.read *= factor;
    levels.written *= factor;
    cell = std::max({levels.executed, levels.read, levels.written}) < darkest ? cells_.erase(cell)
                                                                              : std::next(cell);
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
