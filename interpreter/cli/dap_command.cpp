#include "cli/commands.h"
#include "cli/interrupt.h"
#include "dap/protocol/stream_client.h"
#include "dap/server.h"
#include "front_end/exit_codes.h"
#include "front_end/number_option.h"
#include "front_end/session_files.h"
#include "front_end/standard_streams.h"

#include <arpa/inet.h>
#include <array>
#include <cerrno>
#include <cstdint>
#include <cstring>
#include <memory>
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <optional>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include <CLI/CLI.hpp>

namespace fungescope {
namespace {

struct DapOptions {
  std::optional<std::uint16_t> port;  // 0: any free one; nothing: standard input and output
};

class Socket {
 public:
  explicit Socket(int descriptor) : descriptor_(descriptor) {}
  ~Socket() {
    if (descriptor_ >= 0) ::close(descriptor_);
  }
  Socket(Socket&& other) noexcept : descriptor_(std::exchange(other.descriptor_, -1)) {}
  Socket& operator=(Socket&&) = delete;
  Socket(const Socket&) = delete;
  Socket& operator=(const Socket&) = delete;

  [[nodiscard]] int descriptor() const { return descriptor_; }
  [[nodiscard]] bool is_open() const { return descriptor_ >= 0; }

 private:
  int descriptor_;
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

// Returns a socket bound to the loopback interface, or a closed one after printing the error.
Socket listen_on(std::uint16_t port) {
  Socket listener(::socket(AF_INET, SOCK_STREAM | SOCK_CLOEXEC, 0));
  const int yes = 1;
  ::setsockopt(listener.descriptor(), SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes);
  sockaddr_in address{};
  address.sin_family = AF_INET;
  address.sin_port = htons(port);
  address.sin_addr.s_addr = htonl(INADDR_LOOPBACK);
  socklen_t size = sizeof address;
  auto* const place = reinterpret_cast<sockaddr*>(&address);
  if (::bind(listener.descriptor(), place, size) != 0 || ::listen(listener.descriptor(), 1) != 0 ||
      ::getsockname(listener.descriptor(), place, &size) != 0) {
    print_message("fungescope: --port {}: it cannot be listened on: {}; use another one\n", port,
                  std::strerror(errno));
    return Socket(-1);
  }
  print_message("listening on 127.0.0.1:{}, this machine only, one client at a time\n",
                ntohs(address.sin_port));
  return listener;
}

// Waits for the next client. Returns a closed socket at Ctrl-C.
Socket accept_from(const Socket& listener) {
  while (!interrupted()) {
    std::array<pollfd, 2> all{pollfd{listener.descriptor(), POLLIN, 0},
                              {interrupt_descriptor(), POLLIN, 0}};
    if (::poll(all.data(), all.size(), -1) < 0 || all[0].revents == 0) continue;
    Socket client(::accept4(listener.descriptor(), nullptr, nullptr, SOCK_CLOEXEC));
    if (!client.is_open()) continue;
    const int yes = 1;
    ::setsockopt(client.descriptor(), IPPROTO_TCP, TCP_NODELAY, &yes, sizeof yes);
    return client;
  }
  return Socket(-1);
}

int serve_port(std::uint16_t port) {
  const Socket listener = listen_on(port);
  if (!listener.is_open()) return exit_code::usage;
  for (;;) {
    const Socket client = accept_from(listener);
    if (!client.is_open()) return exit_code::interrupted;
    serve(client.descriptor(), client.descriptor());
  }
}

int dap_command(const DapOptions& options) {
  if (options.port) return serve_port(*options.port);
  const bool well_formed = serve(STDIN_FILENO, STDOUT_FILENO);
  if (interrupted()) return exit_code::interrupted;
  return well_formed ? exit_code::done : exit_code::usage;
}

}  // namespace

void add_dap_command(CLI::App& app, int& exit_code) {
  CLI::App* const command =
      app.add_subcommand("dap", "Debug from an editor, by the Debug Adapter Protocol");
  command->footer(
      "Editors start it themselves and talk to it on its standard input and output. With a\n"
      "port it waits for them there, on this machine only, one after the other.\n"
      "Exit codes: 0 done, 2 usage or messages that are not the protocol's, 130 Ctrl-C.\n"
      "Example: fungescope dap --port 4711");
  // Shared with the callback, which runs after this function returns.
  const auto options = std::make_shared<DapOptions>();
  command->add_option("--port", options->port, "Listen there; 0: on any that is free")
      ->transform(whole_number(0, 65535));
  command->callback([options, &exit_code] { exit_code = dap_command(*options); });
}

}  // namespace fungescope
