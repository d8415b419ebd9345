// What the commands for many puzzles share: options, the results of `solve` as text, progress.
#pragma once

#include "cli/standard_ports.h"

#include <chrono>
#include <cstddef>
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

// ---- Options of several commands

// Parses "auto", "line", ...
[[nodiscard]] Result<SolutionFormat> parse_format_option(const std::string& name);
// Returns how many threads work if `wanted` are asked for; 0: one for each core.
[[nodiscard]] std::size_t job_count(std::size_t wanted);

// Returns the exit code of a command at its end: `code`, unless its output could not be written for
// an `error`, which is printed with what is `missing`, or Ctrl-C came.
[[nodiscard]] int final_exit_code(const std::string& error, const char* missing, int code);

// ---- Results

// Returns "solved", "unsolvable", "invalid", "malformed", "multiple", "wrong", ...
[[nodiscard]] std::string_view format_status(const BatchTask& task);
// Returns the exit code of the process if this is the first failure; 0 for solved.
[[nodiscard]] int exit_code_of(const BatchTask& task);
// Returns one line for standard error, without the program's name or a line end; empty if solved.
[[nodiscard]] std::string describe_failure(const BatchTask& task);

// Makes the exit code of a batch, the first failure's, of 0. With `exit_zero`, a refusal is an
// answer too, unless the rest of a file is ignored; only a run that failed or was stopped is a
// failure.
void add_to_exit_code(int& code, const BatchTask& task, bool exit_zero);

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

// ---- A line on a terminal that shows the progress of a long task

// Returns "12,345 puzzles, 1,234 a second, 45%, 12 s left". `fraction` is 0 if the size of the task
// is unknown. `note`, if any, stands before the percentage.
[[nodiscard]] std::string format_progress(std::uint64_t count, double seconds, double fraction,
                                          std::string_view note = {});

// Shows the progress on standard error if that is a terminal and standard output is not.
class ProgressLine {
 public:
  ProgressLine();
  ~ProgressLine() { clear(); }
  ProgressLine(const ProgressLine&) = delete;
  ProgressLine& operator=(const ProgressLine&) = delete;

  // Draws at most ten times a second.
  void update(std::uint64_t count, double fraction, std::string_view note = {});
  // Must be called before anything else is written to the terminal.
  void clear();

 private:
  using Clock = std::chrono::steady_clock;
  bool wanted_;
  bool drawn_ = false;
  Clock::time_point start_ = Clock::now();
  Clock::time_point last_ = start_;
};

// Writes results to standard output and failures to standard error, and shows the progress.
class ResultWriter : public Batch::Writer {
 public:
  // Returns why the output could not be written; empty if it could, or if its reader has closed.
  [[nodiscard]] const std::string& output_error() const { return output_.error(); }

 protected:
  // Prints the reason of a task that failed.
  void print_failure(const BatchTask& task);

  DescriptorOutput output_;
  ProgressLine progress_;

  ResultWriter();
};

}  // namespace fungescope
