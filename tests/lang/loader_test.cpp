#include "lang/loader.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace fungescope;

namespace {

LoadOptions options_for(std::string_view dialect) {
  LoadOptions options;
  options.file = "t.b93";
  options.dialect = find_dialect(dialect).value();
  return options;
}

LoadOptions with_size(Size size, std::string_view dialect = "wide") {
  LoadOptions options = options_for(dialect);
  options.size = LoadOptions::SizeOverride{.source = false, .size = size};
  return options;
}

LoadOptions with_source_size(std::string_view dialect = "wide") {
  LoadOptions options = options_for(dialect);
  options.size = LoadOptions::SizeOverride{.source = true, .size = {}};
  return options;
}

Program loaded(std::string_view bytes, const LoadOptions& options = options_for("wide")) {
  Result<Program> program = load(bytes, options);
  REQUIRE_MESSAGE(program.has_value(), to_string(program.error()));
  return std::move(*program);
}

Size size_of(std::string_view bytes, const LoadOptions& options = options_for("wide")) {
  return loaded(bytes, options).playfield.size();
}

// Returns row `y` without trailing blanks. Values above 127 are returned as bytes.
std::string row(const Program& program, std::int64_t y) {
  std::string text;
  for (std::int64_t x = 0; x < program.playfield.size().width; ++x) {
    text += static_cast<char>(program.playfield.at(Point{x, y}));
  }
  text.erase(text.find_last_not_of(' ') + 1);
  return text;
}

std::vector<std::string> warnings(const Program& program) {
  std::vector<std::string> texts;
  for (const Error& warning : program.warnings) texts.push_back(to_string(warning));
  return texts;
}

const std::string keep_all = "; --size source makes the field as large as the source";

}  // namespace

TEST_CASE("wide: a source that fits gets the classic field, padded with blanks") {
  const Program program = loaded("12\n@\n");
  CHECK(program.playfield.size() == classic_field);
  CHECK(row(program, 0) == "12");
  CHECK(row(program, 1) == "@");
  CHECK(program.playfield.at(Point{79, 0}) == ' ');
  CHECK(program.playfield.at(Point{79, 24}) == ' ');
  CHECK(program.warnings.empty());
}

TEST_CASE("wide: the classic field reaches to exactly 80 columns and 25 lines") {
  CHECK(size_of(std::string(80, '1')) == Size{80, 25});
  CHECK(size_of(std::string(81, '1')) == Size{81, 1});
  CHECK(size_of(std::string(25, '\n')) == Size{80, 25});
  CHECK(size_of(std::string(26, '\n')) == Size{1, 26});
  CHECK(size_of(std::string(24, '\n') + std::string(90, '1')) == Size{90, 25});
}

TEST_CASE("strict loads as wide does") {
  CHECK(size_of("@", options_for("strict")) == Size{80, 25});
  CHECK(size_of(std::string(81, '1'), options_for("strict")) == Size{81, 1});
}

TEST_CASE("befunexec: the field is always the source's bounding box") {
  const LoadOptions befunexec = options_for("befunexec");
  CHECK(size_of("123\n@", befunexec) == Size{3, 2});
  CHECK(size_of("1\n123\n12\n", befunexec) == Size{3, 3});
  CHECK(size_of("\n\n\n", befunexec) == Size{1, 3});
}

TEST_CASE("an empty source is a blank field, of one cell if the source decides") {
  for (const std::string_view empty : {"", "\xef\xbb\xbf"}) {
    CHECK(size_of(empty) == Size{80, 25});
    CHECK(size_of(empty, options_for("bef")) == Size{80, 25});
    CHECK(size_of(empty, options_for("befunexec")) == Size{1, 1});
    CHECK(size_of(empty, with_source_size()) == Size{1, 1});
    CHECK(loaded(empty, options_for("befunexec")).playfield.at(Point{0, 0}) == ' ');
  }
}

