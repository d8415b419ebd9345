#include "session/queries/heat.h"

#include "session/run_control/search.h"

#include <algorithm>
#include <cstdlib>
#include <tuple>
#include <unordered_map>
#include <utility>
#include <variant>

#include <fmt/format.h>

namespace fungescope {
namespace {

class TrailRecorder final : public Observer {
 public:
  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_execute(Tick /*tick*/, Point at) override { cells.push_back(at); }
  std::vector<Point> cells;
};

class ProfileRecorder final : public Observer {
 public:
  explicit ProfileRecorder(Size field)
      : width_(field.width), heat_(static_cast<std::size_t>(field.area())) {}

  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_write(Tick tick, Point /*by*/, Point at, std::int64_t /*before*/,
                std::int64_t /*now*/) override {
    heat_.add_write(index_of(at), tick);
  }
  void on_read(Tick /*tick*/, Point /*by*/, Point at, std::int64_t /*value*/) override {
    heat_.add_read(index_of(at));
  }
  void on_execute(Tick /*tick*/, Point at) override {
    heat_.add_execution(index_of(at));
    extend_run(at);
  }

  [[nodiscard]] Heat take_cells() { return std::move(heat_); }
  [[nodiscard]] std::vector<StraightRun> take_runs() {
    end_run();
    std::vector<StraightRun> runs;
    runs.reserve(runs_.size());
    for (const auto& [ends, run] : runs_) runs.push_back(run);
    std::sort(runs.begin(), runs.end(), [](const StraightRun& a, const StraightRun& b) {
      return std::tuple(b.ticks, a.first.y, a.first.x) < std::tuple(a.ticks, b.first.y, b.first.x);
    });
    return runs;
  }

 private:
  [[nodiscard]] std::size_t index_of(Point p) const {
    return static_cast<std::size_t>(p.y * width_ + p.x);
  }

  // Whether `step` continues the run in the direction `delta_`. `#` makes steps of two cells.
  [[nodiscard]] bool continues(Point step) const {
    const bool straight = (step.x == 0) != (step.y == 0);
    const bool near = std::max(std::abs(step.x), std::abs(step.y)) <= 2;
    return straight && near && (delta_ == Point{} || unit(step) == delta_);
  }
  static Point unit(Point step) {
    return {(step.x > 0) - (step.x < 0), (step.y > 0) - (step.y < 0)};
  }

  void extend_run(Point at) {
    const Point step{at.x - last_.x, at.y - last_.y};
    if (ticks_ > 0 && continues(step)) {
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
    StraightRun& run = runs_[std::uint64_t{index_of(first_)} << 32U | index_of(last_)];
    run.first = first_;
    run.last = last_;
    ++run.times;
    run.ticks += ticks_;
    ticks_ = 0;
    delta_ = {};
  }

  std::int64_t width_;
  Heat heat_;
  std::unordered_map<std::uint64_t, StraightRun> runs_;  // by the indices of both ends
  Point first_;
  Point last_;
  Point delta_;  // the direction of the run; 0 in its first cell, where it is unknown
  std::uint64_t ticks_ = 0;
};

}  // namespace

void PagedNumbers::widen(Page& page, std::uint64_t value) {
  const auto bits = static_cast<std::size_t>(std::bit_width(value));
  Page wide{nullptr, std::max<std::size_t>((bits + 7) / 8, 1)};
  wide.bytes = std::make_unique<std::byte[]>(bytes_for(wide.width));
  for (std::size_t i = 0; page.width > 0 && i < page_size; ++i) {
    const std::uint64_t number = load(page, i) & mask(page.width);
    std::memcpy(wide.bytes.get() + i * wide.width, &number, wide.width);
  }
  used_ += bytes_for(wide.width) - (page.width > 0 ? bytes_for(page.width) : 0);
  page = std::move(wide);
}

Result<void> check_field_size(const History& history, Tick from, Tick to, Size size) {
  for (const BranchInfo& branch : edited_branches(history)) {
    if (branch.begin <= from || branch.begin >= to) continue;
    for (const Edit& edit : branch.edits) {
      const auto* reload = std::get_if<SetSource>(&edit);
      if (reload == nullptr || reload->field->size() == size) continue;
      return fail({}, fmt::format("the size of the field changed at tick {}", branch.begin),
                  "count an interval in which no reload changed it");
    }
  }
  return {};
}

std::vector<Touch> TouchRecorder::take() {
  std::rotate(ring_.begin(), ring_.begin() + static_cast<std::ptrdiff_t>(oldest_), ring_.end());
  oldest_ = 0;
  return std::exchange(ring_, {});
}

std::vector<Point> trail(Session& session, std::size_t n) {
  History& history = session.history();
  const Tick present = history.tick();
  const Tick ticks = std::min<Tick>(n, present - history.begin());
  if (ticks == 0) return {};
  TrailRecorder recorder;
  // Cannot fail: the range is recorded, and no monitor interrupts.
  static_cast<void>(replay(history, present - ticks, present, recorder, nullptr));
  return std::move(recorder.cells);
}

// ---- Profiles

std::vector<Profile::Cell> Profile::top_cells(std::uint64_t CellCounts::*order,
                                              std::size_t limit) const {
  // Ties are broken, by position at last, so that the result is deterministic.
  const auto rank = [order](const Cell& cell) {
    const CellCounts& counts = cell.counts;
    return std::tuple(counts.*order, counts.executions, counts.reads, counts.writes);
  };
  const auto is_before = [&rank](const Cell& a, const Cell& b) {
    if (rank(a) != rank(b)) return rank(b) < rank(a);
    return std::pair(a.at.y, a.at.x) < std::pair(b.at.y, b.at.x);
  };
  std::vector<Cell> top;  // a heap whose first cell is the last in order
  if (limit == 0) return top;
  cells.for_each([&](std::size_t index, const CellCounts& counts) {
    const Cell cell{field.point_at(index), counts};
    if (top.size() == limit) {
      if (!is_before(cell, top.front())) return;
      std::pop_heap(top.begin(), top.end(), is_before);
      top.pop_back();
    }
    top.push_back(cell);
    std::push_heap(top.begin(), top.end(), is_before);
  });
  std::sort_heap(top.begin(), top.end(), is_before);
  return top;
}

Profile::Totals Profile::totals() const {
  Totals totals;
  cells.for_each([&totals](std::size_t /*index*/, const CellCounts& cell) {
    ++totals.cells;
    totals.counts.executions += cell.executions;
    totals.counts.reads += cell.reads;
    totals.counts.writes += cell.writes;
  });
  return totals;
}

Result<Profile> profile(Session& session, Tick from, Tick to, Monitor* monitor) {
  History& history = session.history();
  ScopedSeek scoped_seek(history);
  TRY(scoped_seek.seek(from, monitor));
  const Size field = history.machine().field.size();
  TRY(check_field_size(history, from, to, field));
  ProfileRecorder recorder(field);
  RunHooks hooks{.observer = &recorder, .monitor = monitor};
  TRY(scoped_seek.run_to(to, hooks));
  return Profile{from, to, field, recorder.take_cells(), recorder.take_runs()};
}

}  // namespace fungescope
