#include "sudoku/generator/request_runner.h"

#include "base/random.h"
#include "lang/loader.h"
#include "programs/catalogue.h"

#include <utility>

#include "sudoku/solving/bounded_output.h"
#include <fmt/format.h>

namespace fungescope::puzzles {
namespace {

// Ticks between two polls: a few milliseconds on the fast engines.
constexpr Tick ticks_between_polls = 2'000'000;

// Setter.b93 needs 130. A program that pushes endlessly is stopped before it fills the memory.
constexpr std::size_t max_stack = std::size_t{1} << 20U;

// Returns why a run was stopped, without the advice, which is for options of `run`.
std::string fault_text(const Fault& fault) {
  const std::string text = describe(fault);
  return text.substr(0, text.find(';'));
}

}  // namespace

RequestProgram::RequestProgram(std::string file, Machine start)
    : file_(std::move(file)), start_(std::move(start)) {}

Result<RequestProgram> RequestProgram::load(std::string_view bytes, const std::string& file) {
  LoadOptions options;
  options.file = file;
  options.has_size_options = false;
  auto program = fungescope::load(bytes, options);
  if (!program) return tl::unexpected(program.error());
  return RequestProgram(file, Machine(std::move(program->playfield), {Dialect{}, 0, max_stack}));
}

Result<RequestProgram> RequestProgram::built_in(const std::string& name) {
  const auto program = find_built_in(name);
  if (!program) return tl::unexpected(program.error());
  return load((*program)->source, name);
}

RequestRunner::RequestRunner(const RequestProgram& program, EngineKind engine, Stopped stopped)
    : start_(program.start()),
      machine_(program.start()),
      engine_(engine),
      stopped_(std::move(stopped)) {}

RequestRun RequestRunner::run(std::string_view request, std::uint64_t seed) {
  start_.random = Random(seed);
  engine_.load(machine_, start_);
  StringInput input(std::string(request) + "\n");
  BoundedOutput output;
  RequestRun run;
  StopReason why = StopReason::tick_reached;
  while (why == StopReason::tick_reached && run.end != RequestRun::End::stopped) {
    if (stopped()) run.end = RequestRun::End::stopped;
    if (run.end != RequestRun::End::stopped) {
      why = engine_.run(machine_, {input, output}, machine_.tick + ticks_between_polls);
    }
  }
  run.ticks = machine_.tick;
  run.output = std::move(output.text);
  if (why == StopReason::faulted) {
    run.end = RequestRun::End::failed;
    run.reason = fmt::format("at tick {} the program was stopped: {}, at {}", run.ticks,
                             fault_text(machine_.fault), to_string(machine_.fault.at));
  } else if (why == StopReason::output_closed) {
    run.end = RequestRun::End::failed;
    run.reason = fmt::format("at tick {} the program had printed more than {} bytes", run.ticks,
                             BoundedOutput::limit);
  }
  return run;
}

}  // namespace fungescope::puzzles
