// Reads puzzles from files and standard input as they arrive.
#pragma once

#include <atomic>
#include <cstdint>
#include <functional>
#include <string>
#include <vector>

#include "sudoku/cli/solve/batch.h"
#include "sudoku/formats/puzzle_reader.h"

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace fungescope {

// The options with which `solve` and `rate` are filters inside other engines: schedulers, dataflow
// systems, pipelines of a shell.
struct FilterOptions {
  bool each_line = false;  // --lines
  bool exit_zero = false;
  bool no_header = false;

  [[nodiscard]] puzzles::PuzzleReader::Mode reader_mode() const {
    using Mode = puzzles::PuzzleReader::Mode;
    return each_line ? Mode::each_line : Mode::detect;
  }
};

// Adds --lines, --exit-zero and --no-header. `options` must outlive the command.
void add_filter_options(CLI::App& command, FilterOptions& options);

// Returns whether standard input is neither closed nor a terminal. An empty file or pipe is
// detected only by reading.
[[nodiscard]] bool standard_input_is_redirected();

class BatchInput {
 public:
  using Mode = puzzles::PuzzleReader::Mode;

  // "-" is standard input.
  explicit BatchInput(std::vector<std::string> files, Mode mode = Mode::detect);

  // Reads everything and passes each puzzle, and each error, to `take` as soon as it is available,
  // up to `chunk_size` at a time. Ends early if `take` returns false, if `stopped` returns true, or
  // at Ctrl-C.
  void read(std::size_t chunk_size, const std::function<bool(std::vector<BatchTask>)>& take,
            const std::function<bool()>& stopped);

  // Returns the total size of all files; 0 if unknown.
  [[nodiscard]] std::uint64_t total_bytes() const { return total_bytes_; }
  // Thread-safe while `read` runs, both.
  [[nodiscard]] std::uint64_t bytes_read() const {
    return bytes_read_.load(std::memory_order_relaxed);
  }
  // Returns the part of the total size that is read; 0 if unknown.
  [[nodiscard]] double fraction_read() const {
    if (total_bytes_ == 0) return 0;
    return static_cast<double>(bytes_read()) / static_cast<double>(total_bytes_);
  }

 private:
  std::vector<std::string> files_;
  Mode mode_;
  std::uint64_t total_bytes_ = 0;
  std::atomic<std::uint64_t> bytes_read_{0};
};

}  // namespace fungescope
