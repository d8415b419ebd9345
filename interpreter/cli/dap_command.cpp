#include "base/result.h"
#include "cli/subcommands.h"
#include "dap/protocol/listener.h"
#include "dap/protocol/stream_client.h"
#include "dap/server.h"
#include "front_end/interrupt.h"
#include "front_end/options/number_option.h"
#include "front_end/session_files.h"
#include "front_end/standard_streams.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <unistd.h>
#include <utility>

#include <CLI/CLI.hpp>

namespace fungescope {
namespace {

struct DapOptions {
  // Without either, standard input and output.
  std::optional<std::uint16_t> port;  // 0: any free one
  std::optional<std::string> socket;  // the path of its file
};

// Serves one client until it disconnects. Returns false if it violated the base protocol.
bool serve(int in, int out) {
  dap::StreamClient client(in, out, interrupt_descriptor());
  SessionFiles files;
  dap::Server server(client, files);
  while (!server.done()) {
    const auto message = client.wait();
    if (!message) break;
    server.receive(*message);
  }
  const std::string problem = client.problem();
  if (!problem.empty()) print_message("fungescope: dap: {}\n", problem);
  return problem.empty();
}

// Serves one client after another until Ctrl-C.
int serve_clients(Result<dap::Listener> listener) {
  if (!listener) {
    print_error(listener.error());
    return exit_code::usage;
  }
  print_message("listening on {}, one client at a time\n", listener->description());
  while (const auto client = listener->accept(interrupt_descriptor())) {
    if (*client) {
      serve((*client)->descriptor(), (*client)->descriptor());
    } else {
      print_message("fungescope: dap: {}\n", to_string(client->error()));
    }
  }
  return exit_code::interrupted;
}

int dap_command(const DapOptions& options) {
  if (options.port) return serve_clients(dap::Listener::on_port(*options.port));
  if (options.socket) return serve_clients(dap::Listener::on_file(*options.socket));
  const bool well_formed = serve(STDIN_FILENO, STDOUT_FILENO);
  if (interrupted()) return exit_code::interrupted;
  return well_formed ? exit_code::done : exit_code::usage;
}

}  // namespace

void add_dap_options(CLI::App& command, int& exit_code) {
  command.footer(
      "Editors start it themselves and talk to it on its standard input and output. With a\n"
      "port or a socket file it waits for them there, and serves one after the other. It accepts\n"
      "clients of your own user only: a client can read and write your files.\n"
      "Exit codes: 0 done, 2 usage or messages that are not the protocol's, 130 Ctrl-C.\n"
      "Examples:\n"
      "  fungescope dap --port 4711\n"
      "  fungescope dap --socket $XDG_RUNTIME_DIR/fungescope");
  // Shared with the callback, which runs after this function returns.
  const auto options = std::make_shared<DapOptions>();
  CLI::Option* const port =
      command.add_option("--port", options->port, "Listen there; 0: on any that is free")
          ->transform(whole_number(0, 65535));
  command.add_option("--socket", options->socket, "Listen on a socket file, which it creates")
      ->type_name("PATH")
      ->excludes(port);
  command.callback([options, &exit_code] { exit_code = dap_command(*options); });
}

}  // namespace fungescope
