// A file that other processes use too: locks, and the detection of changes.
#pragma once

#include <cstdint>
#include <ctime>
#include <filesystem>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>

namespace fungescope::ui {

// A lock between processes. Of two windows on one file the first one takes it and saves, and the
// second one says so. The system releases that of a window that was killed.
class FileLock {
 public:
  FileLock() = default;  // locks nothing
  // Takes the lock on `path`, a file of its own that is created empty and stays, unless another
  // process, or another FileLock, has it, or the file cannot be created.
  explicit FileLock(const std::string& path);

  [[nodiscard]] bool held() const { return file_ != nullptr; }
  [[nodiscard]] bool elsewhere() const { return elsewhere_; }  // another one has it

 private:
  struct Close {
    void operator()(const int* file) const;
  };
  std::unique_ptr<const int, Close> file_;  // the descriptor; null: it is not held
  bool elsewhere_ = false;
};

// "2026-11-22 19:05", in local time.
[[nodiscard]] std::string time_text(std::time_t time);

enum class FileChange : std::uint8_t {
  none,
  written,
  removed,  // deleted or moved
  back,     // as it was
};

// Polls the time and size of a file, at most twice a second. Reports a change once the file has
// been stable for 200 ms, so that an editor that replaces the file causes a single change. Cost:
// two system calls every half second.
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
  using Stamp = std::pair<std::filesystem::file_time_type, std::uintmax_t>;  // time and size
  [[nodiscard]] std::optional<Stamp> read_stamp() const;

  std::string path_;
  std::optional<Stamp> known_;  // last reported, or initial
  std::optional<Stamp> seen_;   // at the last poll
  bool missing_ = false;
  double seen_since_ = 0;
  double next_poll_ = 0;
};

}  // namespace fungescope::ui
