// Sample puzzles.
#pragma once

#include <span>
#include <string_view>

namespace fungescope::ui {

struct PuzzleSample {
  std::string_view name;
  std::string_view line;  // 81 characters, a dot for a blank
};

// From easy to hard; each has exactly one solution.
[[nodiscard]] std::span<const PuzzleSample> puzzle_samples();

}  // namespace fungescope::ui
