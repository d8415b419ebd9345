// Executes the session's commands for clients: from the debug console, and by requests.
#pragma once

#include "dap/protocol/request_error.h"
#include "dap/server.h"
#include "session/commands/command.h"

#include <functional>
#include <string>
#include <string_view>

namespace fungescope::dap {

// Returns whether a line of the console is a command. An expression takes precedence over a command
// that it abbreviates: `x`, `depth`.
[[nodiscard]] bool is_command(std::string_view line, const Session& session);

struct CommandResult {
  Response response;
  std::function<void()> after_send;  // called after the response was sent; may be empty
};

// Executes a command as a task, which can be cancelled, and reports progress if it is a question.
// `continue` runs the program after the response.
[[nodiscard]] RequestResult<CommandResult> execute(Server& server, Debuggee& debuggee,
                                                   const std::string& line);

}  // namespace fungescope::dap