TEST_CASE("a byte-order mark is stripped, once and only from the start") {
  for (const Dialect& dialect : dialects()) {
    const LoadOptions options = options_for(dialect.name);
    CHECK(row(loaded("\xef\xbb\xbf@", options), 0) == "@");
  }
  CHECK(row(loaded("\xef\xbb\xbf\xef\xbb\xbf@"), 0) == "\xef\xbb\xbf@");
  CHECK(row(loaded("@\xef\xbb\xbf"), 0) == "@\xef\xbb\xbf");
  CHECK(row(loaded("\xef\xbb"), 0) == "\xef\xbb");
}

TEST_CASE("LF, CRLF and CR end lines, but in bef only LF does") {
  for (const std::string_view text : {"1\n2\n3", "1\r\n2\r\n3\r\n", "1\r2\r3\r", "1\n2\r3\r\n"}) {
    for (const std::string_view dialect : {"wide", "befunexec", "strict"}) {
      const Program program = loaded(text, options_for(dialect));
      CHECK(row(program, 0) == "1");
      CHECK(row(program, 1) == "2");
      CHECK(row(program, 2) == "3");
    }
  }
  const Program bef = loaded("1\r\n2\r3\n4", options_for("bef"));
  CHECK(row(bef, 0) == "1\r");
  CHECK(row(bef, 1) == "2\r3");
  CHECK(row(bef, 2) == "4");
}

TEST_CASE("a missing last line ending changes nothing") {
  CHECK(loaded("12\n34").playfield == loaded("12\n34\n").playfield);
  CHECK(size_of("12\n34", with_source_size()) == size_of("12\n34\n", with_source_size()));
}

TEST_CASE("every other byte is a cell, tabs and nulls and the upper half too") {
  std::string bytes;
  for (int byte = 0; byte < 256; ++byte) {
    if (byte != '\n' && byte != '\r') bytes += static_cast<char>(byte);
  }
  const Program program = loaded(bytes);
  REQUIRE(program.playfield.size() == Size{254, 1});
  for (std::int64_t x = 0; x < 254; ++x) {
    const std::int64_t byte = static_cast<unsigned char>(bytes[static_cast<std::size_t>(x)]);
    CHECK(program.playfield.at(Point{x, 0}) == byte);
  }
}

TEST_CASE("bef: bytes above 127 are negative cells") {
  const Program program = loaded("\x7f\x80\xff", options_for("bef"));
  CHECK(program.playfield.at(Point{0, 0}) == 127);
  CHECK(program.playfield.at(Point{1, 0}) == -128);
  CHECK(program.playfield.at(Point{2, 0}) == -1);
}

TEST_CASE("bef: a long line is cut, and the warning names its line and column") {
  const std::string long_line(81, '1');
  const Program one = loaded("@\n" + long_line + "\n@", options_for("bef"));
  CHECK(one.playfield.size() == classic_field);
  CHECK(row(one, 1) == std::string(80, '1'));
  CHECK(row(one, 2) == "@");
  CHECK(warnings(one) ==
        std::vector<std::string>{
            "t.b93:2:81: the line is cut after 80 columns, the width of the field" + keep_all});

  const Program three =
      loaded(long_line + "\n@\n" + long_line + "\n" + long_line, options_for("bef"));
  CHECK(warnings(three) ==
        std::vector<std::string>{"t.b93:1:81: the line is cut after 80 columns, the width of the "
                                 "field; so are 2 further lines" +
                                 keep_all});
}

TEST_CASE("bef: further lines are cut, and the warning names the first") {
  const Program program = loaded(std::string(25, '\n') + "x\ny\n", options_for("bef"));
  CHECK(program.playfield.size() == classic_field);
  CHECK(warnings(program) ==
        std::vector<std::string>{
            "t.b93:26:1: the source has 27 lines and the field 25: from here on it is cut" +
            keep_all});
}

TEST_CASE("bef: a line of 80 cells with CRLF loses its CR, and the warning says so") {
  const Program program = loaded(std::string(80, '1') + "\r\n", options_for("bef"));
  CHECK(row(program, 0) == std::string(80, '1'));
  REQUIRE(program.warnings.size() == 1);
  CHECK(program.warnings[0].where == SourceLocation{"t.b93", 1, 81});
}

