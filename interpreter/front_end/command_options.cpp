#include "front_end/command_options.h"

#include "base/escape.h"
#include "base/numbers.h"
#include "front_end/file_input.h"
#include "front_end/program_file.h"
#include "lang/text_cursor.h"
#include "session/session.h"
#include "vm/run.h"

#include <algorithm>
#include <array>
#include <limits>
#include <utility>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr const char* engine_names = "auto, reference, interpreter, jit";

}  // namespace

CLI::Validator whole_number(std::uint64_t min, std::uint64_t max) {
  const auto rewrite = [min, max](std::string& text) -> std::string {
    const auto value = parse_integer<std::uint64_t>(text);
    if (value && *value >= min && *value <= max) {
      text = fmt::format("{}", *value);  // a leading zero would mean octal to the library
      return {};
    }
    return fmt::format("{} is not a whole number from {} to {}", single_quoted(text), min, max);
  };
  return {rewrite, fmt::format("{}..{}", min, max)};
}

tl::unexpected<Error> unknown_word(const std::string& option, const std::string& word,
                                   const std::string& words) {
  return fail({"--" + option}, fmt::format("there is no {} {}", option, single_quoted(word)),
              "use one of " + words);
}

CLI::Option* add_file_option(CLI::App& command, const std::string& name, std::string& path,
                             const std::string& description) {
  return command.add_option(name, path, description)->type_name("FILE");
}

void add_repeatable_option(CLI::App& command, const std::string& name,
                           std::vector<std::string>& values, const std::string& description) {
  command.add_option(name, values, description)->take_all()->allow_extra_args(false);
}

// ---- A source file

void add_source_options(CLI::App& command, SourceOptions& options) {
  command
      .add_option("FILE", options.file,
                  "The program's source; - for standard input, @NAME for a "
                  "built-in program, which `fungescope programs` lists, or a link")
      ->required();
  command.add_option("--dialect", options.dialect,
                     "One of: " + dialect_names() +
                         "; default: a link's, else the first, or befunexec for a source "
                         "that needs it");
  command.add_option("--size", options.size,
                     "The field: WIDTHxHEIGHT, or source for the source's bounding box");
  command.add_option("--max-cells", options.max_cells, "Refuse a field of more cells")
      ->transform(whole_number(1, std::numeric_limits<std::int64_t>::max()))
      ->capture_default_str();
  command.add_flag("--no-annotations", options.no_annotations,
                   "Take annotations for nothing but cells");
  add_repeatable_option(command, "--region", options.regions,
                        "Declare a region: NAME=X,Y,W,H[:encoding]; repeatable");
}

namespace {

// Adds a region, or replaces the one of the same name.
void put_region(Region region, std::vector<Region>& regions) {
  std::erase_if(regions, [&region](const Region& other) {
    return equal_ignoring_case(other.name, region.name);
  });
  regions.push_back(std::move(region));
}

}  // namespace

Result<SessionOptions> session_options(const SourceOptions& options,
                                       std::optional<std::uint64_t> seed) {
  const auto shared = TRY(read_link(options.file));
  const SessionImage link = shared.value_or(SessionImage());
  SessionOptions session;
  session.seed = seed.value_or(link.seed);
  LoadOptions& load = session.load;
  load.file = program_display_name(options.file, StandardInput::accept);
  load.max_cells = options.max_cells;
  if (shared) load.max_cells = std::min(load.max_cells, link_limit::cells);
  load.annotations = link.annotations && !options.no_annotations;
  load.dialect = automatic_dialect();
  if (shared || !options.dialect.empty()) {
    const std::string& name = options.dialect.empty() ? link.dialect : options.dialect;
    const auto dialect = find_dialect(name);
    if (!dialect) return unknown_word("dialect", name, dialect_names());
    load.dialect = *dialect;
  }
  load.size = link.size;
  if (!options.size.empty()) load.size = TRY(parse_size_option(options.size));
  std::vector<Region> given = link.regions;
  for (const std::string& text : options.regions) {
    auto region = TRY(parse_region_option(text));
    given.push_back(std::move(region));
  }
  for (Region& region : given) put_region(std::move(region), session.regions);
  return session;
}

Result<OpenedProgram> open_program(const SourceOptions& options) {
  const auto bytes = TRY(read_program(options.file, StandardInput::accept));
  auto how = TRY(session_options(options, std::nullopt));
  auto program = TRY(load(bytes, how.load));
  const Size field = program.playfield.size();
  for (Region& region : how.regions) {
    const auto& [corner, size] = region.area;
    if (!fits_into(region.area, field)) {
      return fail({"--region"},
                  fmt::format("{} reaches outside the field of {}x{}",
                              single_quoted(fmt::format("{}={},{},{},{}", region.name, corner.x,
                                                        corner.y, size.width, size.height)),
                              field.width, field.height),
                  "coordinates count from 0, x before y");
    }
    put_region(std::move(region), program.annotations.regions);
  }
  return OpenedProgram{std::move(program), how.seed, bytes.size(), how.load.file};
}

// ---- A run

