// Writes the puzzles of `generate` in the order of their list, and counts what becomes of the
// candidates.
#pragma once

#include "cli/standard_ports.h"

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <string>

#include "sudoku/cli/generate/puzzle_format.h"
#include "sudoku/cli/solve/batch.h"
#include "sudoku/cli/solve/progress.h"

namespace fungescope {

struct GenerateWriterOptions {
  std::uint64_t count = 1;
  std::uint64_t max_tries = 1;  // for a puzzle
  PuzzleFormat format;
  bool header = true;
  bool output_is_terminal = false;
  bool show_progress = false;
};

class GenerateWriter final : public Batch::Writer {
 public:
  enum class End : std::uint8_t {
    running,
    complete,
    gave_up,  // after max_tries
    closed,   // the output fails, or nobody reads it
    stopped,  // a candidate was stopped: by Ctrl-C
  };

  explicit GenerateWriter(GenerateWriterOptions options);

  bool write(BatchTask& task) override;
  void on_idle() override;
  void finish() override;

  // Thread-safe: whether no further candidate is needed.
  [[nodiscard]] bool done() const { return end() != End::running; }
  [[nodiscard]] End end() const { return end_.load(std::memory_order_relaxed); }

  [[nodiscard]] std::uint64_t kept() const { return kept_; }
  // Returns how many candidates were needed for the puzzles kept.
  [[nodiscard]] std::uint64_t tried() const { return tried_; }
  [[nodiscard]] std::uint64_t other_levels() const { return other_levels_; }
  [[nodiscard]] std::uint64_t rejected() const;
  [[nodiscard]] std::uint64_t rejected(puzzles::Rejection why) const {
    return rejections_[static_cast<std::size_t>(why)];
  }
  // Returns why the first one was rejected; empty if none was.
  [[nodiscard]] const std::string& first_rejection() const { return first_rejection_; }
  // Returns why the output could not be written; empty if it could, or if its reader has closed.
  [[nodiscard]] const std::string& output_error() const { return output_.error(); }

 private:
  bool end(End why);
  void show_progress();

  GenerateWriterOptions options_;
  DescriptorOutput output_;
  ProgressLine progress_;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  std::atomic<End> end_{End::running};
  std::uint64_t kept_ = 0;
  std::uint64_t tried_ = 0;
  std::uint64_t tried_in_vain_ = 0;  // since the last puzzle that was kept
  std::uint64_t other_levels_ = 0;
  std::array<std::uint64_t, puzzles::rejection_count> rejections_{};
  std::string first_rejection_;
};

}  // namespace fungescope
