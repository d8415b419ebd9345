#include "session/queries/profile.h"

#include "session/run_control/scoped_seek.h"

#include <algorithm>
#include <unordered_map>
#include <utility>

namespace fungescope {
namespace {

class Counter final : public Observer {
 public:
  explicit Counter(Size field) : width_(field.width), heat_(field) {}

  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_write(Tick tick, Point by, Point at, std::int64_t before, std::int64_t now) override {
    heat_.on_write(tick, by, at, before, now);
  }
  void on_read(Tick tick, Point by, Point at, std::int64_t value) override {
    heat_.on_read(tick, by, at, value);
  }
  void on_execute(Tick tick, Point at) override {
    heat_.on_execute(tick, at);
    extend_run(at);
  }

  [[nodiscard]] Heat take_cells() { return heat_.take_cells(); }
  [[nodiscard]] std::vector<StraightRun> take_runs() {
    end_run();
    std::vector<StraightRun> runs;
    runs.reserve(runs_.size());
    for (const auto& [ends, run] : runs_) runs.push_back(run);
    std::sort(runs.begin(), runs.end(), [](const StraightRun& a, const StraightRun& b) {
      if (a.ticks != b.ticks) return a.ticks > b.ticks;
      return std::pair(a.first.y, a.first.x) < std::pair(b.first.y, b.first.x);
    });
    return runs;
  }

 private:
  struct Ends {
    std::size_t first;
    std::size_t last;
    friend bool operator==(const Ends&, const Ends&) = default;
  };
  struct EndsHash {
    std::size_t operator()(const Ends& ends) const {
      return ends.first * 0x9e3779b97f4a7c15U ^ ends.last;
    }
  };

  [[nodiscard]] std::size_t index_of(Point p) const {
    return static_cast<std::size_t>(p.y * width_ + p.x);
  }

  // Is `step` one that goes on as `delta_`? `#` makes steps of two.
  [[nodiscard]] bool goes_on(Point step) const {
    if (delta_ == Point{}) return is_step(step);
    return is_step(step) && unit(step) == delta_;
  }
  static bool is_step(Point step) {
    const bool along_x = step.y == 0 && step.x != 0 && step.x >= -2 && step.x <= 2;
    const bool along_y = step.x == 0 && step.y != 0 && step.y >= -2 && step.y <= 2;
    return along_x || along_y;
  }
  static Point unit(Point step) {
    return {(step.x > 0) - (step.x < 0), (step.y > 0) - (step.y < 0)};
  }

  void extend_run(Point at) {
    const Point step{at.x - last_.x, at.y - last_.y};
    if (ticks_ > 0 && goes_on(step)) {
      delta_ = unit(step);
    } else {
      end_run();
      first_ = at;
    }
    last_ = at;
    ++ticks_;
  }

  void end_run() {
    if (ticks_ == 0) return;
    StraightRun& run = runs_[{index_of(first_), index_of(last_)}];
    run.first = first_;
    run.last = last_;
    ++run.times;
    run.ticks += ticks_;
    ticks_ = 0;
    delta_ = {};
  }

  std::int64_t width_;
  HeatRecorder heat_;
  std::unordered_map<Ends, StraightRun, EndsHash> runs_;
  Point first_;
  Point last_;
  Point delta_;  // of the run; unknown, 0, in its first cell
  std::uint64_t ticks_ = 0;
};

}  // namespace

std::vector<Profile::Hot> Profile::hottest_cells(std::size_t limit) const {
  std::vector<Hot> hot;
  for (std::size_t i = 0; i < cells.size(); ++i) {
    if (cells[i].executions == 0) continue;
    const auto place = static_cast<std::int64_t>(i);
    hot.push_back({{place % field.width, place / field.width}, cells[i]});
  }
  const auto kept = static_cast<std::ptrdiff_t>(std::min(limit, hot.size()));
  // Of equals, the first in the field: the same answer every time.
  const auto hotter = [](const Hot& a, const Hot& b) {
    if (a.counts.executions != b.counts.executions) {
      return a.counts.executions > b.counts.executions;
    }
    return std::pair(a.at.y, a.at.x) < std::pair(b.at.y, b.at.x);
  };
  std::partial_sort(hot.begin(), hot.begin() + kept, hot.end(), hotter);
  hot.resize(static_cast<std::size_t>(kept));
  return hot;
}

Result<Profile> profile(Session& session, Tick from, Tick to, Monitor* monitor) {
  History& history = session.history();
  ScopedSeek scoped_seek(history);
  if (auto there = scoped_seek.go_to(from, monitor); !there) return tl::unexpected(there.error());
  Profile profile;
  profile.from = from;
  profile.to = to;
  profile.field = history.machine().field.size();
  if (auto same = check_field_size(history, from, to, profile.field); !same)
    return tl::unexpected(same.error());
  Counter counter(profile.field);
  RunHooks hooks;
  hooks.observer = &counter;
  hooks.monitor = monitor;
  if (auto there = scoped_seek.run_to(to, hooks); !there) return tl::unexpected(there.error());
  profile.cells = counter.take_cells();
  profile.runs = counter.take_runs();
  return profile;
}

}  // namespace fungescope
