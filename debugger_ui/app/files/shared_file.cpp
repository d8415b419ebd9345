#include "debugger_ui/app/files/shared_file.h"

#include <array>
#include <cerrno>
#include <fcntl.h>
#include <sys/file.h>
#include <system_error>
#include <unistd.h>

namespace fungescope::ui {

FileLock::FileLock(const std::string& path)
    : file_(new int(::open(path.c_str(), O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0600))) {
  if (*file_ >= 0 && ::flock(*file_, LOCK_EX | LOCK_NB) == 0) return;
  elsewhere_ = *file_ >= 0 && errno == EWOULDBLOCK;
  file_.reset();
}

void FileLock::Close::operator()(const int* file) const {
  if (*file >= 0) ::close(*file);
  delete file;
}

std::string time_text(std::time_t time) {
  std::tm local{};
  ::localtime_r(&time, &local);
  std::array<char, 32> text{};
  return {text.data(), std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &local)};
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
