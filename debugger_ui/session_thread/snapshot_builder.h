// Builds snapshots of the current instant, on the session's thread.
#pragma once

#include "debugger_ui/background/background_job.h"
#include "debugger_ui/session_thread/view_request.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "session/commands/command.h"
#include "session/queries/input_reads.h"

#include <memory>
#include <string>

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

// Builds all parts of a snapshot except those that background tasks and the worker add. While
// `playing`, nothing is compared with the previous stop. `reads` places the lines of the input;
// null: none are. Cost: proportional to the requested cells, and up to 16 KB of output, which may
// have to be replayed.
[[nodiscard]] ViewSnapshot build_snapshot(Debugger& debugger,
                                          std::shared_ptr<const ProgramInfo> program,
                                          const ViewRequest& request, bool playing,
                                          const InputReads* reads = nullptr);

}  // namespace fungescope::ui
