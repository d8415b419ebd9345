// Scripts: the debugger's commands in a file, a line each.
#pragma once

#include "base/result.h"
#include "session/commands/command.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace fungescope {

enum class ScriptEnd : std::uint8_t {
  done,
  quit,         // by the command
  failed,       // an `expect` did not hold
  error,        // a command that cannot be executed
  interrupted,  // the monitor said so; the rest is not executed
};

struct ScriptOutcome {
  ScriptEnd end = ScriptEnd::done;
  Error error;  // what is wrong, and where, if it failed; of an `expect`, too
};

// Executes the lines of `text` until the first that fails. `show` gets each reply, that
// of the last line included; `file` is for locations.
[[nodiscard]] ScriptOutcome run_script(Debugger& debugger, std::string_view text,
                                       const std::string& file,
                                       const std::function<void(const Response&)>& show);

}  // namespace fungescope
