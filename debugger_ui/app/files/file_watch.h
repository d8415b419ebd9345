// Detects changes of a file on disk.
#pragma once

#include <cstdint>
#include <limits>
#include <optional>
#include <string>

namespace fungescope::ui {

enum class FileChange : std::uint8_t {
  none,
  written,
  removed,  // deleted or moved
  back,     // as it was
};

// Polls the time and size of a file, at most twice a second. Reports a change once the file has
// been stable for 200 ms, so that an editor that replaces the file causes a single change. Cost: a
// system call every half second.
class FileWatch {
 public:
  static constexpr double interval = 0.5;  // seconds
  static constexpr double stable_for = 0.2;

  FileWatch() = default;  // watches nothing
  // Takes the current state of the file as unchanged.
  explicit FileWatch(std::string path);

  // Returns each change once. Does nothing before `next_poll`; `now` in seconds of any clock.
  [[nodiscard]] FileChange poll(double now);
  // When `poll` polls again; infinite if it watches nothing.
  [[nodiscard]] double next_poll() const {
    return path_.empty() ? std::numeric_limits<double>::infinity() : next_poll_;
  }
  // Ignores the changes made so far, such as those by the window itself.
  void accept();
  // Whether it was reported as removed, and not as back.
  [[nodiscard]] bool missing() const { return missing_; }
  [[nodiscard]] const std::string& path() const { return path_; }

 private:
  struct Stamp {
    std::int64_t seconds = 0;
    std::int64_t nanoseconds = 0;
    std::uint64_t size = 0;
    std::uint64_t inode = 0;
    friend bool operator==(const Stamp&, const Stamp&) = default;
  };
  [[nodiscard]] std::optional<Stamp> read_stamp() const;

  std::string path_;
  std::optional<Stamp> known_;  // last reported, or initial
  std::optional<Stamp> seen_;   // at the last poll
  bool missing_ = false;
  double seen_since_ = 0;
  double next_poll_ = 0;
};

}  // namespace fungescope::ui
