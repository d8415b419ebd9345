#include "debugger_ui/session_thread/tasks/background_task.h"
#include "session/queries/heat.h"
#include "session/run_control/search.h"

#include <utility>

namespace fungescope::ui {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Between two publications of growing counts.
constexpr milliseconds update_interval{200};

// Counts that take more are dropped while others replace them.
constexpr std::size_t max_replaced_bytes = std::size_t{32} << 20U;

// Counts the accesses of the ticks from + 1 to `to` of a timeline, and keeps the highest counts, of
// the whole field and of its blocks, up to date.
class HeatCounter final : public Observer {
 public:
  HeatCounter(Size field, std::uint64_t timeline_counted, Tick begin)
      : timeline(timeline_counted),
        from(begin),
        to(begin),
        heat_(static_cast<std::size_t>(field.area())) {
    overview_.area = {{0, 0}, field};
    overview_.block_bits = min_block_bits;
    while (overview_.size().area() > ViewRequest::max_cells) ++overview_.block_bits;
    overview_.cells.resize(static_cast<std::size_t>(overview_.size().area()));
    blocks_per_row_ = overview_.size().width;
  }

  std::uint64_t timeline;
  Tick from;
  Tick to;

  [[nodiscard]] Size field() const { return overview_.area.size; }
  [[nodiscard]] CellCounts at(Point p) const { return heat_[index_of(p)]; }
  [[nodiscard]] const HeatSnapshot& overview() const { return overview_; }
  [[nodiscard]] std::size_t memory() const { return heat_.memory(); }

  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_write(Tick tick, Point /*by*/, Point at, std::int64_t /*before*/,
                std::int64_t /*now*/) override {
    note(&HeatSnapshot::Cell::writes, at, heat_.add_write(index_of(at), tick));
    note(&HeatSnapshot::Cell::last_write, at, tick);
  }
  void on_read(Tick /*tick*/, Point /*by*/, Point at, std::int64_t /*value*/) override {
    note(&HeatSnapshot::Cell::reads, at, heat_.add_read(index_of(at)));
  }
  void on_execute(Tick /*tick*/, Point at) override {
    note(&HeatSnapshot::Cell::executions, at, heat_.add_execution(index_of(at)));
  }

 private:
  static constexpr unsigned min_block_bits = 4;

  [[nodiscard]] std::size_t index_of(Point p) const {
    return static_cast<std::size_t>(p.y * overview_.area.size.width + p.x);
  }
  void note(std::uint64_t HeatSnapshot::Cell::*count, Point at, std::uint64_t value) {
    const unsigned bits = overview_.block_bits;
    HeatSnapshot::Cell& block =
        overview_
            .cells[static_cast<std::size_t>((at.y >> bits) * blocks_per_row_ + (at.x >> bits))];
    block.*count = std::max(block.*count, value);
    overview_.max.*count = std::max(overview_.max.*count, value);
  }

  Heat heat_;
  HeatSnapshot overview_;  // without its ticks
  std::int64_t blocks_per_row_ = 0;
};

class HeatTask final : public BackgroundTask {
 public:
  Progress work(Debugger& debugger, const TaskContext& context, Monitor& monitor) override {
    if (context.playing) return Progress::done;
    if (!context.request.heat.wanted) {
      shown_.reset();
      next_.reset();
      snapshot_.reset();
      return Progress::done;
    }
    Session& session = debugger.session();
    update_goal(session, context);
    HeatCounter& count = next_ ? *next_ : *shown_;
    if (count.to >= goal_ || failed_) return Progress::done;
    ReplayPace::Slice slice = pace_.slice(monitor);
    const auto to = advance(session, count, slice);
    failed_ = !to && !to.error().advice.empty();  // otherwise it was interrupted
    if (failed_) return Progress::done;
    pace_.advanced(to && *to != count.to, slice);
    if (!to || *to == count.to) return Progress::unfinished;
    count.to = *to;
    if (count.to < goal_ && Clock::now() - last_update_ < update_interval)
      return Progress::unfinished;
    last_update_ = Clock::now();
    if (next_) shown_ = std::move(next_);
    next_.reset();
    snapshot_.reset();
    return Progress::updated;
  }

