#include "dap/launch.h"

#include "base/escape.h"
#include "dap/protocol/argument_reader.h"
#include "lang/dialect.h"
#include "session/expressions/nearest_names.h"

#include <utility>

#include "links/link.h"
#include <fmt/format.h>

namespace fungescope::dap {
namespace {

std::optional<std::string> text_if_present(ArgumentReader& fields, const char* key) {
  if (!fields.has(key)) return std::nullopt;
  return fields.text(key);
}

Result<Dialect> dialect_named(const std::string& name) {
  if (const auto dialect = find_dialect(name)) return *dialect;
  std::string names;
  for (const Dialect& dialect : dialects()) {
    names += fmt::format("{}{}", names.empty() ? "" : ", ", dialect.name);
  }
  return fail({}, fmt::format("there is no dialect {}", single_quoted(name)),
              "use one of " + names);
}

Result<InitialInput> initial_input(const LaunchOptions& options, const std::string& source,
                                   Files& files) {
  if (options.further != nullptr) {
    return options.further->read(options.further_text, source, options.program, files);
  }
  if (options.input) return InitialInput{InputLog(*options.input, InputLog::End::closed), {}};
  if (!options.input_file) return InitialInput{};
  auto bytes = TRY(files.read(*options.input_file));
  return InitialInput{InputLog(std::move(bytes), InputLog::End::closed), {}};
}

std::vector<const LaunchInput*>& registered() {
  static std::vector<const LaunchInput*> all;
  return all;
}

}  // namespace

void register_launch_input(const LaunchInput& input) {
  registered().push_back(&input);
}

RequestResult<LaunchOptions> parse_launch_options(const Json& arguments) {
  ArgumentReader fields(arguments);
  LaunchOptions options;
  options.program = fields.text("program");
  options.input = text_if_present(fields, "stdin");
  options.input_file = text_if_present(fields, "stdinFile");
  int inputs = (options.input ? 1 : 0) + (options.input_file ? 1 : 0);
  std::vector<std::string> names{"stdin", "stdinFile"};
  for (const LaunchInput* const further : registered()) {
    names.emplace_back(further->name);
    if (auto text = text_if_present(fields, names.back().c_str())) {
      options.further = further;
      options.further_text = std::move(*text);
      ++inputs;
    }
  }
  options.seed = fields.count_or("seed", 0);
  options.dialect = fields.text_or("dialect", options.dialect);
  options.stop_on_entry = fields.bool_or("stopOnEntry", options.stop_on_entry);
  options.stop_at_end = fields.bool_or("stopAtEnd", options.stop_at_end);
  options.no_debug = fields.bool_or("noDebug", options.no_debug);
  if (fields.failed()) return fields.error();
  if (inputs > 1) {
    return request_error(
        RequestError::Id::invalid_argument,
        fmt::format("{} each give the input; keep one of them", join_names(names, "and")));
  }
  return options;
}

Result<std::unique_ptr<Session>> open_session(const LaunchOptions& options, Files& files) {
  if (is_link(options.program)) {
    return fail({"program"}, "a link is not a program that an editor can show",
                "open it with `fungescope debug`, and save its program to a file");
  }
  auto source = TRY(files.read_program(options.program));
  const auto dialect = TRY(dialect_named(options.dialect));
  auto given = TRY(initial_input(options, source, files));
  SessionOptions how;
  how.load.file = options.program;
  how.load.dialect = dialect;
  how.seed = options.seed;
  auto session = Session::open(std::move(source), std::move(given.input), std::move(how));
  if (!session) return session;
  for (const Edit& edit : given.edits) {
    TRY((*session)->history().edit(edit));
  }
  return session;
}

}  // namespace fungescope::dap
