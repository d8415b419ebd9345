#include "cli/repl/repl_session.h"

#include "front_end/file_input.h"
#include "front_end/program_file.h"
#include "session/commands/session_link.h"
#include "session/recording/recording.h"

#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

Result<SessionOptions> repl_session_options(const ReplOptions& options) {
  auto session = session_options(options.source, options.seed);
  if (!session) return session;
  session->max_stack = options.max_stack;
  session->history.memory_limit = options.history_megabytes << 20U;
  const auto engine = parse_engine(options.engine);
  if (!engine) {
    return fail({"--engine"}, fmt::format("there is no engine {}", options.engine),
                "use one of auto, reference, interpreter, jit");
  }
  session->history.engine = *engine;
  return session;
}

// Without --input the program waits for the command `input`.
Result<InputLog> given_input(const ReplOptions& options) {
  if (options.input.empty()) return InputLog();
  auto bytes = read_file(options.input);
  if (!bytes) return tl::unexpected(bytes.error());
  return InputLog(std::move(*bytes), InputLog::End::closed);
}

}  // namespace

Result<std::unique_ptr<Session>> open_repl_session(const ReplOptions& options,
                                                   const std::optional<Link>& link,
                                                   Monitor& monitor) {
  auto how = repl_session_options(options);
  if (!how) return tl::unexpected(how.error());
  if (link) {
    auto source = source_of(*link);
    if (!source) return tl::unexpected(source.error());
    auto given = given_input(options);
    if (!given) return tl::unexpected(given.error());
    InputLog input = options.input.empty() ? input_of(*link) : std::move(*given);
    return Session::open(std::move(*source), std::move(input), std::move(*how));
  }
  auto bytes = read_program(options.source.file);
  if (!bytes) return tl::unexpected(bytes.error());
  if (is_recording(*bytes)) return load_recording(*bytes, options.source.file, *how, &monitor);
  auto input = given_input(options);
  if (!input) return tl::unexpected(input.error());
  return Session::open(std::move(*bytes), std::move(*input), std::move(*how));
}

}  // namespace fungescope
