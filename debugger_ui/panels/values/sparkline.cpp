#include "debugger_ui/panels/values/sparkline.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace fungescope::ui {
namespace {

using Clock = std::chrono::steady_clock;

constexpr std::size_t columns_of_one = 128;
// How long other work may have to wait for one slice of sampling.
constexpr std::chrono::milliseconds time_slice{15};

class TimeSliceMonitor final : public Monitor {
 public:
  explicit TimeSliceMonitor(Monitor& outer) : outer_(outer) {}
  bool should_continue(Tick now, Tick goal) override {
    return outer_.should_continue(now, goal) && Clock::now() < end_;
  }

 private:
  Monitor& outer_;
  Clock::time_point end_ = Clock::now() + time_slice;
};

}  // namespace

Sparkline make_sparkline(const std::vector<TimelineSample>& samples, std::size_t index,
                         std::size_t columns, std::int64_t unset) {
  Sparkline line;
  if (samples.size() < 2 || columns == 0) return line;
  const auto value = [&](const TimelineSample& sample) {
    return index < sample.values.size() ? sample.values[index] : 0;
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

const Sparkline* SparklineCache::of(std::size_t index, std::int64_t unset) {
  if (samples_ == nullptr) return nullptr;
  if (made_.size() <= index) made_.resize(index + 1);
  if (!made_[index]) made_[index] = make_sparkline(*samples_, index, columns_, unset);
  return made_[index]->low.empty() ? nullptr : &*made_[index];
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

// The sampler belongs to the session's thread while a request is in flight, else to the UI thread.
struct VariableCurves::Row {
  Row(const ViewSnapshot& snapshot, TimelineRequest request)
      : program(snapshot.program),
        branch(snapshot.branch),
        end(snapshot.end),
        sampler(std::move(request)) {}

  std::shared_ptr<const ProgramInfo> program;
  BranchId branch;
  Tick end;
  TimelineSampler sampler;
  bool waiting = false;
  bool complete = false;
  std::shared_ptr<const std::vector<TimelineSample>> samples;

  [[nodiscard]] bool is_of(const ViewSnapshot& snapshot) const {
    return program == snapshot.program && branch == snapshot.branch;
  }
};

VariableCurves::VariableCurves() = default;
VariableCurves::~VariableCurves() = default;

void VariableCurves::update(Context& context) {
  const ViewSnapshot& snapshot = context.snapshot;
  if (asked_ && asked_->complete) done_ = asked_;
  if (snapshot.playing() || snapshot.busy() || snapshot.end == snapshot.begin) return;
  if (snapshot.program->symbols.variables().empty()) return;
  if (!asked_ || !asked_->is_of(snapshot) || asked_->end != snapshot.end) {
    TimelineRequest request;
    request.from = snapshot.begin;
    request.to = snapshot.end;
    request.columns = columns_of_one;
    for (const Watch& variable : snapshot.program->symbols.variables()) {
      request.cells.push_back(variable.at);
    }
    asked_ = std::make_shared<Row>(snapshot, std::move(request));
  }
  if (asked_->waiting || asked_->complete) return;
  asked_->waiting = true;
  context.session.ask<bool>(
      slot::curves,
      [row = asked_](Debugger& debugger, Monitor& monitor) {
        TimeSliceMonitor part(monitor);
        const auto all = row->sampler.advance(debugger.session(), &part);
        return !all || *all;  // an error recurs until the run changes
      },
      [row = asked_](bool all) {
        row->waiting = false;
        row->complete = all;
        if (all) {
          row->samples =
              std::make_shared<const std::vector<TimelineSample>>(row->sampler.samples());
        }
      });
}

std::shared_ptr<const std::vector<TimelineSample>> VariableCurves::samples(
    const ViewSnapshot& snapshot) const {
  const bool known = done_ && done_->is_of(snapshot) && snapshot.end / 2 <= done_->end;
  return known ? done_->samples : snapshot.played;
}

}  // namespace fungescope::ui
