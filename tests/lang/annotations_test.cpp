// Tests the well-formed annotations of docs/semantics.md, 'Annotations'.
#include "lang/annotations.h"

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>

using namespace fungescope;

namespace {

Annotations found_in(std::string_view text) {
  AnnotationScan scan = scan_annotations(LineReader(text, LineEndings::any), "t.b93");
  for (const Error& warning : scan.warnings) FAIL_CHECK(to_string(warning));
  return std::move(scan.annotations);
}

Watch watch_in(std::string_view line) {
  Annotations found = found_in(line);
  REQUIRE(found.watches.size() == 1);
  return found.watches[0];
}

Region region_in(std::string_view line) {
  Annotations found = found_in(line);
  REQUIRE(found.regions.size() == 1);
  return found.regions[0];
}

using Scope = std::vector<std::string>;

}  // namespace

TEST_CASE("a watch has a cell, a type and a location") {
  const Watch watch = watch_in("#$watch[2,10]:int = level");
  CHECK(watch.at == Point{2, 10});
  CHECK(watch.type == WatchType::integer);
  CHECK(watch.scope.empty());
  CHECK(watch.name == "level");
  CHECK(watch.full_name() == "level");
  CHECK(watch.where == SourceLocation{"t.b93", 1, 1});
}

TEST_CASE("a watch has one of seven types, ignoring case") {
  CHECK(watch_in("#$watch[0,0]:int = x").type == WatchType::integer);
  CHECK(watch_in("#$watch[0,0]:long = x").type == WatchType::long_integer);
  CHECK(watch_in("#$watch[0,0]:char = x").type == WatchType::character);
  CHECK(watch_in("#$watch[0,0]:hex = x").type == WatchType::hex);
  CHECK(watch_in("#$watch[0,0]:hex8 = x").type == WatchType::hex8);
  CHECK(watch_in("#$watch[0,0]:binary = x").type == WatchType::binary);
  CHECK(watch_in("#$watch[0,0]:BOOL = x").type == WatchType::boolean);
}

TEST_CASE("a type prints as it is written") {
  for (const std::string name : {"int", "long", "char", "hex", "hex8", "binary", "bool"}) {
    CHECK(to_string(watch_in("#$watch[0,0]:" + name + " = x").type) == name);
  }
}

TEST_CASE("the annotation's keyword ignores case") {
  CHECK(watch_in("#$WATCH[1,2]:int = x").at == Point{1, 2});
  CHECK(found_in("#$Break[1,2]").breakpoints.size() == 1);
  CHECK(found_in("#$rePlace A -> B").replacements.size() == 1);
  CHECK(region_in("#$REGION[1,2](3X4):ASCII = r").area == Rectangle{{1, 2}, {3, 4}});
}

TEST_CASE("blanks are allowed before and inside the brackets and around every part") {
  CHECK(watch_in("#$watch [ 1 , 2 ] : int = x").at == Point{1, 2});
  CHECK(watch_in("#$watch[1,2]:int=x").name == "x");
  CHECK(found_in("#$break\t[ 1,2 ]").breakpoints[0].at == Point{1, 2});
  CHECK(region_in("#$region [1, 2] ( 3 x 4 ) : hex = r").area == Rectangle{{1, 2}, {3, 4}});
}

TEST_CASE("coordinates may have leading zeros") {
  CHECK(watch_in("#$watch[007,0000000000000000000000012]:int = x").at == Point{7, 12});
}

TEST_CASE("two colons make scopes, with or without blanks around them") {
  const Watch spaced = watch_in("#$watch[1,4]:int = Solve :: x");
  CHECK(spaced.scope == Scope{"Solve"});
  CHECK(spaced.name == "x");
  CHECK(spaced.full_name() == "Solve::x");
  const Watch nested = watch_in("#$watch[1,4]:int = a::b ::c");
  CHECK(nested.scope == Scope{"a", "b"});
  CHECK(nested.name == "c");
}

