#include "session/visited_instants.h"

#include "session/session.h"

#include <algorithm>

namespace fungescope {

void VisitedInstants::moved_to(const VisitedInstant& instant, Visit visit) {
  if (all_.empty()) {
    all_.push_back(instant);
  } else if (visit == Visit::same) {
    all_[present_] = instant;
  } else if (!(all_[present_] == instant)) {
    all_.resize(present_ + 1);
    all_.push_back(instant);
    ++present_;
    if (all_.size() > max_count) {
      all_.erase(all_.begin());
      --present_;
    }
  }
}

std::optional<VisitedInstant> VisitedInstants::neighbour(VisitDirection direction) const {
  if (direction == VisitDirection::back) {
    return present_ > 0 ? std::optional(all_[present_ - 1]) : std::nullopt;
  }
  return present_ + 1 < all_.size() ? std::optional(all_[present_ + 1]) : std::nullopt;
}

void VisitedInstants::go(VisitDirection direction) {
  if (!neighbour(direction)) return;
  present_ = direction == VisitDirection::back ? present_ - 1 : present_ + 1;
}

void VisitedInstants::drop_neighbour(VisitDirection direction) {
  if (!neighbour(direction)) return;
  if (direction == VisitDirection::back) --present_;
  const std::size_t dropped = direction == VisitDirection::back ? present_ : present_ + 1;
  all_.erase(all_.begin() + static_cast<std::ptrdiff_t>(dropped));
}

Result<void> go_to_visit(Session& session, VisitDirection direction, Monitor* monitor) {
  VisitedInstants& visits = session.visits();
  History& history = session.history();
  const auto branches = history.branches();
  const auto exists = [&branches](BranchId branch) {
    return std::any_of(branches.begin(), branches.end(),
                       [branch](const BranchInfo& info) { return info.id == branch; });
  };
  while (const auto to = visits.neighbour(direction)) {
    if (!exists(to->branch)) {
      visits.drop_neighbour(direction);
      continue;
    }
    session.mark_previous();
    if (to->branch != history.branch()) {
      if (auto switched = history.switch_to(to->branch, monitor); !switched) return switched;
    }
    if (history.seek(to->tick, monitor) == StopReason::interrupted) {
      return fail({}, "interrupted on the way to the visited instant");
    }
    visits.go(direction);
    return {};
  }
  return fail({}, direction == VisitDirection::back ? "no instant was visited before"
                                                    : "no instant was visited after this one");
}

}  // namespace fungescope
