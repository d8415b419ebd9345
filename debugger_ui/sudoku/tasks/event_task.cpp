#include "debugger_ui/session_thread/replay_pace.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"

#include <optional>
#include <utility>

#include "sudoku/board/board_events.h"

namespace fungescope::ui {
namespace {

class EventTask final : public BackgroundTask {
 public:
  Progress work(Debugger& debugger, const TaskContext& context, Monitor& monitor) override {
    if (context.playing || instant_ == context.instant) return Progress::done;
    Session& session = debugger.session();
    const auto map = find_board(session.symbols());
    if (!map) return Progress::done;
    if (std::exchange(timeline_, context.timeline) != context.timeline) givens_ = {};
    // A slice that is interrupted has found nothing yet.
    if (std::exchange(sought_, context.instant) != context.instant) pace_ = {};
    ReplayPace::Slice slice = pace_.slice(monitor);
    auto event = [&]() -> Result<std::optional<BoardEvent>> {
      if (auto searched = givens_.search(session, *map, &slice); !searched) {
        return tl::unexpected(searched.error());
      }
      return last_board_event(session, *map, givens_, &slice);
    }();
    pace_.advanced(event.has_value(), slice);
    if (!event) return Progress::unfinished;
    instant_ = context.instant;
    event_ = std::move(*event);
    return Progress::updated;
  }
  void show(const TaskContext& context, ViewSnapshot& snapshot) const override {
    if (instant_ != context.instant) return;
    snapshot.attachments.set(event_ ? std::make_shared<const BoardEvent>(*event_) : nullptr);
  }

 private:
  BoardGivens givens_;  // as far as they have been searched for
  std::optional<std::uint64_t> timeline_;
  ReplayPace pace_;
  std::optional<std::uint64_t> sought_;
  std::optional<std::uint64_t> instant_;
  std::optional<BoardEvent> event_;
};

}  // namespace

std::unique_ptr<BackgroundTask> make_event_task() {
  return std::make_unique<EventTask>();
}

}  // namespace fungescope::ui
