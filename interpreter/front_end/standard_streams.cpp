#include "front_end/standard_streams.h"

#include "base/escape.h"
#include "front_end/exit_codes.h"

#include <array>
#include <cerrno>
#include <cstring>
#include <exception>
#include <poll.h>
#include <string>
#include <unistd.h>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Waits until a descriptor that another process has made non-blocking is writable. Returns false
// at a signal.
bool wait_until_writable(int descriptor) {
  std::array<pollfd, 1> wait{pollfd{descriptor, POLLOUT, 0}};
  return ::poll(wait.data(), wait.size(), -1) >= 0;
}

// Returns 0, or the error number of the write that failed. A signal that comes while it waits for
// a reader, such as Ctrl-C, ends it.
int write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t count = ::write(descriptor, bytes.data(), bytes.size());
    if (count >= 0) {
      bytes.remove_prefix(static_cast<std::size_t>(count));
    } else if (errno != EAGAIN || !wait_until_writable(descriptor)) {
      return errno;
    }
  }
  return 0;
}

constexpr std::string_view no_memory = "fungescope: out of memory for a message\n";

void print_line(const char* prefix, const Error& error) noexcept {
  try {
    write_message(prefix + to_string(error) + '\n');
  } catch (const std::exception&) {
    write_message(no_memory);
  }
}

}  // namespace

void write_message(std::string_view bytes) noexcept {
  static_cast<void>(write_all(STDERR_FILENO, bytes));
}

void vprint_message(fmt::string_view format, fmt::format_args arguments) noexcept {
  try {
    write_message(escape_lines(fmt::vformat(format, arguments)));
  } catch (const std::exception&) {
    write_message(no_memory);
  }
}

void print_error(const Error& error) noexcept {
  print_line("fungescope: ", error);
}

void print_warning(const Error& warning) noexcept {
  print_line("fungescope: warning: ", warning);
}

Result<void> write_output(std::string_view report, const char* loss) {
  const int error = write_all(STDOUT_FILENO, report);
  if (error == 0 || error == EPIPE) return {};
  return fail({"<stdout>"}, std::strerror(error), loss);
}

int write_output_or_complain(std::string_view report, const char* loss, int code) {
  const Result<void> written = write_output(report, loss);
  if (written) return code;
  print_error(written.error());
  return exit_code::stopped_by_error;
}

}  // namespace fungescope