  void show(const TaskContext& context, ViewSnapshot& snapshot) const override {
    const HeatRequest& request = context.request.heat;
    if (!request.wanted) return;
    const auto is_of = [&](const Rectangle& area) {
      return snapshot_ != nullptr && snapshot_->area == area &&
             (snapshot_->block_bits > 0) == request.overview;
    };
    const Rectangle area =
        request.overview ? Rectangle{{0, 0}, snapshot.program->field()} : snapshot.cells.area;
    const bool known =
        shown_ != nullptr && area.size.area() > 0 && fits_into(area, shown_->field());
    if (known && !is_of(area)) snapshot_ = build_snapshot(area, request.overview);
    if (is_of(area)) snapshot.heat = snapshot_;
  }

 private:
  // Sets the goal from the request, and starts over if no existing count can be continued to it.
  void update_goal(const Session& session, const TaskContext& context) {
    const HeatRequest& request = context.request.heat;
    const Tick present = session.history().tick();
    const Tick begin = session.history().begin();
    const Tick from =
        request.whole_run || present - begin < request.ticks ? begin : present - request.ticks;
    const Size field = session.machine().field.size();
    const auto can_continue = [&](const std::unique_ptr<HeatCounter>& count) {
      return count != nullptr && count->timeline == context.timeline && count->from == from &&
             count->to <= present && count->field() == field;
    };
    if (from != from_ || present != goal_ || context.timeline != timeline_) {
      failed_ = false;
      pace_ = {};
    }
    from_ = from;
    goal_ = present;
    timeline_ = context.timeline;
    if (shown_ != nullptr && shown_->field() != field) {
      shown_.reset();
      snapshot_.reset();
    }
    if (can_continue(next_)) return;
    next_.reset();
    if (can_continue(shown_)) return;
    // What it has shown stays visible.
    if (shown_ != nullptr && shown_->memory() > max_replaced_bytes) shown_.reset();
    next_ = std::make_unique<HeatCounter>(field, context.timeline, from);
    if (from == present) {  // an empty range
      shown_ = std::move(next_);
      snapshot_.reset();
    }
  }

  [[nodiscard]] Result<Tick> advance(Session& session, HeatCounter& count, Monitor& monitor) const {
    History& history = session.history();
    TRY(check_field_size(history, count.to, goal_, count.field()));
    return replay(history, count.to, goal_, count, &monitor);
  }

  [[nodiscard]] std::shared_ptr<const HeatSnapshot> build_snapshot(const Rectangle& area,
                                                                   bool overview) const {
    const HeatSnapshot& blocks = shown_->overview();
    auto snapshot = std::make_shared<HeatSnapshot>();
    if (overview) *snapshot = blocks;
    snapshot->area = area;
    snapshot->from = shown_->from;
    snapshot->to = shown_->to;
    snapshot->max = blocks.max;
    if (overview) return snapshot;
    snapshot->cells.reserve(static_cast<std::size_t>(area.size.area()));
    for (std::int64_t y = 0; y < area.size.height; ++y) {
      for (std::int64_t x = 0; x < area.size.width; ++x) {
        const CellCounts counts = shown_->at({area.corner.x + x, area.corner.y + y});
        snapshot->cells.push_back(
            {counts.executions, counts.reads, counts.writes, counts.last_write});
      }
    }
    return snapshot;
  }

  Tick from_ = 0;
  Tick goal_ = 0;
  std::uint64_t timeline_ = 0;
  bool failed_ = false;  // the request cannot be fulfilled
  ReplayPace pace_;
  Clock::time_point last_update_;
  std::unique_ptr<HeatCounter> shown_;
  std::unique_ptr<HeatCounter> next_;                     // replaces `shown_` at its first result
  mutable std::shared_ptr<const HeatSnapshot> snapshot_;  // of `shown_`, built on demand
};

}  // namespace

std::unique_ptr<BackgroundTask> make_heat_task() {
  return std::make_unique<HeatTask>();
}

}  // namespace fungescope::ui
