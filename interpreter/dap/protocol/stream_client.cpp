#include "dap/protocol/stream_client.h"

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <fcntl.h>
#include <poll.h>
#include <sys/socket.h>
#include <unistd.h>
#include <utility>

#include <climits>

namespace fungescope::dap {
namespace {

// Limits of the message queue; a client that sends faster than it is handled waits.
constexpr std::size_t max_messages_waiting = 1000;
constexpr std::size_t max_bytes_waiting = std::size_t{32} << 20U;

// How long a client that has closed its side may leave its input unread.
constexpr auto end_timeout = std::chrono::seconds(2);
using Clock = std::chrono::steady_clock;

// Blocks signals in this thread: they must interrupt the calls of the thread that waits and writes.
void block_signals() {
  sigset_t signals;
  sigfillset(&signals);
  pthread_sigmask(SIG_BLOCK, &signals, nullptr);
}

}  // namespace

StreamClient::StreamClient(int in, int out, int stop) : in_(in), out_(out), stop_(stop) {
  if (::pipe2(wake_.data(), O_CLOEXEC) != 0) wake_ = {-1, -1};
  thread_ = std::thread([this] {
    block_signals();
    read_all();
  });
}

StreamClient::~StreamClient() {
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

// ---- The thread

// Returns false if no more bytes will come.
bool StreamClient::wait_for_bytes() const {
  std::array<pollfd, 3> all{pollfd{in_, POLLIN, 0}, {wake_[0], POLLIN, 0}, {stop_, POLLIN, 0}};
  while (::poll(all.data(), all.size(), -1) < 0) {
    if (errno != EINTR) return false;
  }
  return all[1].revents == 0 && all[2].revents == 0;
}

void StreamClient::read_all() {
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
    has_message_ = true;
  }
  arrived_.notify_all();
}

bool StreamClient::take_frames() {
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

bool StreamClient::push(std::string message) {
  {
    std::unique_lock lock(mutex_);
    taken_.wait(lock, [this] {
      return leaving_ || (messages_.size() < max_messages_waiting && bytes_ < max_bytes_waiting);
    });
    if (leaving_) return false;
    bytes_ += message.size();
    messages_.push_back(std::move(message));
    has_message_ = true;
  }
  arrived_.notify_all();
  return true;
}

// ---- The other side

std::optional<std::string> StreamClient::poll() {
  if (!has_message_.load(std::memory_order_acquire)) return std::nullopt;
  std::optional<std::string> message;
  {
    const std::lock_guard lock(mutex_);
    if (messages_.empty()) return std::nullopt;
    message = std::move(messages_.front());
    messages_.pop_front();
    bytes_ -= message->size();
    has_message_ = ended_ || !messages_.empty();
  }
  taken_.notify_all();
  return message;
}

bool StreamClient::is_closed() {
  if (broken_) return true;
  if (!has_message_.load(std::memory_order_acquire)) return false;
  const std::lock_guard lock(mutex_);
  return ended_ && messages_.empty();
}

std::optional<std::string> StreamClient::wait() {
  {
    std::unique_lock lock(mutex_);
    arrived_.wait(lock, [this] { return broken_ || ended_ || !messages_.empty(); });
  }
  return broken_ ? std::nullopt : poll();
}

std::string StreamClient::problem() {
  const std::lock_guard lock(mutex_);
  return problem_;
}

// Writes without blocking: a pipe that is ready accepts PIPE_BUF bytes.
ssize_t StreamClient::write_some(std::string_view bytes) const {
  constexpr std::size_t piece = PIPE_BUF;
  const std::size_t size = std::min(bytes.size(), piece);
  const ssize_t sent = ::send(out_, bytes.data(), size, MSG_DONTWAIT | MSG_NOSIGNAL);
  return sent < 0 && errno == ENOTSOCK ? ::write(out_, bytes.data(), size) : sent;
}

// Gives up on a client that has closed its side and does not read.
void StreamClient::send(std::string body) {
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

bool StreamClient::has_ended() {
  const std::lock_guard lock(mutex_);
  return ended_;
}

}  // namespace fungescope::dap
