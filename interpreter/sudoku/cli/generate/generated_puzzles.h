// The puzzles of `generate`: made and filtered, formatted, and written in the order of their list.
#pragma once

#include <array>
#include <atomic>
#include <chrono>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "sudoku/cli/solve/batch.h"
#include "sudoku/cli/solve/batch_output.h"
#include "sudoku/generator/puzzle_generator.h"
#include "sudoku/techniques/rating.h"

namespace fungescope {

// A puzzle of the list of a seed.
struct Candidate {
  puzzles::GeneratedPuzzle made;
  bool other_level = false;  // accepted, but not of the level that was asked for
  // If the puzzle is of a level that was asked for; without its steps.
  std::optional<techniques::Path> path;
};

// A symbol for each digit of a puzzle, in UTF-8.
using DigitSymbols = std::array<std::string, 9>;
inline const DigitSymbols plain_symbols{"1", "2", "3", "4", "5", "6", "7", "8", "9"};
// The first character of `text`, which is UTF-8, for 1, the second one for 2, and so on. Fails if
// it does not have nine different characters that are visible. Errors name --symbols.
[[nodiscard]] Result<DigitSymbols> parse_symbols(std::string_view text);

struct PuzzleFormat {
  SolutionFormat format = SolutionFormat::line;  // not `automatic`
  DigitSymbols symbols = plain_symbols;
  GridStyle style;

  // Returns one puzzle with its line ends. The first one has a header in csv, if `header`, and
  // drawn grids have an empty line before all others.
  [[nodiscard]] std::string apply(const Candidate& candidate, bool first, bool header) const;
};

struct GenerateWriterOptions {
  std::uint64_t count = 1;
  std::uint64_t max_tries = 1;  // for a puzzle
  PuzzleFormat format;
  bool header = true;
  bool output_is_terminal = false;
};

// Writes the puzzles in the order of their list, and counts what becomes of the candidates.
class GenerateWriter final : public ResultWriter {
 public:
  enum class End : std::uint8_t {
    running,
    complete,
    gave_up,  // after max_tries
    closed,   // the output fails, or its reader closed it
    stopped,  // a candidate was stopped: by Ctrl-C
  };

  explicit GenerateWriter(GenerateWriterOptions options) : options_(std::move(options)) {}

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

 private:
  bool end(End why);
  void show_progress();

  GenerateWriterOptions options_;
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
