#include "base/text_table.h"
#include "sudoku/cli/generate/generate_options.h"
#include "sudoku/cli/generate/generate_writer.h"
#include "cli/run_stats.h"
#include "sudoku/cli/solve/batch.h"
#include "cli/subcommands.h"
#include "front_end/exit_codes.h"
#include "front_end/interrupt.h"
#include "front_end/standard_streams.h"
#include "session/json_text.h"

#include <chrono>
#include <memory>
#include <string>
#include <unistd.h>
#include <utility>
#include <vector>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fungescope {
namespace {

// Makes candidates on one thread, and adds its engine's statistics to the totals at the end.
class CandidateWorker {
 public:
  CandidateWorker(CandidateMaker maker, EngineTotals& totals)
      : maker_(std::move(maker)), totals_(totals) {}
  CandidateWorker(const CandidateWorker&) = delete;
  CandidateWorker& operator=(const CandidateWorker&) = delete;
  ~CandidateWorker() { totals_.add(jit_stats_of(maker_.engine()), ticks_); }

  void make(BatchTask& task) {
    Candidate candidate = maker_.make(task.line);
    ticks_ += candidate.ticks;
    task.candidate = std::make_shared<const Candidate>(std::move(candidate));
  }

 private:
  CandidateMaker maker_;
  EngineTotals& totals_;
  Tick ticks_ = 0;
};

// How many candidates a thread takes at a time. Passing them on costs some 20 us, making most of
// them some hundreds; those that may take long are passed on one by one.
std::size_t candidates_per_chunk(const CandidateRequest& request, bool built_in) {
  const bool few_clues =
      request.clues.kind == puzzles::ClueRequest::Kind::number && request.clues.number < 24;
  return built_in && request.shape().order == 9 && !few_clues ? 4 : 1;
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
    json["seed"] = plan.request.seed;
    json["ticks"] = totals.ticks();
    json["seconds"] = seconds;
    json["puzzles_per_second"] = rate;
    add_tier_fields(json, plan.request.engine, totals.jit(), totals.ticks());
    json["jobs"] = plan.jobs;
    print_message("{}\n", json_text(json));
    return;
  }
  print_message(
      "fungescope: {} puzzle{} of {} tried, {} of other levels, {} rejected, in {:.3f} s ({:.1f} a "
      "second); seed {}; {} ticks; engine {}, jobs {}\n",
      with_separators(writer.kept()), writer.kept() == 1 ? "" : "s",
      with_separators(writer.tried()), with_separators(writer.other_levels()),
      with_separators(writer.rejected()), seconds, rate, plan.request.seed,
      with_separators(totals.ticks()),
      format_engine(plan.request.engine, totals.jit(), totals.ticks()), plan.jobs);
}

std::string count_of_puzzles(const GenerateOptions& options, const GenerateWriter& writer) {
  return fmt::format("{} of {} puzzle{}", with_separators(writer.kept()),
                     with_separators(options.count), options.count == 1 ? "" : "s");
}

void print_gave_up(const GenerateOptions& options, const GeneratePlan& plan,
                   const GenerateWriter& writer) {
  const std::string made = count_of_puzzles(options, writer) + " made";
  if (writer.other_levels() == 0) {
    print_error({{plan.program->file()},
                 fmt::format("{} candidates in a row were rejected; {}",
                             with_separators(options.max_tries), made),
                 plan.request.squares ? "lower --hide, or raise --max-tries"
                                      : "ask for other --clues, or raise --max-tries"});
    return;
  }
  print_error({{"--level"},
               fmt::format("of {} candidates in a row, none is {}; {}",
                           with_separators(options.max_tries), plan.wanted, made),
               "use another level or other --clues, or raise --max-tries"});
}

// Several solutions are expected where squares.b93 hides many cells.
void warn_of_rejections(const GeneratePlan& plan, const GenerateWriter& writer) {
  const std::uint64_t expected =
      plan.request.squares ? writer.rejected(puzzles::Rejection::several_solutions) : 0;
  if (writer.rejected() == expected) return;
  print_warning({{plan.program->file()},
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
  if (writer.end() != GenerateWriter::End::gave_up) return exit_code::done;  // nobody reads on
  print_gave_up(options, plan, writer);
  return exit_code::max_ticks;
}

int generate_command(const GenerateOptions& options) {
  const Result<GeneratePlan> plan = plan_generation(options);
  if (!plan) return fail_with(plan.error(), exit_code::usage);
  if (plan->random_seed) {
    print_message("fungescope: the seed is {0}; --seed {0} makes the same puzzles again\n",
                  plan->request.seed);
  }
  GenerateWriterOptions writing;
  writing.count = options.count;
  writing.max_tries = options.max_tries;
  writing.header = !options.no_header;
  writing.output_is_terminal = ::isatty(STDOUT_FILENO) == 1;
  writing.show_progress = ::isatty(STDERR_FILENO) == 1 && !writing.output_is_terminal;
  writing.format = plan->format;
  writing.format.style = grid_style_for_output(writing.output_is_terminal);
  if (writing.format.format == SolutionFormat::automatic) {
    const SolutionFormat single =
        writing.output_is_terminal ? SolutionFormat::pretty : SolutionFormat::grid;
    writing.format.format = options.count == 1 ? single : SolutionFormat::line;
  }
  GenerateWriter writer(std::move(writing));
  EngineTotals totals;
  const auto start = std::chrono::steady_clock::now();
  Batch batch(
      plan->jobs,
      [&]() -> Batch::Solver {
        const auto stopped = [&writer] { return interrupt_requested() || writer.done(); };
        auto maker = CandidateMaker::create(*plan->program, plan->request, stopped);
        const auto worker = std::make_shared<CandidateWorker>(std::move(*maker), totals);
        return [worker](BatchTask& task) { worker->make(task); };
      },
      writer);
  batch.run([&] {
    push_all(candidates_per_chunk(plan->request, options.program.empty()), writer, batch);
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
  add_generate_options(command, *options);
  command.callback([options, &exit_code] { exit_code = generate_command(*options); });
}

}  // namespace fungescope
