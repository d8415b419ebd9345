// `fungescope dap`: a server for the client at standard input and output, at a port or at a socket
// file.
#include "base/result.h"
#include "cli/subcommands.h"
#include "dap/protocol/transport.h"
#include "dap/server.h"
#include "front_end/command_options.h"
#include "front_end/interrupt.h"
#include "front_end/program_file.h"
#include "front_end/standard_streams.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <chrono>
#include <cstdint>
#include <memory>
#include <optional>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/types.h>
#include <unistd.h>
#include <utility>

#include <CLI/CLI.hpp>
#include <climits>

namespace fungescope::dap {
namespace {

// A client that sends more before it takes what it is sent waits.
constexpr std::size_t max_bytes_waiting = std::size_t{32} << 20U;

// How long a client that has closed its side may leave its input unread.
constexpr auto end_timeout = std::chrono::seconds(2);
using Clock = std::chrono::steady_clock;

// A client connected by two file descriptors.
class StreamClient final : public Client {
 public:
  // Does not own the descriptors; `in` and `out` may be the same. When `stop` becomes readable, the
  // client counts as closed; -1: never. SIGPIPE must be ignored.
  StreamClient(int in, int out, int stop) : in_(in), out_(out), stop_(stop) {}

  // Reads meanwhile, for clients that take nothing until all is sent. Gives up on a client that has
  // closed its side and does not read.
  void send(std::string body) override {
    const std::string frame = encode_frame(body);
    std::string_view rest = frame;
    auto waiting_since = Clock::now();
    while (!rest.empty() && !broken_) {
      constexpr int poll_interval = 100;  // ms
      if (!wait_for(POLLOUT, poll_interval)) {
        broken_ = broken_ || (ended_ && Clock::now() - waiting_since > end_timeout);
      } else if (const ssize_t size = write_some(rest); size > 0) {
        rest.remove_prefix(static_cast<std::size_t>(size));
        waiting_since = Clock::now();
      } else {
        broken_ = errno != EAGAIN && errno != EINTR;
      }
    }
  }

  [[nodiscard]] std::optional<std::string> poll() override { return receive(0); }

  // Returns whether the client has closed the stream and all its messages were taken.
  [[nodiscard]] bool is_closed() override { return broken_ || closed_; }

  // Waits for the next message; nothing if the client has closed the stream.
  [[nodiscard]] std::optional<std::string> wait() {
    std::optional<std::string> message;
    while (!message && !is_closed()) message = receive(-1);
    return message;
  }

  // Returns why the stream is malformed; empty if it is not.
  [[nodiscard]] const std::string& problem() const { return problem_; }

 private:
  // Returns the next message; nothing if it does not arrive within so many milliseconds.
  std::optional<std::string> receive(int milliseconds) {
    for (;;) {
      auto message = take_message();
      if (message || closed_ || !wait_for(POLLIN, milliseconds)) return message;
    }
  }

  std::optional<std::string> take_message() {
    auto frame = frames_.next();
    if (!frame) {
      problem_ = to_string(frame.error());
    } else if (*frame) {
      return *std::move(frame);
    } else if (ended_ && !frames_.at_frame_boundary()) {
      problem_ = "the input ends within a message; send all the bytes that its header announces";
    }
    closed_ = ended_ || !frame;
    return std::nullopt;
  }

  // Waits at most so many milliseconds, -1: for ever, until bytes have arrived, which it reads, or
  // with POLLOUT until bytes can be written. Returns whether that is so for `event`.
  bool wait_for(short event, int milliseconds) {
    const bool reads = !ended_ && frames_.buffered() < max_bytes_waiting;
    // A negative descriptor is ignored.
    std::array<pollfd, 3> all{pollfd{reads ? in_ : -1, POLLIN, 0},
                              {event == POLLOUT ? out_ : -1, POLLOUT, 0},
                              {stop_, POLLIN, 0}};
    if (::poll(all.data(), all.size(), milliseconds) <= 0) return false;
    if (all[2].revents != 0) broken_ = true;
    if (all[0].revents != 0) read_some();
    return !broken_ && all[event == POLLOUT ? 1 : 0].revents != 0;
  }

  void read_some() {
    std::array<char, 65536> buffer{};
    const ssize_t size = ::read(in_, buffer.data(), buffer.size());
    if (size > 0) frames_.feed({buffer.data(), static_cast<std::size_t>(size)});
    ended_ = size == 0 || (size < 0 && errno != EINTR && errno != EAGAIN);
  }

  // Writes without blocking: a pipe that is ready accepts PIPE_BUF bytes.
  [[nodiscard]] ssize_t write_some(std::string_view bytes) const {
    constexpr std::size_t piece = PIPE_BUF;
    const std::size_t size = std::min(bytes.size(), piece);
    const ssize_t sent = ::send(out_, bytes.data(), size, MSG_DONTWAIT | MSG_NOSIGNAL);
    return sent < 0 && errno == ENOTSOCK ? ::write(out_, bytes.data(), size) : sent;
  }

  int in_;
  int out_;
  int stop_;
  FrameReader frames_;
  bool ended_ = false;   // nothing more can be read
  bool closed_ = false;  // and the last message was taken
  bool broken_ = false;  // writing has failed, or it was stopped
  std::string problem_;
};

}  // namespace
}  // namespace fungescope::dap

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
  const std::string& problem = client.problem();
  if (!problem.empty()) print_message("fungescope: dap: {}\n", problem);
  return problem.empty();
}

// Serves one client after another until Ctrl-C.
int serve_clients(Result<dap::Listener> listener) {
  if (!listener) return fail_with(listener.error(), exit_code::usage);
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
