// The subcommand `generate`: its options, and a list of puzzles made by several threads.
#include "base/escape.h"
#include "base/json.h"
#include "base/text_table.h"
#include "cli/subcommands.h"
#include "front_end/command_options.h"
#include "front_end/interrupt.h"
#include "front_end/program_file.h"
#include "front_end/standard_streams.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <memory>
#include <optional>
#include <random>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include "sudoku/cli/engine_totals.h"
#include "sudoku/cli/generate/generated_puzzles.h"
#include "sudoku/cli/solve/batch.h"
#include "sudoku/cli/sudoku_commands.h"
#include "sudoku/techniques/rating.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fungescope {
namespace {

// ---- Options

// As they are written.
struct GenerateOptions {
  std::uint64_t count = 1;
  std::optional<std::uint64_t> seed;
  std::optional<std::string> clues;
  std::optional<std::string> level;
  std::optional<std::string> symbols;
  std::string format = "auto";
  bool no_header = false;
  std::uint64_t max_tries = 10'000;
  std::size_t jobs = 0;  // 0: one per core
  std::string program = "@setter";
  std::string engine = "auto";
  std::string stats;  // "", "text" or "json"
};

struct GeneratePlan {
  std::shared_ptr<const puzzles::RequestProgram> program;
  puzzles::GeneratorOptions generator;
  std::optional<techniques::Level> level;
  GenerateWriterOptions writing;
  std::string wanted;    // for messages: "hard with minimal clues"
  std::size_t jobs = 1;  // at most
};

Result<puzzles::ClueRequest> parse_clues_of(const GenerateOptions& options,
                                            std::optional<techniques::Level> level) {
  if (!options.clues) {
    return level ? techniques::usual_clues(*level) : puzzles::ClueRequest{};
  }
  const auto clues = puzzles::parse_clues(*options.clues);
  if (clues) return *clues;
  return fail({"--clues"},
              fmt::format("{} is not a number of clues", single_quoted(*options.clues)),
              fmt::format("use minimal, rows or a number from {} to {}", puzzles::ClueRequest::min,
                          puzzles::ClueRequest::max));
}

std::string describe_wanted(std::optional<techniques::Level> level,
                            const puzzles::ClueRequest& clues) {
  using Kind = puzzles::ClueRequest::Kind;
  const std::string described = clues.kind == Kind::number
                                    ? fmt::format("with {} clues", clues.number)
                                : clues.kind == Kind::rows ? "with 27 clues by rows"
                                                           : "and minimal";
  return level ? fmt::format("{} {}", techniques::name_of(*level), described) : described;
}

Result<GeneratePlan> plan_generation(const GenerateOptions& options) {
  GeneratePlan plan;
  plan.generator.engine = TRY(parse_engine_option(options.engine));
  if (options.level) {
    plan.level = techniques::parse_level(*options.level);
    if (!plan.level) {
      return unknown_word("level", *options.level, "easy, medium, hard, expert, diabolical");
    }
  }
  plan.generator.clues = TRY(parse_clues_of(options, plan.level));
  const bool is_terminal = ::isatty(STDOUT_FILENO) == 1;
  PuzzleFormat format{.style = grid_style_for_output(is_terminal)};
  format.format = TRY(parse_format_option(options.format));
  if (format.format == SolutionFormat::automatic) {
    format.format = options.count > 1 ? SolutionFormat::line
                    : is_terminal     ? SolutionFormat::pretty
                                      : SolutionFormat::grid;
  }
  if (options.symbols) format.symbols = TRY(parse_symbols(*options.symbols));
  plan.writing = {options.count, options.max_tries, format, !options.no_header, is_terminal};
  const auto bytes = TRY(read_program(options.program));
  auto program = TRY(puzzles::RequestProgram::load(bytes, options.program));
  plan.program = std::make_shared<const puzzles::RequestProgram>(std::move(program));
  // Short, as it may be typed again.
  plan.generator.seed = options.seed ? *options.seed : std::random_device()();
  plan.wanted = describe_wanted(plan.level, plan.generator.clues);
  plan.jobs = job_count(options.jobs);
  if (!plan.level) plan.jobs = std::min<std::uint64_t>(plan.jobs, options.count);
  return plan;
}

// ---- Making puzzles

// Makes and filters candidates on one thread, and adds its engine's statistics to the totals at the
// end.
class CandidateWorker {
 public:
  // The `stopped` of the options ends a candidate: it is polled every few milliseconds.
  CandidateWorker(const GeneratePlan& plan, const puzzles::GeneratorOptions& options,
                  EngineTotals& totals)
      : generator_(*plan.program, options), level_(plan.level), totals_(totals) {}
  CandidateWorker(const CandidateWorker&) = delete;
  CandidateWorker& operator=(const CandidateWorker&) = delete;
  ~CandidateWorker() { totals_.add(jit_stats_of(generator_.engine()), ticks_); }