TEST_CASE("a name may contain blanks and single colons; trailing blanks are removed") {
  CHECK(watch_in("#$watch[1,4]:int = a b:c  \t ").name == "a b:c");
  CHECK(watch_in("#$watch[1,4]:int = Solve :: x y  ").name == "x y");
}

TEST_CASE("a quoted name ends at its closing quote, whatever follows") {
  CHECK(watch_in("#$watch[1,4]:int = \"a b\"  | v ::").name == "a b");
  CHECK(watch_in("#$watch[1,4]:int = \" a b \"").name == "a b");
  const Watch inside = watch_in("#$watch[1,4]:int = \"Solve :: x\" // comment");
  CHECK(inside.scope == Scope{"Solve"});
  CHECK(inside.name == "x");
  const Watch part = watch_in("#$watch[1,4]:int = \"the solver\" :: \"x\" // comment");
  CHECK(part.scope == Scope{"the solver"});
  CHECK(part.name == "x");
}

TEST_CASE("a breakpoint names a cell; the rest of its line is free") {
  const Annotations found = found_in("  \n#$break[10,3] here it begins\n#$break[0,0]");
  REQUIRE(found.breakpoints.size() == 2);
  CHECK(found.breakpoints[0].at == Point{10, 3});
  CHECK(found.breakpoints[0].where == SourceLocation{"t.b93", 2, 1});
  CHECK(found.breakpoints[1].at == Point{0, 0});
}

TEST_CASE("a replacement has two trimmed sides of equal length") {
  const Annotations found = found_in("#$replace   A -> B  \n#$replace ab c->de,f");
  REQUIRE(found.replacements.size() == 2);
  CHECK(found.replacements[0].from == "A");
  CHECK(found.replacements[0].to == "B");
  CHECK(found.replacements[1].from == "ab c");
  CHECK(found.replacements[1].to == "de,f");
}

TEST_CASE("the left side of a replacement may itself begin with an arrow") {
  const Annotations found = found_in("#$replace -> -> >-\n#$replace --> x");
  REQUIRE(found.replacements.size() == 2);
  CHECK(found.replacements[0].from == "->");
  CHECK(found.replacements[0].to == ">-");
  CHECK(found.replacements[1].from == "-");
  CHECK(found.replacements[1].to == "x");
}

TEST_CASE("replacements are applied in order, from left to right") {
  const std::vector<Replacement> swap{{"A", "B", {}}, {"B", "A", {}}};
  CHECK(apply_replacements("AB", swap) == "AA");
  const std::vector<Replacement> pair{{"aa", "xy", {}}};
  CHECK(apply_replacements("aaaaa", pair) == "xyxya");
  CHECK(apply_replacements("#$replace aa -> xy", pair) == "#$replace aa -> xy");
  CHECK(apply_replacements("", pair).empty());
  const std::vector<Replacement> itself{{"a", "a", {}}};
  CHECK(apply_replacements("aaa", itself) == "aaa");
}

TEST_CASE("a line of code that begins with the mark takes part in replacements") {
  CHECK(!is_annotation_line("#$vA"));
  CHECK(!is_annotation_line("#$ watch"));
  CHECK(!is_annotation_line(" #$watch[0,0]:int = x"));
  CHECK(!is_annotation_line("#$"));
  CHECK(is_annotation_line("#$watch, malformed"));
  CHECK(apply_replacements("#$vA", {{"A", "1", {}}}) == "#$v1");
}

TEST_CASE("a region has a corner, a size, an encoding and a name") {
  const Region region = region_in("#$region[9,1](9x8):ascii = the grid ");
  CHECK(region.area == Rectangle{{9, 1}, {9, 8}});
  CHECK(region.encoding.kind == Encoding::Kind::ascii);
  CHECK(region.name == "the grid");
  CHECK(region.where == SourceLocation{"t.b93", 1, 1});
  CHECK(region_in("#$region[9,1](9x8):hex = \"the grid\" | x").name == "the grid");
}

