// Formats the results of `solve`.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "sudoku/cli/solve/batch.h"

namespace fungescope {

// Further exit codes (front_end/standard_streams.h).
namespace exit_code {
inline constexpr int unsolvable = 10;
inline constexpr int invalid_puzzle = 11;  // the givens contradict each other
inline constexpr int several_solutions = 12;
inline constexpr int no_puzzle = 13;  // the text is not a puzzle
}  // namespace exit_code

// `automatic`: pretty for one puzzle on a terminal, grid for one otherwise, line for several.
enum class SolutionFormat : std::uint8_t { automatic, line, grid, pretty, csv, json };

// Parses "auto", "line", ...
[[nodiscard]] std::optional<SolutionFormat> parse_solution_format(std::string_view name);

// Returns "solved", "unsolvable", "invalid", "malformed", "multiple", "wrong", ...
[[nodiscard]] std::string_view format_status(const BatchTask& task);
// Returns the exit code of the process if this is the first failure; 0 for solved.
[[nodiscard]] int exit_code_of(const BatchTask& task);
// Returns whether the result is final for its puzzle or text: that it is refused is an answer too.
// There is none if the run failed or was stopped, or if the rest of a file is ignored.
[[nodiscard]] bool is_answered(const BatchTask& task);
// Returns one line for standard error, without the program's name or a line end; empty if solved.
[[nodiscard]] std::string describe_failure(const BatchTask& task);

// The exit code of a batch: the first failure's.
class BatchExitCode {
 public:
  // With `exit_zero`, only a result that is not an answer is a failure.
  explicit BatchExitCode(bool exit_zero) : exit_zero_(exit_zero) {}

  void add(const BatchTask& task);
  // Returns 0 if there was no failure.
  [[nodiscard]] int value() const { return value_; }

 private:
  bool exit_zero_;
  int value_ = 0;
};

// ---- A grid with its boxes, for terminals and text

struct GridStyle {
  bool bold_givens = false;  // with terminal escapes
  bool unicode = false;      // line-drawing characters, else + - |
};

// Returns the style that standard output and the locale allow.
[[nodiscard]] GridStyle grid_style_for_output(bool is_terminal);

struct GridDrawing {
  std::vector<std::string> cells;  // 81, row by row
  std::vector<bool> givens;        // empty: none
};
// Returns lines with their ends.
[[nodiscard]] std::string draw_grid(const GridDrawing& grid, const GridStyle& style);

[[nodiscard]] std::string format_grid(const puzzles::Grid& solution, const puzzles::Grid& puzzle,
                                      const GridStyle& drawing);

// Formats one result with its line end. If it is the `first` of all, csv begins with a header, and
// drawn grids have no empty line before them.
[[nodiscard]] std::string format_result(const BatchTask& task, SolutionFormat format,
                                        const GridStyle& drawing, bool first);

}  // namespace fungescope
