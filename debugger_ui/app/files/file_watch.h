// Detects when a file has changed on disk.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace fungescope::ui {

// Polls the file's time and size at most twice a second. Reports a change once the file exists and
// has been stable for 200 ms, so that an editor that replaces the file causes one change. Cost: a
// system call every half second.
class FileWatch {
 public:
  static constexpr double interval = 0.5;  // seconds
  static constexpr double stable_for = 0.2;

  FileWatch() = default;  // watches nothing
  // Takes the file's present state as unchanged.
  explicit FileWatch(std::string path);

  // Call each frame, with `now` in seconds of any clock. Returns true once for each change.
  [[nodiscard]] bool changed(double now);
  // Call after the window itself has written the file: that is not a change.
  void accept();
  // The file existed and does not now; it may come back.
  [[nodiscard]] bool missing() const { return known_ && !seen_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  struct Stamp {
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;
    std::uint64_t size = 0;
    std::uint64_t inode = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  [[nodiscard]] std::optional<Stamp> look() const;

  std::string path_;
  std::optional<Stamp> known_;  // last reported, or initial
  std::optional<Stamp> seen_;   // at the last poll
  double seen_since_ = 0;
  double next_look_ = 0;
};

}  // namespace fungescope::ui
