#include "debugger_ui/app/files/file_watch.h"

#include <sys/stat.h>
#include <utility>

namespace fungescope::ui {

FileWatch::FileWatch(std::string path) : path_(std::move(path)) {
  accept();
}

void FileWatch::accept() {
  known_ = seen_ = read_stamp();
  missing_ = false;
}

std::optional<FileWatch::Stamp> FileWatch::read_stamp() const {
  struct stat status {};
  if (path_.empty() || ::stat(path_.c_str(), &status) != 0) return std::nullopt;
  return Stamp{status.st_mtim.tv_sec, status.st_mtim.tv_nsec,
               static_cast<std::uint64_t>(status.st_size), status.st_ino};
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
