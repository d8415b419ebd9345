// Tells when a file has changed on disk.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

namespace fungescope::ui {

// Looks at time and size of the file, twice a second at most. A change is told once it is over: the
// file is there, and has stayed the same for 200 ms; so that an editor that writes a new file
// in place of the old one makes one change. Cost: a call of the system half a second.
class FileWatch {
 public:
  static constexpr double interval = 0.5;  // seconds
  static constexpr double stable_for = 0.2;

  FileWatch() = default;  // watches nothing
  // As it is now, nothing has changed.
  explicit FileWatch(std::string path);

  // Each frame, `now` in seconds of any clock: true once for each change.
  [[nodiscard]] bool changed(double now);
  // After the window itself has written it: that was no change.
  void accept();
  // It was there and is not: it may come back.
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
  std::optional<Stamp> known_;  // what was told, or was there at first
  std::optional<Stamp> seen_;   // at the last look
  double seen_since_ = 0;
  double next_look_ = 0;
};

}  // namespace fungescope::ui