  void make(BatchTask& task) {
    using Status = puzzles::GeneratedPuzzle::Status;
    Candidate candidate{.made = generator_.make(task.line), .path = {}};
    ticks_ += candidate.made.ticks;
    if (level_ && candidate.made.status == Status::accepted) {
      const auto stopped = [this] { return generator_.stopped(); };
      candidate.path = techniques::solve_at_level(candidate.made.grid, *level_, stopped);
      candidate.other_level = !candidate.path;
      if (candidate.path) {
        candidate.path->steps = {};
      } else if (stopped()) {
        candidate.made.status = Status::stopped;
      }
    }
    task.candidate = std::make_shared<const Candidate>(std::move(candidate));
  }

 private:
  puzzles::PuzzleGenerator generator_;
  std::optional<techniques::Level> level_;
  EngineTotals& totals_;
  Tick ticks_ = 0;
};

// How many candidates a thread takes at a time. Passing them on costs some 20 us, making most of
// them some hundreds; those that may take long are passed on one by one.
std::size_t candidates_per_chunk(const puzzles::ClueRequest& clues, bool built_in) {
  const bool few_clues = clues.kind == puzzles::ClueRequest::Kind::number && clues.number < 24;
  return built_in && !few_clues ? 4 : 1;
}

bool interrupt_requested() {
  return interrupted().load(std::memory_order_relaxed);
}

void push_all(std::size_t size, const GenerateWriter& writer, Batch& batch) {
  std::uint64_t index = 0;
  bool wanted = true;
  while (wanted && !writer.done() && !interrupt_requested()) {
    std::vector<BatchTask> chunk(size);
    for (BatchTask& task : chunk) task.line = index++;
    wanted = batch.push(std::move(chunk));
  }
}

void print_generate_stats(const GenerateOptions& options, const GeneratePlan& plan,
                          const GenerateWriter& writer, const EngineTotals& totals,
                          double seconds) {
  const double rate = seconds > 0 ? static_cast<double>(writer.kept()) / seconds : 0;
  if (options.stats == "json") {
    Json json = Json::object();
    json["puzzles"] = writer.kept();
    json["tried"] = writer.tried();
    json["other_levels"] = writer.other_levels();
    json["rejected"] = writer.rejected();
    Json reasons = Json::object();
    for (std::size_t i = 1; i < puzzles::rejection_count; ++i) {
      const auto why = static_cast<puzzles::Rejection>(i);
      if (writer.rejected(why) > 0) reasons[std::string(to_string(why))] = writer.rejected(why);
    }
    json["rejections"] = std::move(reasons);
    json["seed"] = plan.generator.seed;
    json["ticks"] = totals.ticks();
    json["seconds"] = seconds;
    json["puzzles_per_second"] = rate;
    add_tier_fields(json, plan.generator.engine, totals.jit(), totals.ticks());
    json["jobs"] = plan.jobs;
    print_message("{}\n", json_text(json));
    return;
  }
  print_message(
      "fungescope: {} of {} tried, {} of other levels, {} rejected, in {:.3f} s ({:.1f} a "
      "second); seed {}; {} ticks; engine {}, jobs {}\n",
      count_text(writer.kept(), "puzzle"), with_separators(writer.tried()),
      with_separators(writer.other_levels()), with_separators(writer.rejected()), seconds, rate,
      plan.generator.seed, with_separators(totals.ticks()),
      format_engine(plan.generator.engine, totals.jit(), totals.ticks()), plan.jobs);
}

std::string count_of_puzzles(const GenerateOptions& options, const GenerateWriter& writer) {
  return with_separators(writer.kept()) + " of " + count_text(options.count, "puzzle");
}

void print_gave_up(const GenerateOptions& options, const GeneratePlan& plan,
                   const GenerateWriter& writer) {
  const std::string made = count_of_puzzles(options, writer) + " made";
  if (writer.other_levels() == 0) {
    print_error({{plan.program->file},
                 fmt::format("{} candidates in a row were rejected; {}",
                             with_separators(options.max_tries), made),
                 "ask for other --clues, or raise --max-tries"});
    return;
  }
  print_error({{"--level"},
               fmt::format("of {} candidates in a row, none is {}; {}",
                           with_separators(options.max_tries), plan.wanted, made),
               "use another level or other --clues, or raise --max-tries"});
}

void warn_of_rejections(const GeneratePlan& plan, const GenerateWriter& writer) {
  if (writer.rejected() == 0) return;
  print_warning({{plan.program->file},
                 fmt::format("{} of {} candidates were rejected; the first: {}",
                             with_separators(writer.rejected()), with_separators(writer.tried()),
                             writer.first_rejection()),
                 {}});
}

// Returns the exit code, after printing why puzzles are missing.
int end_of_generation(const GenerateOptions& options, const GeneratePlan& plan,
                      const GenerateWriter& writer) {
  if (!writer.output_error().empty()) {
    print_error({{"<stdout>", 0, 0}, writer.output_error(), "puzzles are missing"});
    return exit_code::stopped_by_error;
  }
  if (writer.end() == GenerateWriter::End::complete) return exit_code::done;
  if (interrupt_requested()) {
    print_message("fungescope: interrupted: {} made\n", count_of_puzzles(options, writer));
    return exit_code::interrupted;
  }
  if (writer.end() != GenerateWriter::End::gave_up)
    return exit_code::done;  // the reader closed the output
  print_gave_up(options, plan, writer);
  return exit_code::max_ticks;
}

int generate_command(const GenerateOptions& options) {
  const Result<GeneratePlan> plan = plan_generation(options);
  if (!plan) return fail_with(plan.error(), exit_code::usage);
  if (!options.seed) {
    print_message("fungescope: the seed is {0}; --seed {0} makes the same puzzles again\n",
                  plan->generator.seed);
  }
  GenerateWriter writer(plan->writing);
  EngineTotals totals;
  const auto start = std::chrono::steady_clock::now();
  Batch batch(
      plan->jobs,
      [&]() -> Batch::Solver {
        const auto stopped = [&writer] { return interrupt_requested() || writer.done(); };
        puzzles::GeneratorOptions generator = plan->generator;
        generator.stopped = stopped;
        const auto worker = std::make_shared<CandidateWorker>(*plan, generator, totals);
        return [worker](BatchTask& task) { worker->make(task); };
      },
      writer);
  batch.run([&] {
    const bool built_in = options.program == GenerateOptions().program;
    push_all(candidates_per_chunk(plan->generator.clues, built_in), writer, batch);
  });
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - start;
  warn_of_rejections(*plan, writer);
  if (!options.stats.empty()) {
    print_generate_stats(options, *plan, writer, totals, seconds.count());
  }
  return end_of_generation(options, *plan, writer);
}

}  // namespace

