#include "debugger_ui/session_thread/background_task.h"
#include "session/queries/heat.h"

#include <optional>
#include <vector>

namespace fungescope::ui {
namespace {

constexpr std::size_t length = 48;

class TrailTask final : public BackgroundTask {
 public:
  Progress work(Debugger& debugger, const TaskContext& context, Monitor& /*monitor*/) override {
    if (instant_ == context.instant) return Progress::done;
    instant_ = context.instant;
    if (context.playing) {
      // At a low speed, the observed positions are good enough: replaying the trail at each of them
      // would create a checkpoint per tick.
      cells_.push_back(debugger.session().machine().ip);
      if (cells_.size() > length) cells_.erase(cells_.begin());
    } else {
      cells_ = trail(debugger.session(), length);
    }
    return Progress::updated;
  }
  void show(const TaskContext& context, ViewSnapshot& snapshot) const override {
    if (instant_ == context.instant) snapshot.trail = cells_;
  }

 private:
  std::optional<std::uint64_t> instant_;
  std::vector<Point> cells_;
};

}  // namespace

std::unique_ptr<BackgroundTask> make_trail_task() {
  return std::make_unique<TrailTask>();
}

}  // namespace fungescope::ui
