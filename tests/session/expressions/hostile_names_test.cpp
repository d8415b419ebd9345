// Names and texts of a hostile program in responses: none of their control characters may
// reach the terminal.
#include "session/debugged.h"

#include <algorithm>
#include <initializer_list>
#include <string>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

// CSI in both encodings, a window title, and a mark that reverses text.
const std::string evil = "\x1b[2J\x1b]0;owned\x07\xc2\x9b 31m\xe2\x80\xae";

const std::string hostile_source =
    "9>:.:03p1-:v\n"
    " ^         _@\n"
    "\n"
    "ab\n"
    "#$watch[0,3]:int = V" +
    evil +
    "\n"
    "#$watch[1,3]:int = S" +
    evil + " :: W" + evil +
    "\n"
    "#$region[0,3](2x1):ascii = R" +
    evil + "\n";

bool is_harmless(const std::string& text) {
  const bool controls = std::any_of(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 32 && c != '\n' && c != '\t') || c == 127;
  });
  return !controls && text.find("\xc2\x9b") == std::string::npos &&
         text.find("\xe2\x80\xae") == std::string::npos;
}

}  // namespace

TEST_CASE("names of the program are escaped in every response") {
  Debugged debugged(hostile_source);
  const auto& symbols = debugged.debugger.session().symbols();
  REQUIRE(symbols.regions().size() == 1);
  REQUIRE(symbols.regions()[0].name.find('\x1b') != std::string::npos);
  REQUIRE(symbols.variables().size() == 2);
  debugged("goto 60");
  debugged("break change 0,3 log \"now \\x1b[7m{new}\"");
  debugged("break change 0,3 hits 5");
  debugged("mark \"\\x1b[2J\"");
  for (const char* line : {"find ab",
                           "find \"\\x1b\"",
                           "profile",
                           "profile 0 60",
                           "hot",
                           "region",
                           "vars",
                           "info",
                           "where",
                           "stack",
                           "who 0,3",
                           "writes 0,3",
                           "writes 0,3 2",
                           "diff start now",
                           "when last cell(0,3) == 5",
                           "trace 0 20",
                           "change 0,3",
                           "back change 0,3",
                           "back continue",
                           "continue",
                           "marks",
                           "breaks",
                           "set 0,3 = 27",
                           "field 0,3,2,1",
                           "echo \"\\x1b[2J\"",
                           "help",
                           "branches"}) {
    CAPTURE(line);
    const auto response = debugged.debugger.submit(line);
    CHECK(is_harmless(response ? to_text(*response) : to_string(response.error())));
  }
  std::string logged;
  debugged.debugger.set_log_sink([&logged](const LogMessage& message) { logged += message.text; });
  debugged("restart");
  debugged("continue");
  CHECK(logged.find("now \\x1b[7m") != std::string::npos);
  CHECK(is_harmless(logged));
}

TEST_CASE("errors are escaped too") {
  Debugged debugged(hostile_source);
  for (const std::string& line : std::initializer_list<std::string>{
           "who " + evil, evil, "break " + evil, "load " + evil, "set " + evil + " = 1",
           "until " + evil, "who Vx", "who \"V\\x1b\"", "goto " + evil, "help " + evil}) {
    const auto response = debugged.debugger.submit(line);
    REQUIRE_FALSE(response);
    CAPTURE(response.error().what);
    CHECK(is_harmless(to_string(response.error())));
  }
}

TEST_CASE("what cannot be typed is not offered") {
  Debugged debugged(hostile_source);
  CHECK(debugged.debugger.complete("who ").words.empty());
  Debugged plain(countdown);
  CHECK(plain.debugger.complete("who Loop").words == std::vector<std::string>{"Loop::count"});
}