void add_generate_options(CLI::App& command, int& exit_code) {
  command.footer(
      "Every puzzle is verified: it has exactly one solution and the clues asked for. A seed has\n"
      "one list of puzzles, whatever --jobs and --engine are.\n"
      "Exit codes: 0 done, 2 usage or unreadable file, 3 gave up after --max-tries, 4 the output\n"
      "cannot be written, 130 Ctrl-C, which keeps the puzzles made so far.\n"
      "Example: fungescope generate --count 100 --level hard --seed 4 > puzzles.txt");
  // Shared with the callback, which runs after this function returns.
  const auto options = std::make_shared<GenerateOptions>();
  constexpr std::uint64_t any_number = std::numeric_limits<std::uint64_t>::max();
  command.add_option("--count", options->count, "How many puzzles")
      ->transform(whole_number(1, 1'000'000'000'000))
      ->capture_default_str();
  command.add_option("--seed", options->seed, "The same one, the same puzzles; default: at random")
      ->transform(whole_number(0, any_number));
  command.add_option("--clues", options->clues,
                     "minimal, rows (27 clues), or a number from 20 to 80; default: minimal, or "
                     "what suits --level");
  command.add_option(
      "--level", options->level,
      "One of: easy, medium, hard, expert, diabolical; only puzzles that `rate` calls so");
  command.add_option("--symbols", options->symbols,
                     "Characters for 1, 2, 3 and so on, such as ABCDEFGHI");
  command.add_option("--format", options->format, "One of: auto, line, grid, pretty, csv, json");
  command.add_flag("--no-header", options->no_header, "Omit the header of csv");
  command
      .add_option("--max-tries", options->max_tries,
                  "Give up if so many candidates in a row are not what was asked for")
      ->transform(whole_number(1, any_number))
      ->capture_default_str();
  command.add_option("--jobs", options->jobs, "How many threads make them; without it, the cores")
      ->transform(whole_number(1, 1024));
  command
      .add_option("--program", options->program,
                  "Another generator: a Befunge program that is asked as setter.b93 is")
      ->type_name("FILE");
  command.add_option("--engine", options->engine, "One of: auto, reference, interpreter, jit")
      ->capture_default_str();
  command
      .add_flag("--stats{text}", options->stats,
                "Report candidates, ticks and time on standard error; --stats=json for JSON")
      ->check(CLI::IsMember({"text", "json"}));
  command.callback([options, &exit_code] { exit_code = generate_command(*options); });
}

}  // namespace fungescope
