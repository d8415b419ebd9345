// A lock between processes, held while it exists. Of two windows on one file the first one takes it
// and saves, and the second one says so. The system releases that of a window that was killed.
#pragma once

#include <optional>
#include <string>

namespace fungescope::ui {

class FileLock {
 public:
  // Takes the lock on `path`, a file of its own that is created empty and stays. Returns nothing if
  // the file cannot be created, or is locked already.
  [[nodiscard]] static std::optional<FileLock> take(const std::string& path);
  // Whether another process, or another FileLock, has it.
  [[nodiscard]] static bool is_taken(const std::string& path);

  FileLock(FileLock&& other) noexcept;
  FileLock& operator=(FileLock&& other) noexcept;
  ~FileLock();

 private:
  explicit FileLock(int file) : file_(file) {}

  int file_ = -1;
};

}  // namespace fungescope::ui