TEST_CASE("a board says how a region is drawn: its boxes, its size, its pieces") {
  const auto board = [](const std::string& line) {
    const Annotations found =
        found_in("#$watch[0,0]:int = Square :: size\n" + line + "\n#$region[0,0](5x1) = now");
    REQUIRE(found.regions.size() == 1);
    REQUIRE(found.regions[0].board);
    CHECK(found.regions[0].board->where == SourceLocation{"t.b93", 2, 1});
    return *found.regions[0].board;
  };
  CHECK(to_string(board("#$board = now")) == "");
  CHECK(to_string(board("#$board[3x2] = \"NOW\" the board")) == "[3x2]");
  CHECK(board("#$board[3x2] = now").boxes->height.number == 2);
  CHECK(to_string(board("#$board (8 x 8) : mcccc = now")) == "(8x8):mcccc");
  CHECK(board("#$board(8x8):mcccc = now").pieces == "mcccc");
  CHECK(to_string(board("#$board(8x8) : m @ Square::size = now")) == "(8x8):m@Square::size");
  CHECK(to_string(board("#$board[3x3](Square::size x square::SIZE) = now")) ==
        "[3x3](Square::size x square::SIZE)");
}

TEST_CASE("an ARRAY of the encoding board is characters, drawn as a board") {
  const Region region = region_in(" >  ARRAY [46,0] (W=32;H=17) board // BOARD");
  CHECK(region.encoding.kind == Encoding::Kind::ascii);
  REQUIRE(region.board);
  CHECK(to_string(*region.board) == "");
  CHECK(region.board->where == SourceLocation{"t.b93", 1, 5});
  CHECK_FALSE(region_in("ARRAY [46,0] (W=32;H=17) board // ASCII").board);
}

TEST_CASE("a region without an encoding is decimal") {
  CHECK(region_in("#$region[9,1](9x8) = r").encoding.kind == Encoding::Kind::decimal);
}

TEST_CASE("a region of booleans names its two values, any character among them") {
  const Region region = region_in("#$region[0,0](1x1):bool (0d | \"=\") = r");
  CHECK(region.encoding == Encoding{Encoding::Kind::boolean, 0, '='});
  CHECK(region.name == "r");
}

TEST_CASE("an array may begin anywhere in a line") {
  const Region region = region_in("  v  ARRAY [09,01] (W= 9;H= 8) grid // ASCII");
  CHECK(region.area == Rectangle{{9, 1}, {9, 8}});
  CHECK(region.name == "grid");
  CHECK(region.encoding.kind == Encoding::Kind::ascii);
  CHECK(region.where == SourceLocation{"t.b93", 1, 6});
}

TEST_CASE("an array is written with or without blanks, and with a comma") {
  CHECK(region_in("ARRAY[9,1](W=9;H=8)grid//hex").area == Rectangle{{9, 1}, {9, 8}});
  CHECK(region_in("ARRAY [ 9 , 1 ] ( w = 9 , h = 8 ) grid").area == Rectangle{{9, 1}, {9, 8}});
}

TEST_CASE("an array's encoding is the first word of its comment, if it is one") {
  const auto encoding_of = [](const std::string& tail) {
    return region_in("ARRAY [9,1] (W=9;H=8) grid" + tail).encoding;
  };
  CHECK(encoding_of(" // ASCII, digits").kind == Encoding::Kind::ascii);
  CHECK(encoding_of(" // decimal").kind == Encoding::Kind::decimal);
  CHECK(encoding_of("// HEX").kind == Encoding::Kind::hex);
  CHECK(encoding_of(" // bool (0d | \"X\") ruled out") ==
        Encoding{Encoding::Kind::boolean, 0, 'X'});
  CHECK(encoding_of(" // bool flags") == Encoding{Encoding::Kind::boolean, 0, 1});
  CHECK(encoding_of("").kind == Encoding::Kind::decimal);
  CHECK(encoding_of(" // the ASCII digits").kind == Encoding::Kind::decimal);
  CHECK(encoding_of(" // hexagons").kind == Encoding::Kind::decimal);
  CHECK(encoding_of(" | v ASCII").kind == Encoding::Kind::decimal);
}

