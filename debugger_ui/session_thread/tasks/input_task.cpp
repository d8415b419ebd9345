#include "debugger_ui/session_thread/tasks/background_task.h"

#include <optional>

namespace fungescope::ui {
namespace {

class InputTask final : public BackgroundTask {
 public:
  explicit InputTask(InputReads& reads) : reads_(reads) {}

  [[nodiscard]] bool is_urgent(Debugger& debugger, const TaskContext& /*context*/) const override {
    const Session& session = debugger.session();
    return !reads_.complete(session) && reads_.nearly_complete(session);
  }

  Progress work(Debugger& debugger, const TaskContext& context, Monitor& monitor) override {
    if (instant_ == context.instant) return Progress::done;
    const std::size_t before = reads_.lines().size();
    if (!reads_.advance(debugger.session(), &monitor)) return Progress::unfinished;
    instant_ = context.instant;
    return reads_.lines().size() == before ? Progress::done : Progress::updated;
  }

  // The snapshot was built with the reads.
  void show(const TaskContext& /*context*/, ViewSnapshot& /*snapshot*/) const override {}

 private:
  InputReads& reads_;
  std::optional<std::uint64_t> instant_;  // at which all were known
};

}  // namespace

std::unique_ptr<BackgroundTask> make_input_task(InputReads& reads) {
  return std::make_unique<InputTask>(reads);
}

}  // namespace fungescope::ui
