#include "front_end/file_input.h"

#include "front_end/interrupt.h"

#include <algorithm>
#include <cerrno>
#include <fcntl.h>
#include <new>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>

namespace fungescope {
namespace {

class FileDescriptor {
 public:
  explicit FileDescriptor(int number) : number_(number) {}
  ~FileDescriptor() {
    if (number_ >= 0) ::close(number_);
  }
  FileDescriptor(const FileDescriptor&) = delete;
  FileDescriptor& operator=(const FileDescriptor&) = delete;
  [[nodiscard]] int number() const { return number_; }

 private:
  int number_;
};

tl::unexpected<Error> too_large(const std::string& name) {
  return fail({name}, fmt::format("it has more than {} bytes", max_file_bytes),
              "read a smaller file");
}

// Reads through a buffer that stays in the cache: resizing the string would fill it with zeros,
// which costs more than this copy. `expected_size` is 0 if it is not known.
Result<std::string> read_all(int descriptor, std::uint64_t expected_size, const std::string& name) {
  constexpr std::uint64_t max_buffer = std::uint64_t{1} << 17U;
  // No larger than the file, since touching 128 KB takes longer than reading a short program.
  std::vector<char> buffer(expected_size == 0 ? max_buffer
                                              : std::min(expected_size + 1, max_buffer));
  std::string bytes;
  bytes.reserve(expected_size);
  while (true) {
    const ssize_t count = read_some(descriptor, buffer.data(), buffer.size());
    if (count == 0) return bytes;
    if (count < 0) return tl::unexpected(unreadable_file(name, errno));
    if (bytes.size() + static_cast<std::size_t>(count) > max_file_bytes) return too_large(name);
    bytes.append(buffer.data(), static_cast<std::size_t>(count));
  }
}

}  // namespace

std::string display_name(const std::string& path, StandardInput standard_input) {
  return path == "-" && standard_input == StandardInput::accept ? "<stdin>" : path;
}

Error unreadable_file(const std::string& name, int error) {
  if (name.empty()) return {{}, "the name of a file is empty", "name a file"};
  switch (error) {
    case EINTR:
      return {{name}, "interrupted", ""};
    case ENOENT:
    case ENOTDIR:
      return {{name}, "there is no such file", "check the path"};
    case EISDIR:
      return {{name}, "this is a directory", "name a file in it"};
    case EACCES:
    case EPERM:
      return {{name}, "permission to read it is denied", "check its permissions"};
    default:
      return {{name},
              fmt::format("it cannot be read: {}",
                          std::error_code(error, std::generic_category()).message()),
              ""};
  }
}

Result<std::string> read_file(const std::string& path, StandardInput standard_input) {
  const std::string name = display_name(path, standard_input);
  const bool is_stdin = path == "-" && standard_input == StandardInput::accept;
  const FileDescriptor file(is_stdin ? ::fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 0)
                                     : ::open(path.c_str(), O_RDONLY | O_CLOEXEC));
  if (file.number() < 0) return tl::unexpected(unreadable_file(name, errno));
  struct stat status {};
  if (::fstat(file.number(), &status) != 0) return tl::unexpected(unreadable_file(name, errno));
  if (S_ISDIR(status.st_mode)) return tl::unexpected(unreadable_file(name, EISDIR));
  const auto size = static_cast<std::uint64_t>(std::max<off_t>(status.st_size, 0));
  if (S_ISREG(status.st_mode) && size > max_file_bytes) return too_large(name);
  try {
    return read_all(file.number(), S_ISREG(status.st_mode) ? size : 0, name);
  } catch (const std::bad_alloc&) {
    return fail({name}, fmt::format("its {} bytes are more than there is memory for", size),
                "read a smaller file");
  }
}

}  // namespace fungescope
