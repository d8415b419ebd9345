#include "cli/repl/repl_session.h"

#include "front_end/file_input.h"
#include "front_end/program_file.h"
#include "session/commands/session_link.h"
#include "session/recording/recording.h"

#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

Result<SessionOptions> session_options(const ReplOptions& options) {
  SessionOptions session;
  session.load = TRY(parse_load_options(options.source));
  session.regions = TRY(parse_region_options(options.source));
  session.seed = run_seed(options.source, options.seed);
  session.max_stack = options.max_stack;
  session.history.memory_limit = options.history_megabytes << 20U;
  const auto engine = parse_engine(options.engine);
  if (!engine) {
    return fail({"--engine"}, fmt::format("there is no engine {}", options.engine),
                "use one of auto, reference, interpreter, jit");
  }
  session.history.engine = *engine;
  return session;
}

// Without --input the program waits for the command `input`.
Result<InputLog> given_input(const ReplOptions& options) {
  if (options.input.empty()) return InputLog();
  auto bytes = TRY(read_file(options.input));
  return InputLog(std::move(bytes), InputLog::End::closed);
}

}  // namespace

Result<std::unique_ptr<Session>> open_repl_session(const ReplOptions& options,
                                                   const std::optional<Link>& link,
                                                   Monitor& monitor) {
  auto how = TRY(session_options(options));
  if (link) {
    auto source = TRY(source_of(*link));
    auto given = TRY(given_input(options));
    InputLog input = options.input.empty() ? input_of(*link) : std::move(given);
    return Session::open(std::move(source), std::move(input), std::move(how));
  }
  auto bytes = TRY(read_program(options.source.file));
  if (is_recording(bytes)) return load_recording(bytes, options.source.file, how, &monitor);
  auto input = TRY(given_input(options));
  return Session::open(std::move(bytes), std::move(input), std::move(how));
}

}  // namespace fungescope
