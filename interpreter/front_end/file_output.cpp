#include "front_end/file_output.h"

#include "front_end/interrupt.h"

#include <array>
#include <cerrno>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <filesystem>
#include <optional>
#include <random>
#include <sys/stat.h>
#include <system_error>
#include <unistd.h>
#include <utility>

#include <climits>
#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::size_t buffer_size = std::size_t{1} << 16U;
constexpr mode_t permissions = 0777;  // of a mode
constexpr mode_t group_permissions = 0070;

// Returns a path that leads to an open file.
std::string path_of(int file) {
  return fmt::format("/proc/self/fd/{}", file);
}

// Creates a file with a random name in `folder`: `create` gets its path, and must fail with EEXIST
// for one that exists, be it a link that someone has put there. Returns its result, -1 with errno
// like open.
template <class Create>
int create_new(const std::filesystem::path& folder, std::string& path, Create create) {
  constexpr int attempts = 100;
  std::random_device random;
  for (int i = 0; i < attempts; ++i) {
    path = (folder / fmt::format(".fungescope-{:08x}", random())).string();
    const int file = create(path.c_str());
    if (file >= 0 || errno != EEXIST) return file;
  }
  return -1;
}

// Opens a file that has no name, and so is gone if a signal ends the process. Returns -1 if the
// file system has none, or none that `give_name` could name.
int open_unnamed(const std::filesystem::path& folder, mode_t mode) {
  const char* const parent = folder.empty() ? "." : folder.c_str();
  const int file = ::open(parent, O_TMPFILE | O_WRONLY | O_CLOEXEC, mode);
  if (file < 0 || ::access(path_of(file).c_str(), F_OK) == 0) return file;
  ::close(file);
  return -1;
}

// Fails with EEXIST if there is such a file.
int give_name(int file, const char* path) {
  return ::linkat(AT_FDCWD, path_of(file).c_str(), AT_FDCWD, path, AT_SYMLINK_FOLLOW);
}

// Gives a new file the permissions of the one that it replaces.
void copy_permissions(int file, const struct stat& old) {
  struct stat created {};
  if (::fstat(file, &created) != 0) return;
  mode_t mode = old.st_mode & permissions;
  const bool other_owner = created.st_uid != old.st_uid || created.st_gid != old.st_gid;
  // Only root may give files away, but others may give them to their groups. If the group is
  // another one, what the old group might do is not for the new one.
  if (other_owner && ::fchown(file, old.st_uid, old.st_gid) != 0 && created.st_gid != old.st_gid &&
      ::fchown(file, static_cast<uid_t>(-1), old.st_gid) != 0) {
    mode &= ~group_permissions;
  }
  ::fchmod(file, mode);
}

// Follows links to a file that does not exist.
std::filesystem::path end_of_links(std::filesystem::path path) {
  constexpr int max_links = 40;
  std::error_code none;
  for (int i = 0; i < max_links; ++i) {
    const std::filesystem::path next = std::filesystem::read_symlink(path, none);
    if (none) break;
    path = path.parent_path() / next;
  }
  return path;
}

// Returns the descriptor of standard output or standard error if that is the file.
std::optional<int> standard_stream(const struct stat& file) {
  for (const int stream : {STDOUT_FILENO, STDERR_FILENO}) {
    struct stat other {};
    if (::fstat(stream, &other) != 0) continue;
    if (other.st_dev == file.st_dev && other.st_ino == file.st_ino) return stream;
  }
  return std::nullopt;
}

}  // namespace

OutputFile::OutputFile(OutputFile&& other) noexcept
    : path_(std::move(other.path_)),
      target_(std::move(other.target_)),
      temporary_(std::exchange(other.temporary_, {})),
      file_(std::exchange(other.file_, -1)),
      buffer_(std::move(other.buffer_)) {}

OutputFile::~OutputFile() {
  discard();
}

void OutputFile::discard() {
  if (file_ >= 0) ::close(std::exchange(file_, -1));
  if (!temporary_.empty()) ::unlink(std::exchange(temporary_, {}).c_str());
}

tl::unexpected<Error> OutputFile::failure(int error) const {
  if (error == EINTR) return fail({path_}, "interrupted");
  return fail({path_}, fmt::format("it cannot be written: {}",
                                   std::error_code(error, std::generic_category()).message()));
}

