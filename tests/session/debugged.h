// A debugger without a front end: a program as text.
#pragma once

#include "session/commands/command.h"
#include "support/session_fixture.h"
#include "support/test.h"

namespace fungescope::test {

// "COLUMN: what; advice", or "FILE:LINE:COLUMN: what; advice" of an error within a file.
inline std::string error_text(const Error& error) {
  if (!error.where.file.empty()) return to_string(error);
  return std::to_string(error.where.column) + ": " + to_string(error);
}

struct Debugged {
  explicit Debugged(std::string source, InputLog input = {}, SessionOptions options = {})
      : debugger(open_session(std::move(source), std::move(input), std::move(options)), files,
                 poll_limit) {}

  // The reply to a line that must not fail.
  Response operator()(std::string_view line) {
    CAPTURE(line);
    auto response = debugger.submit(line);
    if (!response) FAIL(to_string(response.error()));
    return std::move(*response);
  }
  void run(std::initializer_list<std::string_view> lines) {
    for (const std::string_view line : lines) (*this)(line);
  }
  // The error of one that must fail.
  std::string error(std::string_view line) {
    CAPTURE(line);
    const auto response = debugger.submit(line);
    REQUIRE(!response.has_value());
    return error_text(response.error());
  }
  [[nodiscard]] const Machine& machine() { return debugger.session().machine(); }
  [[nodiscard]] Tick tick() { return machine().tick; }

  MemoryFiles files;
  PollLimit poll_limit;
  Debugger debugger;
};

// Prints 9 8 ... 1 and ends; counts in a variable, which is cell (0, 3).
inline constexpr const char* countdown =
    "9>:.:03p1-:v\n"
    " ^         _@\n"
    "\n"
    " \n"
    "#$watch[0,3]:int = Loop :: count\n"
    "#$region[0,3](2x1):decimal = pair\n";

}  // namespace fungescope::test