TEST_CASE("an explicit size overrides every dialect, pads and cuts") {
  for (const Dialect& dialect : dialects()) {
    const Program larger = loaded("12\n3", with_size({100, 30}, dialect.name));
    CHECK(larger.playfield.size() == Size{100, 30});
    CHECK(row(larger, 0) == "12");
    CHECK(row(larger, 29).empty());
    CHECK(larger.warnings.empty());

    const Program smaller = loaded("123\n456\n789", with_size({2, 2}, dialect.name));
    CHECK(smaller.playfield.size() == Size{2, 2});
    CHECK(row(smaller, 0) == "12");
    CHECK(row(smaller, 1) == "45");
    CHECK(warnings(smaller) ==
          std::vector<std::string>{
              "t.b93:1:3: the line is cut after 2 columns, the width of the field; so are 1 "
              "further lines" +
                  keep_all,
              "t.b93:3:1: the source has 3 lines and the field 2: from here on it is cut" +
                  keep_all});
  }
}

TEST_CASE("the size of the source can be requested in every dialect") {
  for (const Dialect& dialect : dialects()) {
    CHECK(size_of("123\n4", with_source_size(dialect.name)) == Size{3, 2});
    CHECK(size_of(std::string(100, '1'), with_source_size(dialect.name)) == Size{100, 1});
  }
}

TEST_CASE("a field over the limit is rejected, with its size and the remedy") {
  LoadOptions options = with_source_size();
  options.max_cells = 11;
  const Result<Program> program = load("1234\n1\n1", options);
  REQUIRE(!program);
  CHECK(to_string(program.error()) ==
        "t.b93: the field of 4x3 has 12 cells, more than the limit of 11; raise it with "
        "--max-cells 12 (about 9 bytes of memory a cell), or give a smaller field with --size WxH");
  options.max_cells = 12;
  CHECK(size_of("1234\n1\n1", options) == Size{4, 3});
}

TEST_CASE("the limit counts the classic field too") {
  LoadOptions options = options_for("wide");
  options.max_cells = 1999;
  CHECK(!load("@", options));
  options.max_cells = 2000;
  CHECK(load("@", options));
}

TEST_CASE("the default limit allows 64 million cells") {
  CHECK(LoadOptions{}.max_cells >= std::int64_t{64'000'000});
  CHECK(size_of("@", with_size({8000, 8000})) == Size{8000, 8000});
}

TEST_CASE("a long line among many short ones is an error and not an allocation") {
  constexpr std::size_t many = std::size_t{1} << 20U;
  const std::string bytes = std::string(many - 1, '\n') + std::string(many, '1');
  const Result<Program> program = load(bytes, options_for("wide"));
  REQUIRE(!program);
  CHECK(program.error().what.find("1048576x1048576 has 1099511627776 cells") != std::string::npos);
}

TEST_CASE("sizes whose product exceeds 64 bits are rejected with the exact number") {
  constexpr std::int64_t huge = INT64_MAX;
  const Result<Program> program = load("@", with_size({huge, 4}));
  REQUIRE(!program);
  CHECK(program.error().what.find("36893488147419103228 cells") != std::string::npos);
  CHECK(!load("@", with_size({huge, huge})));
}

// The address sanitizer aborts at such a large allocation.
TEST_CASE("more cells than memory are an error, whatever the limit" *
          doctest::skip(FUNGESCOPE_SANITIZED)) {
  LoadOptions options = with_size({INT64_MAX / 2, 1});
  options.max_cells = INT64_MAX;
  const Result<Program> program = load("@", options);
  REQUIRE(!program);
  CHECK(program.error().what.find("more than there is memory for") != std::string::npos);
}

TEST_CASE("a size without a cell is rejected") {
  CHECK(!load("@", with_size({0, 5})));
  CHECK(!load("@", with_size({5, -1})));
}

TEST_CASE("annotation lines stay in the field and count towards its size") {
  const std::string watch = "#$watch[0,0]:int = " + std::string(100, 'n');
  const Program program = loaded("@\n" + watch, with_source_size());
  CHECK(program.playfield.size() == Size{static_cast<std::int64_t>(watch.size()), 2});
  CHECK(row(program, 1) == watch);
  CHECK(program.annotations.watches.size() == 1);
}