Result<OutputFile> OutputFile::create(const std::string& path) {
  OutputFile output;
  output.path_ = path;
  struct stat status {};
  const bool exists = ::stat(path.c_str(), &status) == 0;
  if (!exists && (errno != ENOENT || path.empty())) return output.failure(errno);
  if (exists && S_ISDIR(status.st_mode)) return output.failure(EISDIR);
  const auto stream = exists ? standard_stream(status) : std::nullopt;
  if (exists && (!S_ISREG(status.st_mode) || stream)) {
    TRY(output.open_directly(stream));
  } else {
    TRY(output.open_replacement(exists ? path : end_of_links(path).string()));
  }
  return output;
}

Result<void> OutputFile::open_directly(std::optional<int> stream) {
  // What was printed before comes first.
  if (stream) std::fflush(nullptr);
  file_ = stream ? ::fcntl(*stream, F_DUPFD_CLOEXEC, 0)
                 : ::open(path_.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
  return file_ < 0 ? failure(errno) : Result<void>();
}

Result<void> OutputFile::open_replacement(const std::string& target) {
  constexpr mode_t everybody = 0666;  // modified by the umask
  target_ = target;
  // Opening the old file checks its permissions, and the kernel's rules for links in folders that
  // are writable for all. A program that is running may be replaced.
  struct stat old {};
  const int existing = ::open(target.c_str(), O_WRONLY | O_NOCTTY | O_CLOEXEC);
  if (existing < 0 && errno != ETXTBSY && errno != ENOENT) return failure(errno);
  if (existing >= 0) ::close(existing);
  const bool exists = ::stat(target.c_str(), &old) == 0;
  if (exists) {
    std::array<char, PATH_MAX> real{};
    if (::realpath(target.c_str(), real.data()) == nullptr) return failure(errno);
    target_ = real.data();
  }
  const mode_t mode = exists ? old.st_mode & permissions : everybody;
  const auto folder = std::filesystem::path(target_).parent_path();
  file_ = open_unnamed(folder, mode);
  if (file_ < 0) {
    std::string name;
    file_ = create_new(folder, name, [mode](const char* path) {
      return ::open(path, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode);
    });
    if (file_ < 0) return failure(errno);
    temporary_ = std::move(name);
  }
  if (exists) copy_permissions(file_, old);
  return {};
}

Result<void> OutputFile::write(std::string_view bytes) {
  buffer_.append(bytes);
  return buffer_.size() < buffer_size ? Result<void>() : flush();
}

Result<void> OutputFile::flush() {
  std::string_view rest = buffer_;
  const int error = write_all(file_, rest);
  buffer_.clear();
  return error == 0 ? Result<void>() : failure(error);
}

Result<void> OutputFile::close() {
  TRY(flush());
  if (!target_.empty() && temporary_.empty() && give_name(file_, target_.c_str()) != 0) {
    // There is an old file. A name can be replaced, but only by another one.
    if (errno != EEXIST) return failure(errno);
    std::string name;
    const auto create = [this](const char* path) { return give_name(file_, path); };
    if (create_new(std::filesystem::path(target_).parent_path(), name, create) < 0) {
      return failure(errno);
    }
    temporary_ = std::move(name);
  }
  if (::close(std::exchange(file_, -1)) != 0) return failure(errno);
  if (temporary_.empty()) return {};
  if (std::rename(temporary_.c_str(), target_.c_str()) != 0) return failure(errno);
  temporary_.clear();
  return {};
}

Result<void> replace_file(const std::string& path, std::string_view bytes) {
  auto file = TRY(OutputFile::create(path));
  TRY(file.write(bytes));
  return file.close();
}

namespace {

// `usual` is relative to the home folder.
std::string path_below(const char* variable, const char* usual, const std::string& name) {
  const char* const chosen = std::getenv(variable);  // NOLINT(concurrency-mt-unsafe)
  const char* const home = std::getenv("HOME");      // NOLINT(concurrency-mt-unsafe)
  std::filesystem::path folder;
  // The specification requires relative paths to be ignored.
  if (chosen != nullptr && std::filesystem::path(chosen).is_absolute()) {
    folder = chosen;
  } else if (home != nullptr && *home != '\0') {
    folder = std::filesystem::path(home) / usual;
  } else {
    return {};
  }
  folder /= "fungescope";
  std::error_code failure;
  std::filesystem::create_directories(folder, failure);
  return (folder / name).string();  // writing to it will fail with the reason
}

}  // namespace

std::string state_path(const std::string& name) {
  return path_below("XDG_STATE_HOME", ".local/state", name);
}

std::string config_path(const std::string& name) {
  return path_below("XDG_CONFIG_HOME", ".config", name);
}

}  // namespace fungescope
