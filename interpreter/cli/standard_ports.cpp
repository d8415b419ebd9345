#include "cli/standard_ports.h"

#include "front_end/file_input.h"
#include "front_end/interrupt.h"
#include "front_end/program_file.h"

#include <algorithm>
#include <cassert>
#include <cerrno>
#include <cstring>
#include <fcntl.h>
#include <sys/stat.h>
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

}  // namespace

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
  if (!closed_) {
    std::string_view rest = buffer_;
    const int error = write_all(descriptor_, rest);
    buffer_.erase(0, buffer_.size() - rest.size());
    closed_ = error != 0 && error != EINTR;
    if (closed_ && error != EPIPE) error_ = std::strerror(error);
  }
  return buffer_.empty();
}

DescriptorInput::~DescriptorInput() {
  if (owned_) ::close(descriptor_);
}

int DescriptorInput::at(std::uint64_t position) {
  assert(position >= start_);
  while (position - start_ >= bytes_.size()) {
    if (ended_) return end;
    if (!fill(position)) return not_yet;
  }
  return bytes_[position - start_];
}

// Keeps the byte before `keep_from` too, because `&` looks one byte ahead.
bool DescriptorInput::fill(std::uint64_t keep_from) {
  output_.flush();
  const std::uint64_t drop = std::max(keep_from, start_ + 1) - 1 - start_;
  if (drop >= input_chunk) {
    bytes_.erase(bytes_.begin(), bytes_.begin() + static_cast<std::ptrdiff_t>(drop));
    start_ += drop;
  }
  const std::size_t before = bytes_.size();
  bytes_.resize(before + input_chunk);
  const ssize_t count =
      read_some(descriptor_, reinterpret_cast<char*>(bytes_.data()) + before, input_chunk);
  const bool is_interrupted = count < 0 && errno == EINTR;
  bytes_.resize(before + static_cast<std::size_t>(std::max<ssize_t>(count, 0)));
  ended_ = count <= 0 && !is_interrupted;
  return !is_interrupted;
}

Result<std::unique_ptr<Input>> open_run_input(const std::string& path, const std::string& program,
                                              DescriptorOutput& output) {
  if (path.empty()) {
    // What could be typed later in a debugger ends here.
    if (auto link = read_link(program); link && *link && (*link)->input) {
      return std::make_unique<StringInput>(std::string((*link)->input->bytes()));
    }
    return std::make_unique<DescriptorInput>(STDIN_FILENO, output);
  }
  const int descriptor = ::open(path.c_str(), O_RDONLY | O_CLOEXEC);
  if (descriptor < 0) return tl::unexpected(unreadable_file(path, errno));
  auto input = std::make_unique<DescriptorInput>(descriptor, output, true);
  struct stat status = {};
  if (::fstat(descriptor, &status) == 0 && S_ISDIR(status.st_mode)) {
    return tl::unexpected(unreadable_file(path, EISDIR));
  }
  return input;
}

}  // namespace fungescope
