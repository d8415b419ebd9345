#include "debugger_ui/session_thread/heat_refinement.h"

#include "session/run_control/excursion.h"
#include "session/queries/heat.h"

#include <algorithm>
#include <chrono>
#include <optional>
#include <utility>

namespace fungescope::ui {
namespace {

using Clock = std::chrono::steady_clock;
using std::chrono::milliseconds;

// Between two pictures of counts that grow.
constexpr milliseconds between_news{200};
constexpr milliseconds least_patience{10};
constexpr milliseconds most_patience{500};

// Counts, and knows the highest ones without looking at every cell again.
class HeatCounter final : public Observer {
 public:
  explicit HeatCounter(Size field) : recorder_(field) {}

  [[nodiscard]] Size field() const { return recorder_.field(); }
  [[nodiscard]] const HeatPicture::Cell& most() const { return most_; }
  [[nodiscard]] const CellCounts& at(Point p) const { return recorder_.cells()[index_of(p)]; }

  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_write(Tick tick, Point by, Point at, std::int64_t before, std::int64_t now) override {
    recorder_.on_write(tick, by, at, before, now);
    most_.writes = std::max(most_.writes, recorder_.cells()[index_of(at)].writes);
    most_.last_write = tick;
  }
  void on_read(Tick tick, Point by, Point at, std::int64_t value) override {
    recorder_.on_read(tick, by, at, value);
    most_.reads = std::max(most_.reads, recorder_.cells()[index_of(at)].reads);
  }
  void on_execute(Tick tick, Point at) override {
    recorder_.on_execute(tick, at);
    most_.executions = std::max(most_.executions, recorder_.cells()[index_of(at)].executions);
  }

 private:
  [[nodiscard]] std::size_t index_of(Point p) const {
    return static_cast<std::size_t>(p.y * recorder_.field().width + p.x);
  }

  HeatRecorder recorder_;
  HeatPicture::Cell most_;
};

// Gives way as the outer one says, but not before the replay has had some time of its own: where
// checkpoints are far apart, the way to where it goes on takes longer than one may work at a time,
// and would be begun again for ever.
class PatientMonitor final : public Monitor {
 public:
  PatientMonitor(Monitor& outer, Clock::duration patience)
      : outer_(outer), until_(Clock::now() + patience) {}

  bool go_on(Tick now, Tick goal) override {
    return outer_.go_on(now, goal) || Clock::now() < until_;
  }

 private:
  Monitor& outer_;
  Clock::time_point until_;
};

// Counts of the ticks from + 1 .. to of a line of events.
struct Count {
  std::uint64_t line = 0;
  Tick from = 0;
  Tick to = 0;
  HeatCounter counter;
};

class HeatRefinement final : public Refinement {
 public:
  Progress work(Debugger& debugger, const Occasion& occasion, Monitor& monitor) override {
    if (occasion.playing) return Progress::done;
    if (!occasion.look.heat.wanted) {
      shown_.reset();
      next_.reset();
      return Progress::done;
    }
    Session& session = debugger.session();
    aim(session, occasion);
    Count& count = next_ ? *next_ : *shown_;
    if (count.to >= goal_ || failed_) return Progress::done;
    PatientMonitor patient(monitor, patience_);
    const auto to = go_on(session, count, patient);
    failed_ = !to && !to.error().advice.empty();  // else it was interrupted
    if (failed_) return Progress::done;
    if (!to || *to == count.to) {
      patience_ = std::clamp<Clock::duration>(2 * patience_, least_patience, most_patience);
      return Progress::partly;
    }
    count.to = *to;
    if (count.to < goal_ && Clock::now() - last_news_ < between_news) return Progress::partly;
    last_news_ = Clock::now();
    if (next_) shown_ = std::move(next_);
    next_.reset();
    picture_.reset();
    return Progress::news;
  }

  void show(const Occasion& occasion, Picture& picture) const override {
    const Rectangle& area = picture.cells.area;
    if (!occasion.look.heat.wanted || shown_ == nullptr || area.size.area() == 0 ||
        !fits_into(area, shown_->counter.field())) {
      return;
    }
    if (picture_ == nullptr || picture_->area != area) picture_ = make_picture(area);
    picture.heat = picture_;
  }

 private:
  // Looks at what is asked for, and begins anew where the counts that there are do not lead there.
  void aim(const Session& session, const Occasion& occasion) {
    const HeatLook& look = occasion.look.heat;
    const Tick present = session.history().tick();
    const Tick begin = session.history().begin();
    const Tick from = look.whole_run || present - begin < look.ticks ? begin : present - look.ticks;
    const Size field = session.machine().field.size();
    const auto leads_there = [&](const std::unique_ptr<Count>& count) {
      return count != nullptr && count->line == occasion.line && count->from == from &&
             count->to <= present && count->counter.field() == field;
    };
    if (from != from_ || present != goal_ || occasion.line != line_) {
      failed_ = false;
      patience_ = {};
    }
    from_ = from;
    goal_ = present;
    line_ = occasion.line;
    if (shown_ != nullptr && shown_->counter.field() != field) shown_.reset();
    if (leads_there(next_)) return;
    next_.reset();
    if (leads_there(shown_)) return;
    next_ = std::make_unique<Count>(Count{occasion.line, from, from, HeatCounter(field)});
    if (from == present) {  // nothing has happened yet
      shown_ = std::move(next_);
      picture_.reset();
    }
  }

  [[nodiscard]] Result<Tick> go_on(Session& session, Count& count, Monitor& monitor) const {
    History& history = session.history();
    if (auto same = check_size(history, count.to, goal_, count.counter.field()); !same) {
      return tl::unexpected(same.error());
    }
    return replay(history, count.to, goal_, count.counter, &monitor);
  }

  [[nodiscard]] std::shared_ptr<const HeatPicture> make_picture(const Rectangle& area) const {
    auto picture = std::make_shared<HeatPicture>();
    picture->area = area;
    picture->from = shown_->from;
    picture->to = shown_->to;
    picture->most = shown_->counter.most();
    picture->cells.reserve(static_cast<std::size_t>(area.size.area()));
    for (std::int64_t y = 0; y < area.size.height; ++y) {
      for (std::int64_t x = 0; x < area.size.width; ++x) {
        const CellCounts& counts = shown_->counter.at({area.corner.x + x, area.corner.y + y});
        picture->cells.push_back(
            {counts.executions, counts.reads, counts.writes, counts.last_write});
      }
    }
    return picture;
  }

  Tick from_ = 0;
  Tick goal_ = 0;
  std::uint64_t line_ = 0;
  bool failed_ = false;  // what is asked for cannot be counted
  Clock::duration patience_{};
  Clock::time_point last_news_;
  std::unique_ptr<Count> shown_;
  std::unique_ptr<Count> next_;  // in place of `shown_`, as soon as it has something to show
  mutable std::shared_ptr<const HeatPicture> picture_;  // of `shown_`, made when it is asked for
};

}  // namespace

std::unique_ptr<Refinement> make_heat_refinement() {
  return std::make_unique<HeatRefinement>();
}

}  // namespace fungescope::ui