CLI::Option* add_seed_option(CLI::App& command, std::optional<std::uint64_t>& seed,
                             const std::string& description) {
  return command.add_option("--seed", seed, description)
      ->transform(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
}

void add_engine_option(CLI::App& command, std::string& engine) {
  command.add_option("--engine", engine, fmt::format("One of: {}", engine_names))
      ->capture_default_str();
}

Result<EngineKind> parse_engine_option(const std::string& name) {
  if (const auto engine = parse_engine(name)) return *engine;
  return unknown_word("engine", name, engine_names);
}

void add_max_ticks_option(CLI::App& command, Tick& max_ticks) {
  command.add_option("--max-ticks", max_ticks, "Stop after so many executed cells")
      ->transform(whole_number(0, no_limit));
}

void add_max_stack_option(CLI::App& command, std::size_t& max_stack) {
  command.add_option("--max-stack", max_stack, "Stop when the stack would hold more")
      ->transform(whole_number(0, std::numeric_limits<std::size_t>::max()))
      ->capture_default_str();
}

void add_history_memory_option(CLI::App& command, std::size_t& megabytes) {
  command.add_option("--history-memory", megabytes, "Megabytes that the recorded past may take")
      ->transform(whole_number(1, std::size_t{1} << 30U))
      ->capture_default_str();
}

// ---- The window

Result<Rectangle> parse_zoom_option(std::string_view text) {
  std::array<std::int64_t, 4> numbers{};
  TextCursor cursor(text);
  bool parsed = true;
  for (std::int64_t& number : numbers) {
    parsed = parsed && (&number == numbers.data() || cursor.take(",")) &&
             cursor.take_number(number) == TextCursor::Number::taken;
  }
  const auto [left, top, right, bottom] = numbers;
  if (parsed && cursor.at_end() && left < right && top < bottom) {
    return Rectangle{{left, top}, {right - left, bottom - top}};
  }
  return fail({"--zoom"}, fmt::format("{} is not a rectangle", single_quoted(text)),
              "write X1,Y1,X2,Y2, such as 0,0,80,25");
}

void add_window_options(CLI::App& command, WindowOptions& options) {
  command.footer(
      "FILE is a program, a recording made by the command save, or a link made by the command\n"
      "link, which opens paused at its instant; without one, @sudoku,\n"
      "the built-in solver, with a sample puzzle. A program is as it was left: its breakpoints, "
      "bookmarks\n"
      "and edits are kept, and the layout. The word play in place of FILE is sudoku for people.\n"
      "Exit codes: 0 done, 2 usage or unreadable file, 4 stopped by an error.\n"
      "Examples:\n"
      "  fungescope debug --break 10,3 program.b93\n"
      "  fungescope debug play");
  add_source_options(command, options.source);
  command.get_option("FILE")->required(false);
  add_repeatable_option(command, "--break", options.breaks,
                        "Stop there: X,Y, or all else that break takes; repeatable");
  command.add_flag("--edit", options.edit, "Begin in the edit mode");
  add_repeatable_option(command, "--command", options.commands,
                        "Execute this command of the debugger first, before --goto; repeatable");
  add_repeatable_option(command, "--goto", options.go_to,
                        "Begin at this tick; repeatable: the last but one is where it was before");
  command.add_option("--why", options.why,
                     "Ask there what made a value, X,Y or output 17; or why it came there: here");
  add_file_option(command, "--against", options.against,
                  "Show the run of another program side by side, with the same input and seed");
  add_file_option(command, "--input", options.input, "The program's input, from a file");
  command
      .add_option("--seed", options.seed,
                  "The seed of `?`: the same one, the same run; default: the one of the link or of "
                  "the last run of the program, else 0 with --input or --screenshot, else one that "
                  "is drawn")
      ->transform(whole_number(0, std::numeric_limits<std::uint64_t>::max()));
  add_history_memory_option(command, options.history_megabytes);
  add_file_option(command, "--screenshot", options.screenshot,
                  "Write one picture to a file, or with - to standard output, without a display, "
                  "and leave")
      ->transform([](std::string path) { return path == "-" ? "/dev/stdout" : std::move(path); });
  command
      .add_option("--play", options.play,
                  "Play at once; for so many seconds before a picture is taken")
      ->check(CLI::Range(0.0, 600.0));
  command
      .add_option("--speed", options.speed,
                  "How fast it plays: 0, a tick a second, to 15, as fast as it can, as BefunExec "
                  "counts; else as it was left")
      ->transform(whole_number(0, window_speeds.size() - 1));
  command.add_option("--zoom", options.zoom,
                     "Show these cells large: X1,Y1,X2,Y2, the last column and row excluded");
  command.add_flag("--follow,!--no-follow", options.follow,
                   "Whether the playfield keeps the instruction pointer in sight");
  command
      .add_option("--every", options.every,
                  "Take a picture each so many seconds of --play, all on one sheet")
      ->check(CLI::Range(0.1, 600.0));
  command.add_option("--window", options.window,
                     "Its size for this once: WIDTHxHEIGHT in pixels; else the last one, at first "
                     "1400x900; that of a picture is 1280x800");
  command.add_option("--layout", options.layout, "One of: solver, code, profile, play");
  command.add_option("--theme", options.theme, "One of: dark, light");
}

}  // namespace fungescope
