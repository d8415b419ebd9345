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

std::vector<ImVec2> sparkline(const std::vector<TimelineSample>& samples, std::size_t index,
                              std::int64_t unset, ImVec2 corner, ImVec2 size) {
  const auto value = [index](const TimelineSample& sample) {
    return index < sample.values.size() ? sample.values[index] : 0;
  };
  const auto first = std::ranges::find_if(
      samples, [&](const TimelineSample& sample) { return value(sample) != unset; });
  if (first == samples.end() || samples.front().tick == samples.back().tick) return {};
  const auto [low, high] = std::ranges::minmax_element(first, samples.end(), {}, value);
  const auto lowest = static_cast<double>(value(*low));
  const double range = static_cast<double>(value(*high)) - lowest;
  if (range == 0) return {};
  const auto begin = static_cast<double>(samples.front().tick);
  const double ticks = static_cast<double>(samples.back().tick) - begin;
  std::vector<ImVec2> line;
  for (auto sample = first; sample != samples.end(); ++sample) {
    const double along = (static_cast<double>(sample->tick) - begin) / ticks;
    const double below = 1 - (static_cast<double>(value(*sample)) - lowest) / range;
    const float x = corner.x + size.x * static_cast<float>(along);
    if (!line.empty()) line.emplace_back(x, line.back().y);
    line.emplace_back(x, corner.y + size.y * static_cast<float>(below));
  }
  return line;
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
