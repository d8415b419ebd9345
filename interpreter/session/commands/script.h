// Lines of commands, from a script or typed, with their places and their JSON. Every front end that
// reads lines uses `execute_line`, so that a line's response and JSON do not depend on how it
// arrived. docs/formats.md describes the JSON.
#pragma once

#include "session/commands/command.h"

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>

namespace fungescope {

struct ExecutedLine {
  std::string_view command;   // the command's name; empty: the line has none, or an unknown one
  Result<Response> response;  // an error has its file, line and column
  // Of a `source` that failed: what the commands before the failure responded.
  Response partial = {};
};

// Executes a line. `file` and `number` are its place, for errors without one.
[[nodiscard]] ExecutedLine execute_line(Debugger& debugger, std::string_view line,
                                        const std::string& file, std::uint64_t number);

// Returns the JSON object of a line; an empty one for an empty line or a comment.
[[nodiscard]] Json to_json(const ExecutedLine& executed);
[[nodiscard]] Json to_json(const LogMessage& message);

enum class ScriptEnd : std::uint8_t {
  done,
  quit,         // by the command
  failed,       // an `expect` did not hold
  error,        // a command failed to execute
  interrupted,  // by the monitor; the remaining lines are not executed
};
// Returns the name of the enumerator.
[[nodiscard]] std::string_view to_string(ScriptEnd end);

struct ScriptOutcome {
  ScriptEnd end = ScriptEnd::done;
  Error error;  // with its location, if it failed, also for an `expect`
};

// Executes the lines of `text` until the first that fails. Passes each executed line to `show`, the
// last one included. `file` is for locations.
[[nodiscard]] ScriptOutcome run_script(Debugger& debugger, std::string_view text,
                                       const std::string& file,
                                       const std::function<void(const ExecutedLine&)>& show);

}  // namespace fungescope
