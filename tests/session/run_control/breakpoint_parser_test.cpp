#include "session/names.h"
#include "session/run_control/breakpoint.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

Result<Breakpoint> parsed_breakpoint(std::string_view text) {
  static const Symbols symbols = symbols_in(
      "#$watch[1,0]:int = hits\n"
      "#$watch[2,0]:int = Solve::tick\n"
      "#$region[4,1](3x2):ascii = grid\n"
      "#$region[7,1](3x2):ascii = input\n");
  return parse_breakpoint(text, symbols, Size{12, 6});
}

Breakpoint breakpoint(std::string_view text) {
  const Result<Breakpoint> found = parsed_breakpoint(text);
  if (!found) FAIL(std::string(text) << ": " << message(found.error()));
  return *found;
}

std::string error_in_breakpoint(std::string_view text) {
  const Result<Breakpoint> found = parsed_breakpoint(text);
  if (found) return "none";
  const Error& error = found.error();
  return std::to_string(error.where.column) + ": " + to_string(Error{{}, error.what, error.advice});
}

}  // namespace

TEST_CASE("a breakpoint before a cell") {
  const Breakpoint plain = breakpoint(" 10,3 ");
  CHECK(plain.kind == BreakpointKind::cell);
  CHECK(plain.area == Rectangle{{10, 3}, {1, 1}});
  CHECK_FALSE(plain.direction);
  CHECK(plain.text == "10,3");
  CHECK(plain.enabled);
  CHECK(plain.every == 1);
  CHECK(breakpoint("10,3 west").direction == Direction::west);
  CHECK(breakpoint("grid(1,1) North").direction == Direction::north);
  CHECK(breakpoint("grid").area == Rectangle{{4, 1}, {3, 2}});
}

TEST_CASE("a breakpoint at a tick") {
  CHECK(breakpoint("tick 5000").kind == BreakpointKind::tick);
  CHECK(breakpoint("tick 5*1000").tick == 5000);
}

TEST_CASE("breakpoints on data") {
  CHECK(breakpoint("read grid(2,1)").access == DataAccess::read);
  CHECK(breakpoint("write grid(2,1)").access == DataAccess::write);
  const Breakpoint change = breakpoint("change grid");
  CHECK(change.kind == BreakpointKind::data);
  CHECK(change.access == DataAccess::change);
  CHECK(change.area == Rectangle{{4, 1}, {3, 2}});
  const Breakpoint becomes = breakpoint("grid(2,1) becomes '7'");
  CHECK(becomes.access == DataAccess::becomes);
  CHECK(becomes.value->constant() == '7');
  CHECK(becomes.text == "grid(2,1) becomes '7'");
}

TEST_CASE("breakpoints on output, input, depth and modified code") {
  CHECK(breakpoint(R"(output "no\nsolution")").output == "no\nsolution");
  CHECK(breakpoint("input").kind == BreakpointKind::input);
  const Breakpoint deeper = breakpoint("depth > 100");
  CHECK(deeper.deeper);
  CHECK(deeper.depth == 100);
  CHECK_FALSE(breakpoint("depth < 1").deeper);
  CHECK(breakpoint("modified").kind == BreakpointKind::modified_code);
}

TEST_CASE("options come in any order") {
  for (const std::string_view text :
       {R"(10,3 if depth > 2 hits 10 log "here")", R"(10,3 log "here" hits 10 if depth > 2)",
        R"(10,3 hits 10 log "here" if depth > 2)"}) {
    const Breakpoint all = breakpoint(text);
    CHECK(all.text == "10,3");
    CHECK(all.condition->text() == "depth > 2");
    CHECK(all.every == 10);
    CHECK(all.log == "here");
    CHECK(describe(all) == R"(10,3 if depth > 2 hits 10 log "here")");
  }
}

TEST_CASE("a condition ends where an expression does") {
  const Breakpoint named = breakpoint("10,3 if hits > 3 && hits hits 4");
  CHECK(named.condition->text() == "hits > 3 && hits");
  CHECK(named.every == 4);
}

TEST_CASE("keywords take precedence over names, unless a name character follows") {
  CHECK(breakpoint("input").kind == BreakpointKind::input);
  CHECK(breakpoint("input(2,1)").area.corner == Point{9, 2});
  CHECK(breakpoint("::hits").area.corner == Point{1, 0});
  CHECK(breakpoint("hits hits 3").every == 3);
  CHECK(breakpoint("Solve::tick becomes 3").area.corner == Point{2, 0});
  CHECK(breakpoint("tick becomes 3").area.corner == Point{2, 0});
  CHECK(breakpoint("write tick").area.corner == Point{2, 0});
}

