// Builds snapshots of the current instant, on the session's thread.
#pragma once

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

// Builds all parts of a snapshot except those that background tasks and the worker add. While
// `playing`, nothing is compared with the previous stop. `reads` places the lines of the input;
// null: none are. Cost: proportional to the requested cells, and up to 16 KB of output, which may
// have to be replayed.
[[nodiscard]] ViewSnapshot build_snapshot(Debugger& debugger,
                                          std::shared_ptr<const ProgramInfo> program,
                                          const ViewRequest& request, bool playing,
                                          const InputReads* reads = nullptr);

}  // namespace fungescope::ui
