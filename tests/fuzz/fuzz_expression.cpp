// Parses any text, and text assembled from words of the language, as an expression, a place and a
// breakpoint. Errors have a column inside the text; results can be formatted and are parsed back to
// the same.
#include "session/expressions/expression.h"
#include "session/run_control/breakpoint.h"
#include "session/run_control/steps.h"
#include "support/program_from_text.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

#include "fuzz_check.h"

using namespace fungescope;

namespace {

constexpr Size field{12, 6};

const Symbols& symbols() {
  static const Symbols all(
      scan_annotations(LineReader("#$watch[1,0]:int = level\n#$watch[2,0]:char = Solve::x\n"
                                  "#$watch[3,0]:int = Step::x\n#$watch[4,0]:int = hits\n"
                                  "#$watch[5,0]:int = grid\n#$watch[6,0]:int = top\n"
                                  "#$region[4,1](3x2):ascii = grid\n"
                                  "#$region[8,1](2x2):decimal = x\n"
                                  "#$region[8,3](1x3):decimal = count\n",
                                  LineEndings::any),
                       "fuzz")
          .annotations);
  return all;
}

// A word for each byte. Any name may precede a bracket.
std::string text_of_words(std::string_view bytes) {
  constexpr auto words = std::to_array<std::string_view>(
      {"level", "x",       "Solve",  "::",  "hits",  "grid", "top",     "count", "cell", "stack",
       "any",   "tick",    "depth",  "v",   "old",   "new",  "nothing", "(",     "(",    "(0,1)",
       ")",     ",",       "0",      "1",   "2,0",   "-",    "!",       "+",     "*",    "%",
       "==",    "<",       "&&",     "'x'", "\"x\"", "if",   "hits 2",  "write", "read", "change",
       "west",  "becomes", "output", "log", "\"{",   "}\""});
  std::string text;
  for (const char byte : bytes.substr(0, 40)) {
    text += words[static_cast<unsigned char>(byte) % words.size()];
    text += byte < 0 ? "" : " ";
  }
  return text;
}

const Machine& machine() {
  static const Machine value = [] {
    Machine made(test::program_from_text("1 2 3 4 5 6\n 7 8 9", field));
    made.stack.push(-7);
    made.stack.push(3);
    made.tick = 1000;
    return made;
  }();
  return value;
}

TrapEvent event() {
  TrapEvent all;
  all.kinds = 0x7f;
  all.at = {5, 2};
  all.before = 3;
  all.now = '7';
  return all;
}

void check_error(const Error& error, std::string_view text) {
  FUZZ_CHECK(error.where.column >= 1 && error.where.column <= text.size() + 1);
  FUZZ_CHECK(!error.what.empty());
  for (const char c : error.what + error.advice) FUZZ_CHECK(static_cast<unsigned char>(c) >= ' ');
}

void check_expression(std::string_view text) {
  const auto expression = Expression::parse(text, symbols(), field);
  if (!expression) return check_error(expression.error(), text);
  const TrapEvent with = event();
  const std::int64_t value = expression->evaluate(machine(), &with);
  if (const auto constant = expression->constant()) FUZZ_CHECK(*constant == value);
  for (const Rectangle& area : expression->dependencies().areas) FUZZ_CHECK(fits_into(area, field));
  FUZZ_CHECK(IncrementalExpression(*expression).evaluate(machine()) ==
             expression->evaluate(machine()));
  const auto again = Expression::parse("(" + expression->text() + ")", symbols(), field);
  // One bracket more may be one too deep.
  FUZZ_CHECK(again ? again->evaluate(machine(), &with) == value
                   : again.error().what == "the expression is nested too deeply");
}

void check_place(std::string_view text) {
  const auto place = parse_place(text, symbols(), field);
  if (!place) return check_error(place.error(), text);
  FUZZ_CHECK(fits_into(place->area, field));
  const auto again = parse_place(place->name, symbols(), field);
  FUZZ_CHECK(again && again->area == place->area && again->name == place->name);
}

void check_stop(std::string_view text) {
  const auto stop = parse_breakpoint(text, symbols(), field);
  if (!stop) return check_error(stop.error(), text);
  const std::string described = describe(*stop);
  const auto again = parse_breakpoint(described, symbols(), field);
  FUZZ_CHECK(again.has_value());
  FUZZ_CHECK(describe(*again) == described);
  FUZZ_CHECK(again->kind == stop->kind && again->area == stop->area);
  FUZZ_CHECK(again->tick == stop->tick && again->every == stop->every);
  FUZZ_CHECK(again->log == stop->log && again->output == stop->output);
  FUZZ_CHECK(is_hit(*again, machine(), event()) == is_hit(*stop, machine(), event()));
  FUZZ_CHECK(fits_into(stop->area, field));
  Traps traps(field);
  set_traps({*stop}, Dialect{}, traps);
  static_cast<void>(format_log_message(stop->log, machine(), event(), symbols()));
}

void check(std::string_view text) {
  check_expression(text);
  check_place(text);
  check_stop(text);
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  check(text);
  check(text_of_words(text));
  return 0;
}
