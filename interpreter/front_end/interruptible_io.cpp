#include "front_end/interruptible_io.h"

#include "front_end/interrupt.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <poll.h>
#include <unistd.h>

namespace fungescope {
namespace {

// A writable pipe accepts this many bytes without blocking (POSIX: PIPE_BUF).
constexpr std::size_t nonblocking_size = 4096;

// After Ctrl-C, tells whether the descriptor is ready now.
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
