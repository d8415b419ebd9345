// Options that several commands have: those for loading a source file (--dialect, --size,
// --max-cells, --no-annotations, --region), for a run, and for the window.
//
//     SourceOptions source;
//     add_source_options(command, source);
//     ...
//     Result<OpenedProgram> opened = open_program(source);
//
// The options that a function adds to must outlive the parsing.
#pragma once

#include "base/result.h"
#include "jit/tier/engine.h"
#include "lang/dialect.h"
#include "lang/loader.h"
#include "vm/machine.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
class Option;
class Validator;
}  // namespace CLI

namespace fungescope {

struct SessionOptions;

// Accepts only decimal digits with a value in min..max: no sign, fraction or other base. For
// `transform`: drops leading zeros.
[[nodiscard]] CLI::Validator whole_number(std::uint64_t min, std::uint64_t max);

// ---- A source file

struct SourceOptions {
  std::string file;
  std::string dialect;  // empty: a link's, or automatic
  std::string size;     // empty: the dialect's rule
  std::int64_t max_cells = LoadOptions{}.max_cells;
  bool no_annotations = false;
  std::vector<std::string> regions;  // NAME=X,Y,W,H[:encoding]
};

void add_source_options(CLI::App& command, SourceOptions& options);

struct OpenedProgram : Program {
  std::uint64_t seed = 0;  // of a link
  std::uint64_t source_bytes = 0;
  std::string file = {};  // as messages name it
};

// Reads and loads the file; "-" is standard input and "@NAME" a built-in program. A link has
// options of its own, over which those of the command line have precedence. A --region
// replaces one of the same name in the source and must be inside the field.
[[nodiscard]] Result<OpenedProgram> open_program(const SourceOptions& options);

// Returns the options of a session for a source that is read by other means.
[[nodiscard]] Result<SessionOptions> session_options(const SourceOptions& options,
                                                     std::optional<std::uint64_t> seed);

// ---- A run

// The error of an option with one of several `words`: "there is no format 'xml'".
[[nodiscard]] tl::unexpected<Error> unknown_word(const std::string& option, const std::string& word,
                                                 const std::string& words);

// Adds an option whose value is the path of a file.
CLI::Option* add_file_option(CLI::App& command, const std::string& name, std::string& path,
                             const std::string& description);
// Adds an option that may be repeated, with one value each.
void add_repeatable_option(CLI::App& command, const std::string& name,
                           std::vector<std::string>& values, const std::string& description);

// The seed is 0, or the link's, unless it is given.
CLI::Option* add_seed_option(CLI::App& command, std::optional<std::uint64_t>& seed,
                             const std::string& description);
void add_engine_option(CLI::App& command, std::string& engine);
[[nodiscard]] Result<EngineKind> parse_engine_option(const std::string& name);
void add_max_ticks_option(CLI::App& command, Tick& max_ticks);
void add_max_stack_option(CLI::App& command, std::size_t& max_stack);
void add_history_memory_option(CLI::App& command, std::size_t& megabytes);

// ---- The window

// The program `fungescope-ui` parses them, and the manual page and the completions of
// `fungescope debug` describe them.
struct WindowOptions {
  SourceOptions source;  // without a file: the built-in solver
  std::string against;   // another program; empty: none
  std::string input;
  std::uint64_t seed = 0;
  std::size_t history_megabytes = 256;
  std::vector<std::string> breaks;  // X,Y, or any arguments of `break`
  std::vector<std::string> commands;
  std::vector<std::string> go_to;
  std::string why;
  std::string screenshot;
  double play = 0;                     // seconds, of which a window takes none for itself
  std::optional<std::uint64_t> speed;  // 0..15
  std::string zoom;                    // X1,Y1,X2,Y2
  std::optional<bool> follow;
  double every = 0;    // seconds; 0: one picture
  std::string window;  // empty: the usual size
  bool edit = false;
  std::string layout;
  std::string theme;
};

// By the value of --speed, in ticks a second; 0: as fast as it can.
inline constexpr std::array window_speeds{1.0,  7.5,  25.0, 100.0, 250.0, 500.0, 1e3, 5e3,
                                          25e3, 50e3, 1e5,  250e3, 500e3, 1e6,   3e6, 0.0};

// Parses X1,Y1,X2,Y2, the argument of --zoom.
[[nodiscard]] Result<Rectangle> parse_zoom_option(std::string_view text);

// Adds FILE, the options and the help to a command. `options` must outlive the parsing.
void add_window_options(CLI::App& command, WindowOptions& options);

}  // namespace fungescope
