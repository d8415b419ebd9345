#include "front_end/interrupt.h"

#include <array>
#include <cerrno>
#include <csignal>
#include <fcntl.h>
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

}  // namespace fungescope
