// Coarse samples of the run, taken while it is played. A timeline shows them until the requested
// samples are available.
#pragma once

#include "history/snapshot.h"
#include "session/queries/timeline_sampler.h"
#include "session/session.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace fungescope::ui {

// The samples have strictly increasing ticks. `values` holds all variables of the program, in the
// order of Symbols::variables, and last the depth of the stack; `changed` counts, by region, since
// the previous sample; hits are not counted. When there are too many, neighbours are merged: the
// state of the later one, the changes of both.
class PlaybackSamples {
 public:
  static constexpr std::size_t max_samples = 2048;

  // Samples the current instant if it is after the last sample. After a change of branch, first
  // drops the samples that the two branches do not share. Cost: a snapshot, and a comparison of the
  // cell groups that have changed since the previous sample.
  void add(Session& session);
  // Drops the samples after a tick.
  void truncate(Tick last);
  // For another program or run.
  void clear() { *this = PlaybackSamples(); }

  // Never null; the same object until a sample is added or dropped.
  [[nodiscard]] std::shared_ptr<const std::vector<TimelineSample>> samples() const;

 private:
  [[nodiscard]] TimelineSample sample_of(Session& session);
  void thin();

  std::vector<TimelineSample> samples_;
  std::optional<Snapshot> last_;  // at the last sample; unset after `truncate`
  BranchId branch_ = 0;
  mutable std::shared_ptr<const std::vector<TimelineSample>> shared_;
};

}  // namespace fungescope::ui
