// The statistics of `solve --stats`, gathered in constant memory.
#pragma once

#include "cli/run_stats.h"
#include "vm/machine.h"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

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
  [[nodiscard]] double mean() const;
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

}  // namespace fungescope
