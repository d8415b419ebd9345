#include "cli/standard_ports.h"

#include "cli/interrupt.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <poll.h>
#include <unistd.h>

namespace fungescope {

void reserve_standard_descriptors() {
  for (const int number : {STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO}) {
    if (::fcntl(number, F_GETFD) != -1) continue;
    // open() returns the lowest free number: this one.
    ::open("/dev/null", number == STDIN_FILENO ? O_WRONLY : O_RDONLY);
  }
}

namespace {

constexpr std::size_t output_buffer = std::size_t{1} << 16U;
constexpr std::size_t input_chunk = std::size_t{1} << 16U;
// A writable pipe accepts this many bytes without blocking (POSIX: PIPE_BUF).
constexpr std::size_t nonblocking_size = 4096;

// Waits until the descriptor is ready or at its end. Returns false if Ctrl-C came first.
bool wait_for(int descriptor, short events) {
  for (;;) {
    const bool stop = interrupted().load(std::memory_order_relaxed);
    std::array<pollfd, 2> waits{pollfd{descriptor, events, 0},
                                pollfd{interrupt_descriptor(), POLLIN, 0}};
    const int ready = ::poll(waits.data(), waits.size(), stop ? 0 : -1);
    if (ready < 0 && errno != EINTR) return true;  // the read or write reports the error
    if (ready >= 0 && waits[0].revents != 0) return true;
    if (stop) return false;
  }
}

}  // namespace

bool wait_for_input(int descriptor) {
  return wait_for(descriptor, POLLIN);
}

DescriptorOutput::DescriptorOutput(int descriptor) : descriptor_(descriptor) {
  buffer_.reserve(output_buffer);
}

bool DescriptorOutput::write(std::string_view bytes) {
  if (buffer_.size() + bytes.size() > output_buffer && !flush()) return false;
  if (closed_) return false;
  buffer_.append(bytes);
  if (!bytes.empty()) last_ = bytes.back();
  return true;
}

std::span<char> DescriptorOutput::buffer() {
  if (closed_) return {};
  const std::size_t left = output_buffer - std::min(output_buffer, buffer_.size());
  return {room_.data(), std::min(left, room_.size())};
}

void DescriptorOutput::commit(std::size_t count) {
  buffer_.append(room_.data(), count);
  if (count != 0) last_ = buffer_.back();
}

bool DescriptorOutput::flush() {
  std::size_t done = 0;
  while (!closed_ && done < buffer_.size()) {
    if (!wait_for(descriptor_, POLLOUT)) break;
    const std::size_t count = std::min(buffer_.size() - done, nonblocking_size);
    const ssize_t written = ::write(descriptor_, buffer_.data() + done, count);
    if (written >= 0) {
      done += static_cast<std::size_t>(written);
    } else if (errno != EINTR && errno != EAGAIN) {
      closed_ = true;
      if (errno != EPIPE) error_ = std::strerror(errno);
    }
  }
  buffer_.erase(0, done);
  return buffer_.empty();
}

DescriptorInput::DescriptorInput(int descriptor, DescriptorOutput& output)
    : descriptor_(descriptor), output_(output) {}

int DescriptorInput::at(std::uint64_t position) {
  assert(position >= start_);
  while (position - start_ >= bytes_.size()) {
    if (ended_) return end;
    switch (fill(position)) {
      case Fill::bytes:
        break;
      case Fill::end:
        ended_ = true;
        break;
      case Fill::interrupted:
        return not_yet;
    }
  }
  return bytes_[position - start_];
}

// Keeps the byte before `keep_from` too, because `&` looks one byte ahead.
DescriptorInput::Fill DescriptorInput::fill(std::uint64_t keep_from) {
  output_.flush();
  const std::uint64_t drop = std::max(keep_from, start_ + 1) - 1 - start_;
  if (drop >= input_chunk) {
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(drop));
    start_ += drop;
  }
  const std::size_t before = bytes_.size();
  bytes_.resize(before + input_chunk);
  ssize_t count = -1;
  do {
    if (!wait_for(descriptor_, POLLIN)) break;
    count = ::read(descriptor_, bytes_.data() + before, input_chunk);
  } while (count < 0 && (errno == EINTR || errno == EAGAIN));
  bytes_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  if (count > 0) return Fill::bytes;
  return count < 0 && interrupted().load(std::memory_order_relaxed) ? Fill::interrupted : Fill::end;
}

}  // namespace fungescope
