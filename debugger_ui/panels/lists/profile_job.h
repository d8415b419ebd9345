// A profile of an interval, which the session's thread counts.
#pragma once

#include "debugger_ui/panels/lists/profile_counts.h"
#include "debugger_ui/session_thread/view_snapshot.h"

#include <atomic>
#include <memory>
#include <optional>

namespace fungescope::ui {

struct ProfileInterval {
  Tick from = 0;
  Tick to = 0;
  [[nodiscard]] Tick ticks() const { return to - from; }
  friend bool operator==(const ProfileInterval&, const ProfileInterval&) = default;
};

// A profile in flight or complete.
struct ProfileJob {
  ProfileInterval interval;
  std::shared_ptr<const ProgramInfo> program;
  BranchId branch = 0;
  std::atomic<Tick> now{0};  // progress
  std::optional<Result<ProfileCounts>> result;

  [[nodiscard]] bool is_of(const ViewSnapshot& snapshot, ProfileInterval wanted) const {
    return interval == wanted && program == snapshot.program && branch == snapshot.branch;
  }
};

// Publishes the progress of a replay to the UI thread.
class ProgressMonitor final : public Monitor {
 public:
  ProgressMonitor(Monitor& outer, std::atomic<Tick>& now) : outer_(outer), now_(now) {}
  bool should_continue(Tick now, Tick goal) override {
    now_.store(now, std::memory_order_relaxed);
    return outer_.should_continue(now, goal);
  }

 private:
  Monitor& outer_;
  std::atomic<Tick>& now_;
};

}  // namespace fungescope::ui
