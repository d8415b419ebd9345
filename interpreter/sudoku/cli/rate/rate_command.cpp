#include "base/json.h"
#include "base/text_table.h"
#include "cli/subcommands.h"
#include "front_end/command_options.h"
#include "front_end/interrupt.h"
#include "front_end/standard_streams.h"

#include <algorithm>
#include <array>
#include <memory>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "sudoku/cli/solve/batch.h"
#include "sudoku/cli/solve/batch_input.h"
#include "sudoku/cli/solve/batch_output.h"
#include "sudoku/cli/sudoku_commands.h"
#include "sudoku/solving/solver_knowledge.h"
#include "sudoku/techniques/rating.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fungescope {

struct RatedPuzzle {
  // What sudoku.b93 needs.
  struct Run {
    std::uint64_t guesses = 0;
    Tick ticks = 0;
  };

  techniques::Path path;   // without its steps
  std::optional<Run> run;  // nothing if the puzzle needs its candidates, which no program gets
};

namespace {

// ---- The results

// Rates one puzzle after the other; each thread has its own. `solver` must outlive it.
class PuzzleRater {
 public:
  explicit PuzzleRater(const puzzles::BuiltInSolver& solver)
      : solver_(solver), host_(solver.program, {.check = {}, .interrupted = &interrupted()}) {}

  // Sets `result` and, if the puzzle has one solution, `rated`.
  void rate(BatchTask& task) {
    if (task.kind != BatchTask::Kind::puzzle) return;
    task.result = puzzles::solve_without_program(task.puzzle, true, task.marks.get());
    if (task.result.status != puzzles::SolveStatus::solved) return;
    RatedPuzzle rated;
    if (task.digits_alone()) {
      task.result = host_.solve(task.puzzle);
      if (task.result.status != puzzles::SolveStatus::solved) return;
      rated.run = {puzzles::count_guesses(solver_, task.puzzle), task.result.ticks};
    }
    rated.path = techniques::solve_by_techniques(task.puzzle, task.marks.get());
    rated.path.steps = {};
    task.rated = std::make_shared<const RatedPuzzle>(std::move(rated));
  }

 private:
  const puzzles::BuiltInSolver& solver_;
  puzzles::ProgramHost host_;
};

using techniques::Path;
using techniques::Technique;

// The status of a puzzle that could be rated is "rated", of others as in `solve`.
std::string_view status_word(const BatchTask& task) {
  return task.rated != nullptr ? "rated" : format_status(task);
}

// Calls `visit` with each technique of a path and how often it was used, hardest first.
template <class Visit>
void for_each_use(const Path& path, Visit visit) {
  for (std::size_t i = techniques::technique_count; i-- > 0;) {
    if (path.uses[i] > 0) visit(techniques::name_of(static_cast<Technique>(i)), path.uses[i]);
  }
}

int steps_of(const Path& path) {
  return std::accumulate(path.uses.begin(), path.uses.end(), 0);
}

std::string rating_text_line(const BatchTask& task, bool /*first*/) {
  if (task.rated == nullptr) {
    const bool has_puzzle = task.kind == BatchTask::Kind::puzzle;
    return has_puzzle ? fmt::format("{} {}\n", puzzles::to_line(task.puzzle), status_word(task))
                      : fmt::format("{}\n", status_word(task));
  }
  const RatedPuzzle& rated = *task.rated;
  std::string uses;
  for_each_use(rated.path, [&uses](std::string_view name, int count) {
    uses += fmt::format("{}{} x {}", uses.empty() ? "" : ", ", count, name);
  });
  const std::string run =
      rated.run ? fmt::format("{}, {} ticks", count_text(rated.run->guesses, "guess", "guesses"),
                              with_separators(rated.run->ticks))
                : "with its candidates";
  return fmt::format("{} {:<6} {}, {}; {}; {}\n", puzzles::to_line(task.puzzle),
                     techniques::rating_text(rated.path),
                     techniques::name_of(techniques::level_of(rated.path)),
                     techniques::name_of(rated.path.hardest), run, uses);
}

std::string rating_csv_line(const BatchTask& task, bool first) {
  std::string line = first ? "puzzle,rating,hardest,guesses,ticks,level,status,steps,uses\n" : "";
  const bool has_puzzle = task.kind == BatchTask::Kind::puzzle;
  line += has_puzzle ? puzzles::to_line(task.puzzle) : "";
  if (task.rated == nullptr) return line + fmt::format(",,,,,,{},,\n", status_word(task));
  const RatedPuzzle& rated = *task.rated;
  std::string uses;
  for_each_use(rated.path, [&uses](std::string_view name, int count) {
    uses += fmt::format("{}{} {}", uses.empty() ? "" : "; ", count, name);
  });
  const std::string run =
      rated.run ? fmt::format("{},{}", rated.run->guesses, rated.run->ticks) : ",";
  return line + fmt::format(",{},{},{},{},{},{},{}\n", techniques::rating_text(rated.path),
                            techniques::name_of(rated.path.hardest), run,
                            techniques::name_of(techniques::level_of(rated.path)),
                            status_word(task), steps_of(rated.path), uses);
}

std::string rating_json_line(const BatchTask& task, bool /*first*/) {
  Json json = Json::object();
  json["file"] = *task.file;
  if (task.line > 0) json["line"] = task.line;
  json["status"] = status_word(task);
  const bool has_puzzle = task.kind == BatchTask::Kind::puzzle;
  if (has_puzzle) json["puzzle"] = puzzles::to_line(task.puzzle);
  if (task.rated == nullptr) {
    json["reason"] = has_puzzle ? task.result.reason : to_string(task.error);
    return json_text(json) + "\n";
  }
  const RatedPuzzle& rated = *task.rated;
  json["rating"] = rated.path.needs_search() ? Json() : Json(rated.path.rating / 10.0);
  json["level"] = techniques::name_of(techniques::level_of(rated.path));
  json["hardest"] = techniques::name_of(rated.path.hardest);
  json["guesses"] = rated.run ? Json(rated.run->guesses) : Json(nullptr);
  json["ticks"] = rated.run ? Json(rated.run->ticks) : Json(nullptr);
  json["steps"] = steps_of(rated.path);
  Json uses = Json::object();
  for_each_use(rated.path,
               [&uses](std::string_view name, int count) { uses[std::string(name)] = count; });
  json["uses"] = std::move(uses);
  return json_text(json) + "\n";
}

// Formats one result with its line end; the `first` of all begins with the header of csv.
using FormatRating = std::string (*)(const BatchTask& task, bool first);
constexpr std::array<std::pair<std::string_view, FormatRating>, 3> rating_formats{
    {{"text", rating_text_line}, {"csv", rating_csv_line}, {"json", rating_json_line}}};

class RateWriter final : public ResultWriter {
 public:
  RateWriter(FormatRating format, const FilterOptions& filter, const BatchInput& input)
      : format_(format),
        input_(input),
        header_due_(!filter.no_header),
        exit_zero_(filter.exit_zero) {}

