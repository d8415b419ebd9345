// A lock between processes, held while it exists. Two windows that write one file take it, and the
// system releases that of a window that was killed.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace fungescope::ui {

class FileLock {
 public:
  enum class Wait : std::uint8_t { yes, no };

  // Takes the lock on `path`, a file of its own that is created empty and stays. Returns nothing if
  // the file cannot be created or, with Wait::no, if it is locked already.
  [[nodiscard]] static std::optional<FileLock> take(const std::string& path, Wait wait);
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
