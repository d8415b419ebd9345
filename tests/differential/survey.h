// What generated programs do when they run: are they hot, and do they run on?
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

  // Runs the program of that case on the reference, with its dialect and input and without
  // its limits and stops.
  void add(std::uint64_t seed);

  // Shares are of all programs, 0..1.
  [[nodiscard]] double ran_on() const;
  // Of programs that executed it warm, for the instruction with the fewest.
  [[nodiscard]] double rarest_instruction() const;
  [[nodiscard]] std::uint64_t median_rounds() const;
  [[nodiscard]] std::string report() const;

 private:
  Tick ticks_;
  std::uint64_t programs_ = 0;
  std::uint64_t ended_ = 0;
  std::uint64_t faulted_ = 0;
  std::uint64_t wrote_code_ = 0;  // stored to a cell that was executed before
  std::uint64_t went_deep_ = 0;   // 200 values and more
  std::uint64_t wrapped_ = 0;
  std::uint64_t warm_ticks_ = 0;  // of cells that had been executed 20 times
  std::uint64_t all_ticks_ = 0;
  std::vector<std::uint64_t> cells_;                      // distinct cells executed, by program
  std::vector<std::uint64_t> rounds_;                     // executions of the cell executed most
  std::array<std::uint64_t, instructions.size()> ops_{};  // programs that ran it warm, by Op
  std::array<std::uint64_t, 4> headings_{};  // programs that ran warm in each direction
};

}  // namespace fungescope::test
