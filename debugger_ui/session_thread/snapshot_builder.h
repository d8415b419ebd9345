// Makes pictures of the present instant. Belongs to the virtual machine's thread.
#pragma once

#include "debugger_ui/session_thread/view_request.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "session/commands/command.h"

#include <memory>
#include <string>

namespace fungescope::ui {

// Of the source at the present instant.
[[nodiscard]] std::shared_ptr<const ProgramInfo> make_program_info(const Session& session,
                                                                   const std::string& file);

// All of a picture but what refinements, and the thread itself, put into it. While `playing`,
// nothing is compared with the stop before. Cost: the cells looked at, and up to some KB
// of output, which may have to be replayed.
[[nodiscard]] ViewSnapshot build_snapshot(Debugger& debugger,
                                          std::shared_ptr<const ProgramInfo> program,
                                          const ViewRequest& request, bool playing);

}  // namespace fungescope::ui