TEST_CASE("annotations outside the field become warnings, in the order of the lines") {
  const Program program = loaded(
      "#$break[80,0]\n"
      "#$watch[0,25]:int = x\n"
      "#$watch[79,24]:int = y\n"
      "#$oops\n"
      "#$region[72,17](9x8):hex = r\n");
  CHECK(warnings(program) ==
        std::vector<std::string>{
            "t.b93:1:1: the breakpoint at (80,0) lies outside the field of 80x25; coordinates "
            "count from 0, x before y",
            "t.b93:2:1: the watch 'x' at (0,25) lies outside the field of 80x25; coordinates "
            "count from 0, x before y",
            "t.b93:4:3: unknown annotation 'oops'; the annotations are watch, break, replace, "
            "region, board, phase and method",
            "t.b93:5:1: the region 'r' at (72,17), 9x8, reaches outside the field of 80x25; "
            "coordinates count from 0, x before y"});
  CHECK(program.annotations.breakpoints.empty());
  REQUIRE(program.annotations.watches.size() == 1);
  CHECK(program.annotations.watches[0].name == "y");
  CHECK(program.annotations.regions.empty());
}

TEST_CASE("annotations inside the field keep their order when others are dropped") {
  const Program program = loaded(
      "#$break[99,0]\n"
      "#$break[1,0]\n"
      "#$break[2,0]\n"
      "#$break[3,0]\n");
  REQUIRE(program.annotations.breakpoints.size() == 3);
  for (std::size_t i = 0; i < 3; ++i) CHECK(program.annotations.breakpoints[i].where.line == i + 2);
}

TEST_CASE("annotations in lines that are cut still count") {
  const Program program = loaded(std::string(25, '\n') + "#$break[3,4]", options_for("bef"));
  CHECK(program.annotations.breakpoints.size() == 1);
}

TEST_CASE("in bef an annotation's name does not end with the CR of its line") {
  const Program program =
      loaded("#$watch[1,1]:int = x\r\n#$region[0,0](2x2):hex = r\r\n", options_for("bef"));
  REQUIRE(program.annotations.watches.size() == 1);
  CHECK(program.annotations.watches[0].name == "x");
  REQUIRE(program.annotations.regions.size() == 1);
  CHECK(program.annotations.regions[0].name == "r");
}

TEST_CASE("replacements change the cells of every line but annotations") {
  const Program program = loaded(
      "AAbA\n"
      "#$replace A -> 1\n"
      "#$replace 1b -> 22\n"
      "#$watch[0,0]:int = A1b\n"
      "A");
  CHECK(row(program, 0) == "1221");
  CHECK(row(program, 1) == "#$replace A -> 1");
  CHECK(row(program, 3) == "#$watch[0,0]:int = A1b");
  CHECK(row(program, 4) == "1");
  CHECK(program.annotations.watches[0].name == "A1b");
}

TEST_CASE("a replacement is applied before the line is cut") {
  const Program program = loaded("xAB\n#$replace AB -> 12\n", with_size({2, 2}));
  CHECK(row(program, 0) == "x1");
}

TEST_CASE("with annotations disabled they are plain cells, and nothing is replaced") {
  LoadOptions options = options_for("wide");
  options.annotations = false;
  const Program program = loaded("A\n#$replace A -> 1\n#$watch[0,0]:int = x\n#$watch[", options);
  CHECK(row(program, 0) == "A");
  CHECK(program.annotations.watches.empty());
  CHECK(program.annotations.replacements.empty());
  CHECK(program.warnings.empty());
}

TEST_CASE("of many warnings the first are kept and the others counted") {
  std::string bytes;
  for (int i = 0; i < 1500; ++i) bytes += "#$watch\n";
  const Program program = loaded(bytes);
  REQUIRE(program.warnings.size() == AnnotationScan::max_warnings + 1);
  CHECK(to_string(program.warnings.back()) == "t.b93: 500 further warnings are not shown");
}
