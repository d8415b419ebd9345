// The end of a command: its exit code, and whole texts to the standard streams, messages to
// standard error and reports to standard output.
//
// A message never affects the result of a command: one that cannot be written, because standard
// error is closed, full or a broken pipe, or because nobody reads it after Ctrl-C, is dropped.
// Output that cannot be written is an error. SIGPIPE must be ignored.
#pragma once

#include "base/result.h"

#include <string>
#include <string_view>

#include <fmt/core.h>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
class ParseError;
}  // namespace CLI

namespace fungescope {

// `fungescope COMMAND --help` lists them for users.
namespace exit_code {
inline constexpr int done = 0;
inline constexpr int difference = 1;  // --check found one
inline constexpr int usage = 2;       // or a file that cannot be read
inline constexpr int max_ticks = 3;
inline constexpr int stopped_by_error = 4;  // strict dialect, stack limit, output that fails
inline constexpr int interrupted = 130;     // Ctrl-C: 128 + SIGINT, as in shells
}  // namespace exit_code

// Writes bytes to standard error.
void write_message(std::string_view bytes) noexcept;

void vprint_message(fmt::string_view format, fmt::format_args arguments) noexcept;

// Formats a message and writes it to standard error, at once. Control characters are escaped
// (base/escape.h), wherever they come from; write_message keeps them.
template <class... Arguments>
void print_message(fmt::format_string<Arguments...> format, Arguments&&... arguments) noexcept {
  vprint_message(format, fmt::make_format_args(arguments...));
}

// Prints "fungescope: ERROR" as a line on standard error.
void print_error(const Error& error) noexcept;

// Does so and returns the exit code: that of Ctrl-C if it came, which is then what failed, else
// `code`.
[[nodiscard]] int fail_with(const Error& error, int code) noexcept;

// Prints "fungescope: warning: WARNING" as a line on standard error.
void print_warning(const Error& warning) noexcept;
// Prints "fungescope: note: NOTE", of what is right but may surprise.
void print_note(const Error& note) noexcept;

// Writes a whole report to standard output, and returns the exit code: `code`, or that of Ctrl-C
// before its reader has taken all of it, or of output that fails, after printing the error. A
// reader that has closed the pipe is not an error. `loss` is the error's advice, such as "the
// report is incomplete".
[[nodiscard]] int write_report(std::string_view report, const char* loss, int code);

// Prints what --help and --version ask for: `request` is what parsing threw, with exit code 0.
// Returns the exit code of the process: an error if standard output cannot be written.
[[nodiscard]] int print_help(const CLI::App& app, const CLI::ParseError& request);

// Returns what --version prints (version.cpp, which only programs link): the program's name and
// version in the first line, as in "fungescope 0.1.0", and further lines "NAME: VALUE": the
// abbreviated commit it was built from, or "unknown" without a git repository, its back ends, its
// dialects.
[[nodiscard]] std::string version_text(std::string_view program);

}  // namespace fungescope
