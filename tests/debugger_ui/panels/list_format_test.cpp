// Formatting and layout of the lists, without a window.
#include "debugger_ui/panels/common/cell_format.h"
#include "debugger_ui/panels/common/panel_widgets.h"
#include "debugger_ui/panels/run/console_text.h"
#include "debugger_ui/panels/test.h"
#include "debugger_ui/panels/values/watch_rows.h"

namespace {

Watch variable(std::int64_t x, std::vector<std::string> scope, std::string name) {
  Watch watch;
  watch.at = {x, 0};
  watch.scope = std::move(scope);
  watch.name = std::move(name);
  return watch;
}

struct Variables {
  std::vector<VariableSnapshot> pictures;
  Symbols symbols;
  explicit Variables(const std::vector<Watch>& watches) {
    Annotations annotations;
    annotations.watches = watches;
    symbols = Symbols(annotations);
    for (const Watch& watch : symbols.variables()) pictures.push_back({watch, 0, 0});
  }
};

std::string drawn(const std::vector<WatchRow>& rows) {
  std::string text;
  for (const WatchRow& row : rows) {
    text += std::string(static_cast<std::size_t>(row.depth), '.') + row.name +
            (row.scope ? (row.open ? "-" : "+") : "") + ' ';
  }
  return text;
}

TEST_CASE("variables form a tree: global ones first, then scopes") {
  const Variables variables({variable(1, {"A"}, "x"), variable(2, {}, "level"),
                             variable(3, {"A", "B"}, "y"), variable(4, {"C"}, "z"),
                             variable(5, {"A"}, "w")});
  const auto& [pictures, symbols] = variables;
  CHECK(drawn(watch_rows(pictures, symbols, {}, "")) == "level A- .x .w .B- ..y C- .z ");
  CHECK(drawn(watch_rows(pictures, symbols, {"A"}, "")) == "level A+ C- .z ");
  // A filter expands collapsed scopes and matches full names, ignoring case.
  CHECK(drawn(watch_rows(pictures, symbols, {"A"}, "b::Y")) == "A- .B- ..y ");
  CHECK(drawn(watch_rows(pictures, symbols, {}, "nothing")).empty());
  const auto rows = watch_rows(pictures, symbols, {}, "");
  CHECK(rows[1].members == 3);
  CHECK(rows[0].declared == 1);
}

TEST_CASE("the name of a variable resolves to it in commands") {
  const Variables variables({variable(1, {"Solve"}, "x"), variable(2, {}, "top"),
                             variable(3, {}, "plain"), variable(4, {}, "two words")});
  const auto name = [&](std::size_t i) {
    return command_name(variables.pictures[i].watch, variables.symbols);
  };
  CHECK(name(0) == "Solve::x");
  CHECK(name(1) == "::top");
  CHECK(name(2) == "plain");
  CHECK(name(3) == "4,0");
}

TEST_CASE("a curve holds each value until the next, between its minimum and its maximum") {
  const auto sample = [](Tick tick, std::int64_t value) {
    TimelineSample made;
    made.tick = tick;
    made.values = {7, value};
    return made;
  };
  const auto points = [](const std::vector<TimelineSample>& samples, std::size_t index,
                         std::int64_t unset) {
    std::vector<std::pair<float, float>> all;
    for (const ImVec2 at : sparkline(samples, index, unset, {10, 20}, {100, 8})) {
      all.emplace_back(at.x, at.y);
    }
    return all;
  };
  using Points = std::vector<std::pair<float, float>>;
  const std::vector<TimelineSample> samples{sample(0, 0), sample(50, 4), sample(100, 2)};
  CHECK(points(samples, 1, -1) == Points{{10, 28}, {60, 28}, {60, 20}, {110, 20}, {110, 24}});
  CHECK(points(samples, 0, -1).empty());  // never changes
  CHECK(points(samples, 9, -1).empty());
  CHECK(points({}, 0, -1).empty());
  // The source's character is not a value of the variable.
  CHECK(points({sample(0, 'x'), sample(50, 1), sample(100, 2)}, 1, 'x') ==
        Points{{60, 28}, {110, 28}, {110, 20}});
  CHECK(points({sample(0, 'x'), sample(9, 'x')}, 1, 'x').empty());
}

TEST_CASE("output wraps at line breaks and at the edge") {
  const auto lines = [](std::string_view text, std::size_t columns) {
    std::vector<std::string> cut;
    for (const OutputLine& line : wrap_lines(text, columns)) {
      cut.emplace_back(text.substr(line.begin, line.end - line.begin));
    }
    return cut;
  };
  CHECK(lines("", 4).empty());
  CHECK(lines("abcdef", 4) == Lines{"abcd", "ef"});
  CHECK(lines("ab\ncd", 4) == Lines{"ab\n", "cd"});
  CHECK(lines("abcd\n", 4) == Lines{"abcd\n", ""});
  CHECK(lines("abc\x07z", 4) == Lines{"abc", "\x07", "z"});  // \x07 takes four columns
  CHECK(lines("äöü", 2) == Lines{"äö", "ü"});
}

TEST_CASE("bytes that are not text are escaped") {
  const auto shown = [](std::string_view text) {
    std::string all;
    for (std::size_t i = 0; i < text.size();) {
      const OutputGlyph unit = glyph_at(text, i);
      all += glyph_text(text, i, unit);
      i += unit.bytes;
    }
    return all;
  };
  CHECK(shown("a\tb\x1b[0m") == "a\\tb\\x1b[0m");
  CHECK(shown("\xc3\xa4") == "\xc3\xa4");
  CHECK(shown("\xc3") == "\\xc3");
  CHECK(shown("\xc0\xaf\xff") == "\\xc0\\xaf\\xff");  // overlong, and not UTF-8 at all
  CHECK(shown("\xed\xa0\x80") == "\\xed\\xa0\\x80");  // a surrogate
  CHECK(shown("\xe2\x86\x92|\xf0\x9f\x98") == "\xe2\x86\x92|\\xf0\\x9f\\x98");
}

TEST_CASE("screen positions map to bytes and back") {
  const std::string text = "ab\n\tcd";
  const auto lines = wrap_lines(text, 10);
  REQUIRE(lines.size() == 2);
  CHECK(line_of(lines, 2) == 0);
  CHECK(line_of(lines, 3) == 1);
  CHECK(line_of(lines, 99) == 1);
  CHECK(byte_in_column(text, lines[0], 1) == 1);
  CHECK(byte_in_column(text, lines[0], 7) == 2);  // the line break
  CHECK(byte_in_column(text, lines[1], 1) == 3);  // the second column of \t
  CHECK(byte_in_column(text, lines[1], 2) == 4);
  CHECK(byte_in_column(text, lines[1], 9) == 6);
}

TEST_CASE("text is found in output of any size, in both directions, wrapping around") {
  std::string bytes(700'000, '.');
  bytes.replace(10, 3, "abc");
  bytes.replace((1 << 18) - 1, 3, "abc");  // across two chunks
  const auto find = [&](std::string_view needle, std::uint64_t from, bool backwards) {
    return find_bytes(
        [&](std::uint64_t low, std::uint64_t high) { return bytes.substr(low, high - low); },
        bytes.size(), needle, from, backwards, [] { return true; });
  };
  CHECK(find("abc", 0, false) == 10);
  CHECK(find("abc", 11, false) == (1 << 18) - 1);
  CHECK(find("abc", 1 << 18, false) == 10);  // wraps around to the beginning
  CHECK(find("abc", 1 << 18, true) == (1 << 18) - 1);
  CHECK(find("abc", 10, true) == (1 << 18) - 1);  // wraps around to the end
  CHECK_FALSE(find("abd", 0, false));
  CHECK_FALSE(find("", 0, false));
}

TEST_CASE("a breakpoint is typed with or without its command") {
  CHECK(break_command("10,3") == "break 10,3");
  CHECK(break_command("break 10,3") == "break 10,3");
}

TEST_CASE("a row is centred when it is scrolled to, unless it is visible") {
  RowScroller scroller;
  scroller.reveal(50, 10);
  CHECK(scroller.first() == 45);
  scroller.reveal(54, 10);
  CHECK(scroller.first() == 45);
  scroller.reveal(2, 10);
  CHECK(scroller.first() == 0);
}

}  // namespace
