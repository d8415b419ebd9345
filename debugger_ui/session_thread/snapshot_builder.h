// Builds snapshots of the current instant, on the session's thread.
#pragma once

#include "debugger_ui/background/background_job.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "history/snapshot.h"
#include "session/commands/command.h"
#include "session/queries/input_reads.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::ui {

// Describes the source at the current instant. `file` as in ProgramInfo.
[[nodiscard]] std::shared_ptr<const ProgramInfo> make_program_info(const Session& session,
                                                                   const std::string& file);

// The program of a session as snapshots show it.
class ProgramDescription {
 public:
  // `file` as in ProgramInfo.
  void open(std::string file);
  void rename(const std::string& file, const Session& session);
  // The source may have changed: another recording was loaded.
  void forget_source() { described_ = nullptr; }
  // Describes the source at the current instant, unless it is the one described.
  void update(const Session& session);

  [[nodiscard]] const std::shared_ptr<const ProgramInfo>& info() const { return info_; }
  // Which cells can be executed: null until that is computed, which takes seconds for a large
  // field.
  [[nodiscard]] const std::shared_ptr<const Reachability>& reachable() const { return reachable_; }
  // Returns whether it has just been computed.
  bool take_reachable();
  [[nodiscard]] bool computes() const { return reachability_.running(); }

 private:
  std::string file_;
  std::shared_ptr<const ProgramInfo> info_;
  const Source* described_ = nullptr;  // the source of `info_`
  std::shared_ptr<const Reachability> reachable_;
  // It shares only the program, so that neither a reload nor the end of the thread has to wait.
  BackgroundJob<std::shared_ptr<const Reachability>> reachability_{UnfinishedWork::abandon};
};

// Coarse samples of the run, taken while it is played, which a timeline shows until the requested
// samples are available. Their ticks strictly increase. `values` holds all variables of the
// program, in the order of Symbols::variables, and last the depth of the stack; `changed` counts,
// by region, since the previous sample; hits are not counted. When there are too many, neighbours
// are merged: the state of the later one, the changes of both.
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

// Builds all parts of a snapshot except those that background tasks and the worker add. While
// `playing`, nothing is compared with the previous stop. `reads` places the lines of the input;
// null: none are. Cost: proportional to the requested cells, and up to 16 KB of output, which may
// have to be replayed.
[[nodiscard]] ViewSnapshot build_snapshot(Debugger& debugger,
                                          std::shared_ptr<const ProgramInfo> program,
                                          const ViewRequest& request, bool playing,
                                          const InputReads* reads = nullptr);

}  // namespace fungescope::ui
