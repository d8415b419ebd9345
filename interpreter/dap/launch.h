// Parses the arguments of `launch` and opens its session.
#pragma once

#include "dap/protocol/request_error.h"
#include "session/commands/command.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>

namespace fungescope::dap {

struct LaunchOptions {
  std::string program;                    // the path as given
  std::optional<std::string> input;       // text
  std::optional<std::string> input_file;  // a path
  std::optional<std::string> puzzle;      // text, or a path
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
