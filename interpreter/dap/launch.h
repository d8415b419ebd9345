// Parses the arguments of `launch` and opens its session.
#pragma once

#include "dap/protocol/request_error.h"
#include "session/commands/command.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::dap {

// The program's input, and the edits before its first tick.
struct InitialInput {
  InputLog input;
  std::vector<Edit> edits;
};

// An argument of `launch`, further to `stdin` and `stdinFile`, from which a kind of programs makes
// the input. Rooms such as sudoku/ register theirs, before the first session.
struct LaunchInput {
  std::string_view name;
  // `text` is the argument, `program` the name of the file with this source.
  Result<InitialInput> (*read)(const std::string& text, const std::string& source,
                               const std::string& program, Files& files);
};
// `input` must outlive the process.
void register_launch_input(const LaunchInput& input);

struct LaunchOptions {
  std::string program;                    // the path as given
  std::optional<std::string> input;       // text
  std::optional<std::string> input_file;  // a path
  const LaunchInput* further = nullptr;   // the argument that gives the input, if one does
  std::string further_text;               // its text
  std::uint64_t seed = 0;
  std::string dialect = "wide";
  bool stop_on_entry = false;
  bool stop_at_end = true;
  bool no_debug = false;
};

[[nodiscard]] RequestResult<LaunchOptions> parse_launch_options(const Json& arguments);

// Reads the files and opens a session before the first tick. Without any input argument, the input
// stays open: the program waits for more.
[[nodiscard]] Result<std::unique_ptr<Session>> open_session(const LaunchOptions& options,
                                                            Files& files);

}  // namespace fungescope::dap
