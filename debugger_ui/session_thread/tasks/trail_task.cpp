#include "debugger_ui/session_thread/tasks/background_task.h"
#include "session/queries/heat.h"

#include <optional>
#include <vector>

namespace fungescope::ui {
namespace {

constexpr std::size_t length = 48;

class TrailTask final : public BackgroundTask {
 public:
  Progress work(Debugger& debugger, const TaskContext& context, Monitor& /*monitor*/) override {
    if (context.playing || instant_ == context.instant) return Progress::done;
    instant_ = context.instant;
    cells_ = trail(debugger.session(), length);
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
