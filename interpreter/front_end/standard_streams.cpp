#include "front_end/standard_streams.h"

#include "base/escape.h"
#include "front_end/interrupt.h"

#include <cerrno>
#include <cstring>
#include <exception>
#include <sstream>
#include <unistd.h>

#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::string_view no_memory = "fungescope: out of memory for a message\n";

void print_line(const char* prefix, const Error& error) noexcept {
  try {
    write_message(prefix + to_string(error) + '\n');
  } catch (const std::exception&) {
    write_message(no_memory);
  }
}

}  // namespace

void write_message(std::string_view bytes) noexcept {
  static_cast<void>(write_all(STDERR_FILENO, bytes));
}

void vprint_message(fmt::string_view format, fmt::format_args arguments) noexcept {
  try {
    write_message(escape_lines(fmt::vformat(format, arguments)));
  } catch (const std::exception&) {
    write_message(no_memory);
  }
}

void print_error(const Error& error) noexcept {
  print_line("fungescope: ", error);
}

int fail_with(const Error& error, int code) noexcept {
  print_error(error);
  return interrupted().load(std::memory_order_relaxed) ? exit_code::interrupted : code;
}

void print_warning(const Error& warning) noexcept {
  print_line("fungescope: warning: ", warning);
}

void print_note(const Error& note) noexcept {
  print_line("fungescope: note: ", note);
}

int write_report(std::string_view report, const char* loss, int code) {
  const int error = write_all(STDOUT_FILENO, report);
  if (error == 0 || error == EPIPE) return code;
  if (error == EINTR) return exit_code::interrupted;
  print_error({{"<stdout>"}, std::strerror(error), loss});
  return exit_code::stopped_by_error;
}

int print_help(const CLI::App& app, const CLI::ParseError& request) {
  std::ostringstream text;
  app.exit(request, text, text);
  return write_report(text.str(), "the rest of the text is lost", exit_code::done);
}

}  // namespace fungescope
