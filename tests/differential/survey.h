// Measures generated programs: whether they are hot, and whether they run for long.
#pragma once

#include "lang/instruction.h"
#include "vm/run.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace fungescope::test {

class Survey {
 public:
  explicit Survey(Tick ticks) : ticks_(ticks) {}

  // Runs the program of a case on the reference, with its dialect and input but without its limits
  // and stops.
  void add(std::uint64_t seed);

  // Fractions of all programs, 0..1.
  [[nodiscard]] double ran_on() const;
  [[nodiscard]] std::uint64_t median_rounds() const;
  [[nodiscard]] std::string report() const;

 private:
  Tick ticks_;
  std::uint64_t programs_ = 0;
  std::uint64_t ended_ = 0;
  std::uint64_t faulted_ = 0;
  std::uint64_t wrote_code_ = 0;  // stored to a cell that was executed before
  std::uint64_t went_deep_ = 0;   // at least 200 values
  std::uint64_t wrapped_ = 0;
  std::uint64_t warm_ticks_ = 0;  // of cells that had been executed 20 times
  std::uint64_t all_ticks_ = 0;
  std::vector<std::uint64_t> cells_;                      // distinct executed cells, by program
  std::vector<std::uint64_t> rounds_;                     // maximum executions of a cell
  std::array<std::uint64_t, instructions.size()> ops_{};  // programs that ran it warm, by Op
  std::array<std::uint64_t, 4> headings_{};  // programs that ran warm in each direction
};

}  // namespace fungescope::test