TEST_CASE("a line may hold several arrays, with code between them") {
  const Annotations found = found_in(
      "> ARRAY [9,1] (W=9;H=9) grid // ASCII  v ARRAY [22,1] (W=9;H=9) rlatter\n"
      "ARRAY [35,1] (W=27;H=27) pspace // bool (0d | \"X\")");
  REQUIRE(found.regions.size() == 3);
  CHECK(found.regions[0].name == "grid");
  CHECK(found.regions[1].name == "rlatter");
  CHECK(found.regions[1].where == SourceLocation{"t.b93", 1, 42});
  CHECK(found.regions[2].name == "pspace");
  CHECK(found.regions[2].where.line == 2);
}

TEST_CASE("prose about arrays is not an annotation") {
  CHECK(
      found_in("an ARRAY of cells, and (ARRAY); ARRAYS [1,2] and SUBARRAY [1,2]").regions.empty());
  CHECK(found_in("array [1,2] (W=1;H=1) lower").regions.empty());
  CHECK(found_in("ARRAY\n[1,2] (W=1;H=1) across").regions.empty());
  CHECK(found_in("#$break[1,2] ARRAY [1,2] (W=1;H=1) x").regions.empty());
  CHECK(found_in("SUB_ARRAY [1,2] 2ARRAY [1,2]").regions.empty());
}

TEST_CASE("an array after another annotation is ignored, and the next line is searched") {
  const Annotations found = found_in(
      "#$break[1,2] ARRAY [1,2] (W=1;H=1) x\n"
      "#$break[1,2] ARRAY [1,2] (W=1;H=1) y\n"
      "ARRAY [1,2] (W=1;H=1) z");
  REQUIRE(found.regions.size() == 1);
  CHECK(found.regions[0].name == "z");
  CHECK(found.regions[0].where == SourceLocation{"t.b93", 3, 1});
}

TEST_CASE("code that begins with the mark is not an annotation") {
  const Annotations found = found_in("#$v\n#$gpv\n#$>v\n#$\n#$ watch[1,1]:int = x\n#$1p");
  CHECK(found.watches.empty());
}

TEST_CASE("an annotation must start in column 0") {
  CHECK(found_in(" #$watch[1,1]:int = x").watches.empty());
  CHECK(found_in("v#$break[1,1]").breakpoints.empty());
}

TEST_CASE("a region is found by its name, ignoring case") {
  const Annotations found = found_in("#$region[9,1](9x8) = Grid");
  CHECK(found.find_region("GRID") == &found.regions[0]);
  CHECK(found.find_region("grid ") == nullptr);
}

TEST_CASE("the same region in both forms is one region") {
  const Annotations found =
      found_in("ARRAY [09,01] (W=9;H=8) grid // ASCII\n#$region[9,1](9x8):ascii = Grid");
  CHECK(found.regions.size() == 1);
}

TEST_CASE("line numbers count every kind of line ending") {
  const Annotations found = found_in("\r\n\n\r#$break[1,1]\r\nARRAY [1,1] (W=1;H=1) x");
  CHECK(found.breakpoints[0].where.line == 4);
  CHECK(found.regions[0].where.line == 5);
}

TEST_CASE("a method is a name, and the first one counts") {
  const Annotations found = found_in("1\n#$method = tallies  \n");
  REQUIRE(found.method);
  CHECK(found.method->name == "tallies");
  CHECK(found.method->where == SourceLocation{"t.b93", 2, 1});
  CHECK(found_in("#$METHOD=\"two words\" >v").method->name == "two words");
  CHECK_FALSE(found_in("1").method);
}