TEST_CASE("a breakpoint's description parses to the same breakpoint") {
  for (const std::string_view text :
       {"10,3 west if depth > 2", "tick 5000", "read grid(2,1)", "change grid hits 10",
        "grid(2,1) becomes '7' if old != ' '", R"(output "a\"b\\c\x01\n" hits 2)", "input",
        "depth > 100", "modified", R"(write hits log "{{it}} is \"{hits}\"\t")"}) {
    const Breakpoint first = breakpoint(text);
    const std::string described = describe(first);
    const Breakpoint again = breakpoint(described);
    CHECK(described == text);
    CHECK(describe(again) == described);
    CHECK(again.log == first.log);
    CHECK(again.output == first.output);
  }
}

TEST_CASE("an invalid breakpoint is an error at its column") {
  CHECK(error_in_breakpoint("") ==
        "1: expected a place, found the end; such as 3,4, grid(2,5), a region or a variable");
  CHECK(error_in_breakpoint("10,3 sideways") ==
        "6: expected a direction, 'becomes', 'if', 'hits', 'log' or the end, found 'sideways'");
  CHECK(error_in_breakpoint("change grid west") ==
        "13: expected 'if', 'hits', 'log' or the end, found 'west'");
  CHECK(error_in_breakpoint("tick") == "5: expected a tick, found the end");
  CHECK(error_in_breakpoint("tick -1") == "6: -1 is not a tick; write 0 or more");
  CHECK(error_in_breakpoint("tick depth") == "6: 'depth' is not a constant; write a number");
  CHECK(error_in_breakpoint("depth 3") == "7: expected '>' or '<' and a depth, found '3'");
  CHECK(error_in_breakpoint("depth < 0") == "9: 0 is not a depth; write 1 or more");
  CHECK(error_in_breakpoint("output no") ==
        "8: expected the text in quotes, found 'no'; such as \"no solution\"");
  CHECK(error_in_breakpoint("output \"\"") == "8: the text is empty; write at least one byte");
  CHECK(error_in_breakpoint("1,1 hits 0") == "10: 0 is not a number of hits; write 1 or more");
  CHECK(error_in_breakpoint("1,1 if 1 if 2") == "10: a second 'if'; write each option once");
  CHECK(error_in_breakpoint("1,1 if") ==
        "7: expected a value, found the end; such as 7, 'X', top, cell(3,4) or a variable");
  CHECK(error_in_breakpoint("change gird").starts_with("8: there is no variable 'gird'"));
}

TEST_CASE("a log message is checked when it is set, and errors have its column") {
  CHECK(error_in_breakpoint(R"(1,1 log "is {hist}")") ==
        "14: there is no variable 'hist'; the nearest name is hits");
  CHECK(
      error_in_breakpoint(R"(1,1 log "\"\"{1+}")").starts_with("17: expected a value, found '}'"));
  CHECK(error_in_breakpoint(R"(1,1 log "{1")") ==
        "12: expected an operator or '}', found the end; write '{{' for a brace in the text");
  CHECK(error_in_breakpoint(R"(1,1 log "{1 2}")")
            .starts_with("13: expected an operator or '}', found '2'"));
}

TEST_CASE("a program's own breakpoints are set") {
  const std::vector<Breakpoint> breakpoints =
      source_breakpoints(annotations_in("#$break[10,3]\n#$break[0,1]\n"));
  REQUIRE(breakpoints.size() == 2);
  CHECK(breakpoints[0].kind == BreakpointKind::cell);
  CHECK(breakpoints[0].area == Rectangle{{10, 3}, {1, 1}});
  CHECK(describe(breakpoints[1]) == "0,1");
}

TEST_CASE("a list numbers its breakpoints and never reuses a number") {
  BreakpointList list;
  CHECK(list.add(breakpoint("1,1")) == 1);
  CHECK(list.add(breakpoint("2,2")) == 2);
  CHECK(list.remove(1));
  CHECK_FALSE(list.remove(1));
  CHECK(list.find(1) == nullptr);
  REQUIRE(list.find(2) != nullptr);
  CHECK(list.find(2)->text == "2,2");
  list.clear();
  CHECK(list.add(breakpoint("3,3")) == 3);
}
