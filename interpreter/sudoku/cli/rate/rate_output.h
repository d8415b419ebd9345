// Formats and writes the results of `rate`.
#pragma once

#include "cli/standard_ports.h"

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "sudoku/cli/solve/batch.h"
#include "sudoku/cli/solve/batch_output.h"
#include "sudoku/cli/solve/filter_options.h"
#include "sudoku/cli/solve/progress.h"

namespace fungescope {

enum class RatingFormat : std::uint8_t { text, csv, json };

// Parses "text", "csv", "json".
[[nodiscard]] std::optional<RatingFormat> parse_rating_format(std::string_view name);

// Formats one result with its line end; the `first` of all begins with the header of csv.
[[nodiscard]] std::string format_rating(const BatchTask& task, RatingFormat format, bool first);

class RateWriter final : public Batch::Writer {
 public:
  // `fraction_done` returns 0 if it is unknown.
  RateWriter(RatingFormat format, const FilterOptions& filter, bool show_progress,
             std::function<double()> fraction_done);

  bool write(BatchTask& task) override;
  void on_idle() override;
  void finish() override;

  [[nodiscard]] int exit_code() const { return exit_code_.value(); }
  // Returns why the output could not be written; empty if it could, or if its reader has closed.
  [[nodiscard]] const std::string& output_error() const { return output_.error(); }

 private:
  RatingFormat format_;
  DescriptorOutput output_;
  ProgressLine progress_;
  std::function<double()> fraction_done_;
  std::uint64_t puzzles_ = 0;
  bool header_due_;
  BatchExitCode exit_code_;
};

}  // namespace fungescope
