#include "debugger_ui/app/files/shared_file.h"

#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace fungescope::ui {

FileLock::FileLock(const std::string& path)
    : file_(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600)) {
  if (file_ < 0 || ::flock(file_, LOCK_EX | LOCK_NB) == 0) return;
  elsewhere_ = errno == EWOULDBLOCK;
  ::close(std::exchange(file_, -1));
}

FileLock::FileLock(FileLock&& other) noexcept
    : file_(std::exchange(other.file_, -1)), elsewhere_(other.elsewhere_) {}

FileLock& FileLock::operator=(FileLock&& other) noexcept {
  std::swap(file_, other.file_);
  std::swap(elsewhere_, other.elsewhere_);
  return *this;
}

FileLock::~FileLock() {
  if (file_ >= 0) ::close(file_);
}

FileWatch::FileWatch(std::string path) : path_(std::move(path)) {
  accept();
}

void FileWatch::accept() {
  known_ = seen_ = read_stamp();
  missing_ = false;
}

std::optional<FileWatch::Stamp> FileWatch::read_stamp() const {
  std::error_code failure;
  const auto time = std::filesystem::last_write_time(path_, failure);
  if (failure) return std::nullopt;
  const auto size = std::filesystem::file_size(path_, failure);
  return failure ? std::nullopt : std::optional(Stamp{time, size});
}

FileChange FileWatch::poll(double now) {
  if (path_.empty() || now < next_poll_) return FileChange::none;
  next_poll_ = now + interval;
  const auto stamp = read_stamp();
  if (stamp != seen_) {
    seen_ = stamp;
    seen_since_ = now;
    // Polls again soon, to see when the writer is done.
    next_poll_ = now + stable_for;
    return FileChange::none;
  }
  if (now - seen_since_ < stable_for) return FileChange::none;
  if (!stamp) {
    if (!known_ || std::exchange(missing_, true)) return FileChange::none;
    return FileChange::removed;
  }
  const bool was_missing = std::exchange(missing_, false);
  if (stamp == known_) return was_missing ? FileChange::back : FileChange::none;
  known_ = stamp;
  return FileChange::written;
}

}  // namespace fungescope::ui
