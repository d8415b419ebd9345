#include "front_end/interrupt.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace fungescope {
namespace {

std::atomic<bool> flag{false};
std::atomic<int> interrupts{0};
std::array<int, 2> wake_pipe{-1, -1};
bool survives = false;
std::string_view second_hint;  // printed at the second
static_assert(std::atomic<bool>::is_always_lock_free && std::atomic<int>::is_always_lock_free,
              "the signal handler sets them");

void on_interrupt(int /*signal*/) {
  const int saved = errno;
  flag.store(true, std::memory_order_relaxed);
  const char byte = 0;
  // A failure can be ignored: the flag is set.
  [[maybe_unused]] ssize_t written = ::write(wake_pipe[1], &byte, 1);
  if (interrupts.fetch_add(1, std::memory_order_relaxed) == 1 && !second_hint.empty()) {
    written = ::write(STDERR_FILENO, second_hint.data(), second_hint.size());
  }
  errno = saved;
}

void handle_next_interrupt() {
  struct sigaction action = {};
  action.sa_handler = on_interrupt;
  sigemptyset(&action.sa_mask);
  // Without SA_RESTART a blocked read or write ends; with SA_RESETHAND the second Ctrl-C kills.
  action.sa_flags = survives ? 0 : static_cast<int>(SA_RESETHAND);
  sigaction(SIGINT, &action, nullptr);
}

}  // namespace

void install_interrupt_handling() {
  if (::pipe2(wake_pipe.data(), O_CLOEXEC | O_NONBLOCK) != 0) wake_pipe = {-1, -1};
  handle_next_interrupt();
  for (const int signal : output_signals) std::signal(signal, SIG_IGN);
}

void survive_interrupts(std::string_view hint) {
  second_hint = hint;
  survives = true;
  handle_next_interrupt();
}

int interrupt_count() {
  return interrupts.load(std::memory_order_relaxed);
}

void clear_interrupt() {
  // In this order, a signal in between leaves the flag set rather than the pipe readable.
  interrupts.store(0, std::memory_order_relaxed);
  flag.store(false, std::memory_order_relaxed);
  std::array<char, 16> bytes{};
  while (::read(wake_pipe[0], bytes.data(), bytes.size()) > 0) {
  }
  handle_next_interrupt();
}

const std::atomic<bool>& interrupted() {
  return flag;
}

int interrupt_descriptor() {
  return wake_pipe[0];
}

namespace {

// A writable pipe accepts this many bytes without blocking (POSIX: PIPE_BUF).
constexpr std::size_t nonblocking_size = 4096;

// After Ctrl-C, returns whether the descriptor is ready now.
Wait wait_for(int descriptor, short events, int milliseconds) noexcept {
  for (;;) {
    const bool stop = interrupted().load(std::memory_order_relaxed);
    std::array<pollfd, 2> waits{pollfd{descriptor, events, 0},
                                pollfd{interrupt_descriptor(), POLLIN, 0}};
    const int ready = ::poll(waits.data(), waits.size(), stop ? 0 : milliseconds);
    if (ready < 0 && errno != EINTR) return Wait::ready;  // the read or write reports the error
    if (ready > 0 && waits[0].revents != 0) return Wait::ready;
    if (stop) return Wait::interrupted;
    if (ready == 0) return Wait::timed_out;
  }
}

}  // namespace

Wait wait_for_input(int descriptor, int milliseconds) {
  const Wait wait = wait_for(descriptor, POLLIN, milliseconds);
  return interrupted().load(std::memory_order_relaxed) ? Wait::interrupted : wait;
}

ssize_t read_some(int descriptor, char* to, std::size_t size) {
  for (;;) {
    if (wait_for_input(descriptor) == Wait::interrupted) {
      errno = EINTR;
      return -1;
    }
    const ssize_t count = ::read(descriptor, to, size);
    if (count >= 0 || (errno != EINTR && errno != EAGAIN)) return count;
  }
}

int write_all(int descriptor, std::string_view& bytes) noexcept {
  while (!bytes.empty()) {
    if (wait_for(descriptor, POLLOUT, -1) == Wait::interrupted) return EINTR;
    const ssize_t count =
        ::write(descriptor, bytes.data(), std::min(bytes.size(), nonblocking_size));
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EINTR && errno != EAGAIN) {
      return errno;
    }
  }
  return 0;
}

}  // namespace fungescope
