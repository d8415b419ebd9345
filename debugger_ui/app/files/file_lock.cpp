#include "debugger_ui/app/files/file_lock.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <unistd.h>
#include <utility>

namespace fungescope::ui {
namespace {

constexpr int no_file = -1;

// Returns whether it has the lock; `errno` has the reason if not.
bool acquire(int file) {
  return ::flock(file, LOCK_EX | LOCK_NB) == 0;
}

}  // namespace

std::optional<FileLock> FileLock::take(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600);
  if (file == no_file) return std::nullopt;
  FileLock lock(file);
  if (!acquire(file)) return std::nullopt;
  return lock;
}

bool FileLock::is_taken(const std::string& path) {
  const int file = ::open(path.c_str(), O_RDWR | O_CLOEXEC);
  if (file == no_file) return false;
  const FileLock lock(file);
  return !acquire(file) && errno == EWOULDBLOCK;
}

FileLock::FileLock(FileLock&& other) noexcept : file_(std::exchange(other.file_, no_file)) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(file_, other.file_);
  return *this;
}

FileLock::~FileLock() {
  if (file_ != no_file) ::close(file_);
}

}  // namespace fungescope::ui
