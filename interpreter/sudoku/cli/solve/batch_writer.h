// Writes the results of `solve` as they become ready, and counts them: solutions to standard
// output, reasons to standard error, progress to a terminal.
#pragma once

#include "cli/run_stats.h"
#include "vm/machine.h"

#include <atomic>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sudoku/cli/solve/batch.h"
#include "sudoku/cli/solve/batch_output.h"

namespace fungescope {

// The statistics of `solve --stats`, gathered in constant memory.
class BatchStats {
 public:
  // Adds a puzzle that was run for that many ticks.
  void add(bool solved, Tick ticks);
  // Adds text that was not a puzzle.
  void add_malformed() { ++puzzles_; }

  [[nodiscard]] std::uint64_t puzzles() const { return puzzles_; }
  [[nodiscard]] std::uint64_t solved() const { return solved_; }
  // Exact up to `exact_limit` puzzles, then to within one part in 128.
  [[nodiscard]] Tick median() const;

  static constexpr std::size_t exact_limit = 4096;

  struct Run {
    double seconds = 0;
    std::string_view solver;  // in place of an engine; empty: a program ran
    EngineKind engine = EngineKind::automatic;
    JitStats jit;
    Tick ticks = 0;  // of all runs, those too that were interrupted
    std::size_t jobs = 1;
  };
  // Return one line without a line end.
  [[nodiscard]] std::string to_text(const Run& run) const;
  [[nodiscard]] std::string to_json(const Run& run) const;

 private:
  [[nodiscard]] double mean() const {
    return runs_ == 0 ? 0 : static_cast<double>(ticks_) / static_cast<double>(runs_);
  }
  // 64 values for each power of two.
  static constexpr std::size_t steps = 64;

  std::uint64_t puzzles_ = 0;
  std::uint64_t solved_ = 0;
  std::uint64_t runs_ = 0;
  Tick ticks_ = 0;
  Tick max_ticks_ = 0;
  std::vector<Tick> exact_;
  std::vector<std::uint64_t> histogram_ = std::vector<std::uint64_t>(65 * steps);
};

struct BatchWriterOptions {
  SolutionFormat format = SolutionFormat::automatic;
  GridStyle drawing;
  bool output_is_terminal = false;
  bool exit_zero = false;
  bool omit_header = false;
  std::function<double()> fraction_done;  // 0 if unknown
};

// The results of `--check`.
struct CheckCounts {
  std::uint64_t compared = 0;                      // runs to their end, or to the first difference
  std::optional<puzzles::ReferenceMethod> method;  // whose reference was followed, if any was
  std::uint64_t followed = 0;                      // of `compared`
  std::uint64_t changes = 0;
  std::uint64_t differences = 0;
  std::uint64_t wrong = 0;
  std::uint64_t unsolvable = 0;
};

class BatchWriter final : public ResultWriter {
 public:
  explicit BatchWriter(BatchWriterOptions options) : options_(std::move(options)) {}

  bool write(BatchTask& task) override;
  void on_idle() override;
  // Called by the reader, on any thread, when the input has a second puzzle.
  void note_second_puzzle() { several_.store(true, std::memory_order_relaxed); }
  void finish() override;

  [[nodiscard]] int exit_code() const { return exit_code_; }
  [[nodiscard]] const BatchStats& stats() const { return stats_; }
  [[nodiscard]] const CheckCounts& checked() const { return checked_; }

 private:
  void count(const BatchTask& task);
  bool write_result(const BatchTask& task, SolutionFormat format);
  bool write_held(SolutionFormat format);

  BatchWriterOptions options_;
  BatchStats stats_;
  int exit_code_ = 0;
  CheckCounts checked_;
  std::uint64_t written_ = 0;
  // With the automatic format the first result waits until it is known whether there is a second.
  std::optional<BatchTask> held_;
  std::atomic<bool> several_{false};
};

}  // namespace fungescope
