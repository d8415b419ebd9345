// A rough series of the run, taken as it is played: what a timeline shows before the strip has
// been sampled, and while it cannot be.
#pragma once

#include "history/snapshot.h"
#include "session/queries/timeline_sampler.h"
#include "session/session.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace fungescope::ui {

// Its samples have strictly rising ticks; their `values` are those of all variables of the program,
// in the order of Symbols::variables, and `changed` is by region since the sample before. Hits are
// not counted. When there are too many, neighbours become one: with the state of the
// later and the changes of both.
class PlaybackSamples {
 public:
  static constexpr std::size_t max_samples = 2048;

  // Takes a sample of the present instant, if it lies behind the last one. On another branch than
  // before, what the two have not in common is forgotten first. Cost: a snapshot, and the groups
  // of cells that have changed since the sample before.
  void add(Session& session);
  // Forgets what lies behind that instant: something else happens there now.
  void cut(Tick after);
  // Another program, or another run.
  void clear() { *this = PlaybackSamples(); }

  // Never null; the same one until there is something new.
  [[nodiscard]] std::shared_ptr<const std::vector<TimelineSample>> samples() const;

 private:
  [[nodiscard]] TimelineSample sample_of(Session& session);
  void thin();

  std::vector<TimelineSample> samples_;
  std::optional<Snapshot> last_;  // at the last sample; nothing after a cut
  BranchId branch_ = 0;
  mutable std::shared_ptr<const std::vector<TimelineSample>> shared_;
};

// The last instant that two branches share.
[[nodiscard]] Tick last_common_tick(const History& history, BranchId a, BranchId b);

}  // namespace fungescope::ui
