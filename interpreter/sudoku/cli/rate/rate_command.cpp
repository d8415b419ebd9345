#include "base/escape.h"
#include "cli/subcommands.h"
#include "front_end/interrupt.h"
#include "front_end/options/number_option.h"
#include "front_end/standard_streams.h"

#include <algorithm>
#include <memory>
#include <string>
#include <thread>
#include <unistd.h>
#include <utility>
#include <vector>

#include "sudoku/cli/rate/rate_output.h"
#include "sudoku/cli/rate/rated_puzzle.h"
#include "sudoku/cli/solve/batch.h"
#include "sudoku/cli/solve/batch_input.h"
#include "sudoku/cli/solve/filter_options.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fungescope {
namespace {

struct RateOptions {
  std::vector<std::string> files;  // "-" is standard input, and so is an empty list
  std::string format = "text";
  std::size_t jobs = 0;  // 0: one per core
  FilterOptions filter;
};

// Rating takes about as long as passing a few puzzles to another thread.
constexpr std::size_t puzzles_per_chunk = 4;

int rate_command(const RateOptions& options) {
  const auto format = parse_rating_format(options.format);
  if (!format) {
    return fail_with({{"--format"},
                      fmt::format("there is no format {}", single_quoted(options.format)),
                      "use one of text, csv, json"},
                     exit_code::usage);
  }
  const Result<puzzles::SolverProgram> program = built_in_solver();
  if (!program) return fail_with(program.error(), exit_code::usage);
  const auto regions = puzzles::find_checked_regions(program->annotations(), program->file());
  if (!regions) return fail_with(regions.error(), exit_code::usage);

  BatchInput input(options.files.empty() ? std::vector<std::string>{"-"} : options.files,
                   options.filter.reader_mode());
  const bool show_progress = ::isatty(STDERR_FILENO) == 1 && ::isatty(STDOUT_FILENO) != 1;
  RateWriter writer(*format, options.filter, show_progress, [&input] {
    return input.total_bytes() == 0
               ? 0.0
               : static_cast<double>(input.bytes_read()) / static_cast<double>(input.total_bytes());
  });
  const std::size_t jobs =
      options.jobs > 0 ? options.jobs : std::max(1U, std::thread::hardware_concurrency());
  Batch batch(
      jobs,
      [&]() -> Batch::Solver {
        auto rater = std::make_shared<PuzzleRater>(*program, *regions);
        return [rater](BatchTask& task) { rater->rate(task); };
      },
      writer);
  batch.run([&] {
    input.read(
        puzzles_per_chunk,
        [&](std::vector<BatchTask> tasks) { return batch.push(std::move(tasks)); },
        [&] { return batch.stopping(); });
  });
  if (!writer.output_error().empty()) {
    print_error({{"<stdout>", 0, 0}, writer.output_error(), "the ratings are incomplete"});
    return exit_code::stopped_by_error;
  }
  if (interrupted().load(std::memory_order_relaxed)) return exit_code::interrupted;
  return writer.exit_code();
}

}  // namespace

void add_rate_options(CLI::App& command, int& exit_code) {
  command.footer(
      "Puzzles come from the files or from standard input, in any format that `solve` reads.\n"
      "Each gets a line: its rating on the scale of Sudoku Explainer, its level (easy, medium,\n"
      "hard, expert or diabolical), the hardest technique, the guesses and ticks that sudoku.b93\n"
      "needs, and how often each technique was used. The rating is `search` where the known\n"
      "techniques do not suffice.\n"
      "Exit codes: 0 all rated, else that of the first failure: 2 usage or unreadable file,\n"
      "4 the output cannot be written, 10 unsolvable, 11 invalid, 12 several solutions,\n"
      "13 no puzzle; 130 Ctrl-C. With --exit-zero, 10 to 13 are 0, unless a whole file is\n"
      "no text of puzzles.\n"
      "Example: fungescope rate --format csv puzzles.txt > ratings.csv");
  // Shared with the callback, which runs after this function returns.
  const auto options = std::make_shared<RateOptions>();
  command.add_option("FILE", options->files, "Files of puzzles; - is standard input");
  command.add_option("--format", options->format, "One of: text, csv, json")->capture_default_str();
  command.add_option("--jobs", options->jobs, "How many threads rate; without it, the cores")
      ->transform(whole_number(1, 1024));
  add_filter_options(command, options->filter);
  command.callback([options, &exit_code] { exit_code = rate_command(*options); });
}

}  // namespace fungescope