  bool write(BatchTask& task) override {
    const bool interrupted = task.kind == BatchTask::Kind::puzzle &&
                             task.result.status == puzzles::SolveStatus::interrupted;
    if (interrupted) return false;
    add_to_exit_code(exit_code_, task, exit_zero_);
    bool accepted = true;
    if (task.kind != BatchTask::Kind::unreadable) {
      progress_.update(++puzzles_, input_.fraction_read());
      accepted = output_.write(format_(task, std::exchange(header_due_, false)));
    }
    print_failure(task);
    return accepted;
  }
  void on_idle() override {
    output_.flush();
    progress_.update(puzzles_, input_.fraction_read());
  }
  void finish() override {
    progress_.clear();
    output_.flush();
  }

  [[nodiscard]] int exit_code() const { return exit_code_; }

 private:
  FormatRating format_;
  const BatchInput& input_;
  std::uint64_t puzzles_ = 0;
  bool header_due_;
  bool exit_zero_;
  int exit_code_ = 0;
};

// ---- The command

struct RateOptions {
  std::vector<std::string> files;  // "-" is standard input, and so is an empty list
  std::string format = "text";
  std::size_t jobs = 0;  // 0: one per core
  FilterOptions filter;
};

// Rating takes about as long as passing a few puzzles to another thread.
constexpr std::size_t puzzles_per_chunk = 4;

int rate_command(const RateOptions& options) {
  const auto* const format =
      std::find_if(rating_formats.begin(), rating_formats.end(),
                   [&](const auto& row) { return row.first == options.format; });
  if (format == rating_formats.end()) {
    const auto error = unknown_word("format", options.format, "text, csv, json");
    return fail_with(error.value(), exit_code::usage);
  }
  const puzzles::BuiltInSolver solver;
  BatchInput input(options.files.empty() ? std::vector<std::string>{"-"} : options.files,
                   options.filter.reader_mode());
  RateWriter writer(format->second, options.filter, input);
  Batch batch(
      job_count(options.jobs),
      [&]() -> Batch::Solver {
        auto rater = std::make_shared<PuzzleRater>(solver);
        return [rater](BatchTask& task) { rater->rate(task); };
      },
      writer);
  batch.run([&] {
    input.read(
        puzzles_per_chunk,
        [&](std::vector<BatchTask> tasks) { return batch.push(std::move(tasks)); },
        [&] { return batch.stopping(); });
  });
  return final_exit_code(writer.output_error(), "the ratings are incomplete", writer.exit_code());
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
