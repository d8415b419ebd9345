#include "debugger_ui/panels/lists/sparkline.h"

#include <algorithm>
#include <utility>

namespace fungescope::ui {

Sparkline make_sparkline(const std::vector<TimelineSample>& samples, std::size_t place,
                         std::size_t columns, std::int64_t unset) {
  Sparkline line;
  if (samples.size() < 2 || columns == 0) return line;
  const auto value = [&](const TimelineSample& sample) {
    return place < sample.values.size() ? sample.values[place] : 0;
  };
  std::size_t next = 0;  // the first sample after the previous column
  while (next < samples.size() && value(samples[next]) == unset) ++next;
  if (next == samples.size()) return line;
  std::int64_t lowest = value(samples[next]);
  std::int64_t highest = lowest;
  for (std::size_t i = next; i < samples.size(); ++i) {
    lowest = std::min(lowest, value(samples[i]));
    highest = std::max(highest, value(samples[i]));
  }
  if (lowest == highest) return line;
  const auto share = [&](std::int64_t v) {
    return static_cast<float>((static_cast<double>(v) - static_cast<double>(lowest)) /
                              (static_cast<double>(highest) - static_cast<double>(lowest)));
  };
  const auto begin = static_cast<double>(samples.front().tick);
  const double ticks = std::max(static_cast<double>(samples.back().tick) - begin, 1.0);
  const auto end_of = [&](std::size_t column) {
    return begin + ticks * static_cast<double>(column + 1) / static_cast<double>(columns);
  };
  while (line.first + 1 < columns &&
         end_of(line.first) <= static_cast<double>(samples[next].tick)) {
    ++line.first;
  }
  float now = share(value(samples[next]));
  for (std::size_t column = line.first; column < columns; ++column) {
    float low = now;
    float high = now;
    const bool last = column + 1 == columns;
    for (; next < samples.size() &&
           (last || static_cast<double>(samples[next].tick) < end_of(column));
         ++next) {
      now = share(value(samples[next]));
      low = std::min(low, now);
      high = std::max(high, now);
    }
    line.low.push_back(low);
    line.high.push_back(high);
  }
  return line;
}

void SparklineCache::use(std::shared_ptr<const std::vector<TimelineSample>> samples,
                         std::size_t columns) {
  if (samples == samples_ && columns == columns_) return;
  samples_ = std::move(samples);
  columns_ = columns;
  made_.clear();
}

const Sparkline* SparklineCache::of(std::size_t place, std::int64_t unset) {
  if (samples_ == nullptr) return nullptr;
  if (made_.size() <= place) made_.resize(place + 1);
  if (!made_[place]) made_[place] = make_sparkline(*samples_, place, columns_, unset);
  return made_[place]->low.empty() ? nullptr : &*made_[place];
}

std::optional<float> SparklineCache::share_of(Tick tick) const {
  if (samples_ == nullptr || samples_->size() < 2) return std::nullopt;
  const Tick first = samples_->front().tick;
  const Tick last = samples_->back().tick;
  if (tick < first || tick > last || last == first) return std::nullopt;
  return static_cast<float>(static_cast<double>(tick - first) / static_cast<double>(last - first));
}

void draw_sparkline(ImDrawList& list, const Sparkline& line, ImVec2 corner, float height,
                    ImU32 colour, float thickness) {
  const auto y_of = [&](float share) { return corner.y + (1 - share) * (height - thickness); };
  for (std::size_t i = 0; i < line.low.size(); ++i) {
    const float x = corner.x + static_cast<float>(line.first + i);
    list.AddRectFilled({x, y_of(line.high[i])}, {x + 1, y_of(line.low[i]) + thickness}, colour);
  }
}

}  // namespace fungescope::ui
