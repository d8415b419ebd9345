#include "dap/launch.h"

#include "base/escape.h"
#include "dap/protocol/argument_reader.h"
#include "lang/dialect.h"
#include "puzzles/formats/puzzle_reader.h"
#include "puzzles/program_host.h"

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

// Reads the first puzzle of a text, or of the file that it names.
Result<puzzles::Grid> read_puzzle(const std::string& text, Files& files) {
  const bool may_be_path = !text.empty() && text.find('\n') == std::string::npos;
  auto bytes = may_be_path ? files.read(text) : Result<std::string>(text);
  const bool is_path = may_be_path && bytes.has_value();
  const std::string name = is_path ? text : "puzzle";
  puzzles::PuzzleReader reader(name);
  reader.feed(is_path ? *bytes : text);
  reader.finish();
  auto record = reader.next();
  if (!record) return fail({}, "there is no puzzle", "give 81 cells, or the path of a file");
  if (!record->puzzle) return tl::unexpected(std::move(record->puzzle.error()));
  return puzzles::digits_alone(*record->puzzle, {name, record->line},
                               "give a puzzle of digits only");
}

// The program's input, and the edits of its grid before it runs.
struct InitialInput {
  InputLog input;
  std::vector<Edit> edits;
};

Result<InitialInput> puzzle_input(const std::string& text, const std::string& source,
                                  const LaunchOptions& options, Files& files) {
  const auto puzzle = read_puzzle(text, files);
  if (!puzzle) return tl::unexpected(puzzle.error());
  const auto program = puzzles::SolverProgram::load(source, options.program);
  if (!program) return tl::unexpected(program.error());
  InitialInput given;
  if (program->reads_input()) {
    given.input = InputLog(to_line(*puzzle, '0') + '\n', InputLog::End::closed);
    return given;
  }
  const Rectangle& grid = program->grid_area();
  const std::string cells = to_line(*puzzle, program->blank());
  for (std::int64_t i = 0; i < static_cast<std::int64_t>(cells.size()); ++i) {
    const Point at{grid.corner.x + i % 9, grid.corner.y + i / 9};
    given.edits.emplace_back(SetCell{at, cells[static_cast<std::size_t>(i)]});
  }
  return given;
}

Result<InitialInput> initial_input(const LaunchOptions& options, const std::string& source,
                                   Files& files) {
  if (options.puzzle) return puzzle_input(*options.puzzle, source, options, files);
  if (options.input) return InitialInput{InputLog(*options.input, InputLog::End::closed), {}};
  if (!options.input_file) return InitialInput{};
  auto bytes = files.read(*options.input_file);
  if (!bytes) return tl::unexpected(bytes.error());
  return InitialInput{InputLog(std::move(*bytes), InputLog::End::closed), {}};
}

}  // namespace

RequestResult<LaunchOptions> parse_launch_options(const Json& arguments) {
  ArgumentReader fields(arguments);
  LaunchOptions options;
  options.program = fields.text("program");
  options.input = text_if_present(fields, "stdin");
  options.input_file = text_if_present(fields, "stdinFile");
  options.puzzle = text_if_present(fields, "puzzle");
  options.seed = fields.count_or("seed", 0);
  options.dialect = fields.text_or("dialect", options.dialect);
  options.stop_on_entry = fields.bool_or("stopOnEntry", options.stop_on_entry);
  options.stop_at_end = fields.bool_or("stopAtEnd", options.stop_at_end);
  options.no_debug = fields.bool_or("noDebug", options.no_debug);
  if (fields.failed()) return fields.error();
  const int inputs =
      (options.input ? 1 : 0) + (options.input_file ? 1 : 0) + (options.puzzle ? 1 : 0);
  if (inputs > 1) {
    return request_error(RequestError::Id::invalid_argument,
                         "stdin, stdinFile and puzzle each give the input; keep one of them");
  }
  return options;
}

Result<std::unique_ptr<Session>> open_session(const LaunchOptions& options, Files& files) {
  if (is_link(options.program)) {
    return fail({"program"}, "a link is not a program that an editor can show",
                "open it with `fungescope debug`, and save its program to a file");
  }
  auto source = files.read_program(options.program);
  if (!source) return tl::unexpected(source.error());
  const auto dialect = dialect_named(options.dialect);
  if (!dialect) return tl::unexpected(dialect.error());
  auto given = initial_input(options, *source, files);
  if (!given) return tl::unexpected(given.error());
  SessionOptions how;
  how.load.file = options.program;
  how.load.dialect = *dialect;
  how.seed = options.seed;
  auto session = Session::open(std::move(*source), std::move(given->input), std::move(how));
  if (!session) return session;
  for (const Edit& edit : given->edits) {
    if (auto done = (*session)->history().edit(edit); !done) return tl::unexpected(done.error());
  }
  return session;
}

}  // namespace fungescope::dap
