// `fungescope dap`: the debugger for editors, by the Debug Adapter Protocol.
#pragma once

#include <cstdint>
#include <optional>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace fungescope {

struct DapOptions {
  std::optional<std::uint16_t> port;  // 0: a free one; nothing: standard input and output
};

// Serves until the client is gone, or with a port until Ctrl-C; returns the exit code.
int dap_command(const DapOptions& options);

// Adds the command `dap`, whose callback sets `exit_code`.
void add_dap_command(CLI::App& app, int& exit_code);

}  // namespace fungescope
