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
#include <condition_variable>
#include <csignal>
#include <cstdint>
#include <deque>
#include <fcntl.h>
#include <memory>
#include <mutex>
#include <optional>
#include <poll.h>
#include <string>
#include <string_view>
#include <sys/socket.h>
#include <sys/types.h>
#include <thread>
#include <unistd.h>
#include <utility>

#include <CLI/CLI.hpp>
#include <climits>

namespace fungescope::dap {
namespace {

// Limits of the message queue; a client that sends faster than it is handled waits.
constexpr std::size_t max_messages_waiting = 1000;
constexpr std::size_t max_bytes_waiting = std::size_t{32} << 20U;

// How long a client that has closed its side may leave its input unread.
constexpr auto end_timeout = std::chrono::seconds(2);
using Clock = std::chrono::steady_clock;

// A client connected by two file descriptors. A thread reads and splits the stream into messages,
// so that they can be polled while the machine runs; messages are written by the thread that sends.
class StreamClient final : public Client {
 public:
  // Does not own the descriptors; `in` and `out` may be the same. When `stop` becomes readable, the
  // client counts as closed; -1: never. SIGPIPE must be ignored.
  StreamClient(int in, int out, int stop) : in_(in), out_(out), stop_(stop) {
    if (::pipe2(wake_.data(), O_CLOEXEC) != 0) wake_ = {-1, -1};
    thread_ = std::thread([this] {
      // Signals must interrupt the calls of the thread that waits and writes.
      sigset_t signals;
      sigfillset(&signals);
      pthread_sigmask(SIG_BLOCK, &signals, nullptr);
      read_all();
    });
  }

  ~StreamClient() override {
    {
      const std::lock_guard lock(mutex_);
      leaving_ = true;
    }
    taken_.notify_all();
    const char byte = 0;
    [[maybe_unused]] const ssize_t written = ::write(wake_[1], &byte, 1);
    thread_.join();
    ::close(wake_[0]);
    ::close(wake_[1]);
  }

  StreamClient(const StreamClient&) = delete;
  StreamClient& operator=(const StreamClient&) = delete;

  // Gives up on a client that has closed its side and does not read.
  void send(std::string body) override {
    const std::string frame = encode_frame(body);
    std::string_view rest = frame;
    auto waiting_since = Clock::now();
    while (!rest.empty() && !broken_) {
      std::array<pollfd, 2> all{pollfd{out_, POLLOUT, 0}, {stop_, POLLIN, 0}};
      constexpr int poll_interval = 100;  // ms
      const int ready = ::poll(all.data(), all.size(), poll_interval);
      if (ready > 0 && all[1].revents != 0) {
        broken_ = true;
      } else if (ready <= 0) {
        broken_ = has_ended() && Clock::now() - waiting_since > end_timeout;
      } else if (const ssize_t size = write_some(rest); size > 0) {
        rest.remove_prefix(static_cast<std::size_t>(size));
        waiting_since = Clock::now();
      } else {
        broken_ = errno != EAGAIN && errno != EINTR;
      }
    }
  }

  [[nodiscard]] std::optional<std::string> poll() override {
    std::optional<std::string> message;
    {
      const std::lock_guard lock(mutex_);
      if (messages_.empty()) return std::nullopt;
      message = std::move(messages_.front());
      messages_.pop_front();
      bytes_ -= message->size();
    }
    taken_.notify_all();
    return message;
  }

  // Returns whether the client has closed the stream and all its messages were taken.
  [[nodiscard]] bool is_closed() override {
    if (broken_) return true;
    const std::lock_guard lock(mutex_);
    return ended_ && messages_.empty();
  }

  // Waits for the next message; nothing if the client has closed the stream.
  [[nodiscard]] std::optional<std::string> wait() {
    {
      std::unique_lock lock(mutex_);
      arrived_.wait(lock, [this] { return broken_ || ended_ || !messages_.empty(); });
    }
    return broken_ ? std::nullopt : poll();
  }

  // Returns why the stream is malformed; empty if it is not.
  [[nodiscard]] std::string problem() {
    const std::lock_guard lock(mutex_);
    return problem_;
  }

 private:
  void read_all() {
    std::array<char, 65536> buffer{};
    while (wait_for_bytes()) {
      const ssize_t size = ::read(in_, buffer.data(), buffer.size());
      if (size < 0 && (errno == EINTR || errno == EAGAIN)) continue;
      if (size == 0 && !frames_.at_frame_boundary()) {
        const std::lock_guard lock(mutex_);
        problem_ = "the input ends within a message; send all the bytes that its header announces";
      }
      if (size <= 0) break;
      frames_.feed({buffer.data(), static_cast<std::size_t>(size)});
      if (!take_frames()) break;
    }
    {
      const std::lock_guard lock(mutex_);
      ended_ = true;
    }
    arrived_.notify_all();
  }

  // Returns false if no more bytes will come.
  [[nodiscard]] bool wait_for_bytes() const {
    std::array<pollfd, 3> all{pollfd{in_, POLLIN, 0}, {wake_[0], POLLIN, 0}, {stop_, POLLIN, 0}};
    while (::poll(all.data(), all.size(), -1) < 0) {
      if (errno != EINTR) return false;
    }
    return all[1].revents == 0 && all[2].revents == 0;
  }

  bool take_frames() {
    for (;;) {
      auto frame = frames_.next();
      if (!frame) {
        const std::lock_guard lock(mutex_);
        problem_ = to_string(frame.error());
        return false;
      }
      if (!*frame) return true;
      if (!push(**std::move(frame))) return false;
    }
  }

  bool push(std::string message) {
    {
      std::unique_lock lock(mutex_);
      taken_.wait(lock, [this] {
        return leaving_ || (messages_.size() < max_messages_waiting && bytes_ < max_bytes_waiting);
      });
      if (leaving_) return false;
      bytes_ += message.size();
      messages_.push_back(std::move(message));
    }
    arrived_.notify_all();
    return true;
  }

  // Writes without blocking: a pipe that is ready accepts PIPE_BUF bytes.
  [[nodiscard]] ssize_t write_some(std::string_view bytes) const {
    constexpr std::size_t piece = PIPE_BUF;
    const std::size_t size = std::min(bytes.size(), piece);
    const ssize_t sent = ::send(out_, bytes.data(), size, MSG_DONTWAIT | MSG_NOSIGNAL);
    return sent < 0 && errno == ENOTSOCK ? ::write(out_, bytes.data(), size) : sent;
  }

  [[nodiscard]] bool has_ended() {
    const std::lock_guard lock(mutex_);
    return ended_;
  }

  int in_;
  int out_;
  int stop_;
  std::array<int, 2> wake_{-1, -1};  // wakes the thread to end it
  FrameReader frames_;               // used by the thread only

  std::mutex mutex_;
  std::condition_variable arrived_;
  std::condition_variable taken_;
  std::deque<std::string> messages_;
  std::size_t bytes_ = 0;  // in messages_
  bool ended_ = false;     // the thread reads no more
  bool leaving_ = false;
  std::string problem_;
  bool broken_ = false;  // writing has failed; not used by the thread

  std::thread thread_;  // last: it uses the members above
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
  const std::string problem = client.problem();
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
