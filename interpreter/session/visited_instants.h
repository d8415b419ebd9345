// The instants that the user has visited, in order, to go back and forward between them as between
// the pages of a browser.
//
//     visits.moved_to({branch, tick}, Visit::next);  // after a jump
//     visits.moved_to({branch, tick}, Visit::same);  // after a step
//     if (auto gone = go_to_visit(session, VisitDirection::back, &monitor); !gone) ...
//
// The last entry of a jump is where it began, and the next one where it ended. Single steps, and
// further moves of one gesture, move the present visit and add none. An edit moves it to the new
// branch.
#pragma once

#include "base/result.h"
#include "history/history.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fungescope {

class Session;

struct VisitedInstant {
  BranchId branch = 0;
  Tick tick = 0;
  friend bool operator==(const VisitedInstant&, const VisitedInstant&) = default;
};

enum class Visit : std::uint8_t {
  next,  // a jump: a new visit, which replaces those that `back` has left
  same,  // the present visit moves
};

enum class VisitDirection : std::uint8_t { back, forward };

class VisitedInstants {
 public:
  static constexpr std::size_t max_count = 1000;  // the oldest are dropped

  // The present is now `instant`. The first call begins the list.
  void moved_to(const VisitedInstant& instant, Visit visit);

  // The next visit in this direction, if there is one.
  [[nodiscard]] std::optional<VisitedInstant> neighbour(VisitDirection direction) const;
  // Makes that visit the present one.
  void go(VisitDirection direction);
  // Removes it, as its branch was dropped.
  void drop_neighbour(VisitDirection direction);

  [[nodiscard]] const std::vector<VisitedInstant>& all() const { return all_; }
  [[nodiscard]] std::size_t present() const { return present_; }  // an index

 private:
  std::vector<VisitedInstant> all_;  // oldest first
  std::size_t present_ = 0;
};

// Goes to the neighbouring visit of the session, and makes it the present one. Visits of branches
// that were dropped are skipped. Fails if there is none, and if the monitor interrupts, which
// leaves the list unchanged.
Result<void> go_to_visit(Session& session, VisitDirection direction, Monitor* monitor);

}  // namespace fungescope
