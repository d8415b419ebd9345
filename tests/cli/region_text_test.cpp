#include "cli/region_text.h"

#include "support/program_from_text.h"

#include <doctest/doctest.h>

using namespace fungescope;

namespace {

Region region_of(Encoding encoding) {
  return {"r", {{1, 1}, {3, 2}}, encoding, {}};
}

std::string filled(Encoding encoding, std::string_view text) {
  Playfield field = test::program_from_text("     \n     \n     \n");
  const auto result = parse_into_region(field, region_of(encoding), text, "f", false);
  if (!result) return to_string(result.error());
  CHECK(field.at(Point{0, 1}) == ' ');
  CHECK(field.at(Point{4, 1}) == ' ');
  return format_region(field, region_of(encoding));
}

constexpr Encoding ascii{Encoding::Kind::ascii};
constexpr Encoding decimal{Encoding::Kind::decimal};
constexpr Encoding hex{Encoding::Kind::hex};
constexpr Encoding boolean{Encoding::Kind::boolean, 0, 'X'};

}  // namespace

TEST_CASE("regions are read and printed in every encoding") {
  CHECK(filled(ascii, "abc\nde\n") == "abc\nde \n");
  CHECK(filled(ascii, "abc\r\ndef") == "abc\ndef\n");
  CHECK(filled(decimal, "1 -20  300\n\n") == "1 -20 300\n0 0 0\n");
  CHECK(filled(hex, "ff -10 7\n1 2 3") == "ff -10 7\n1 2 3\n");
  CHECK(filled(hex, "-8000000000000000") == "-8000000000000000 0 0\n0 0 0\n");
  CHECK(filled(boolean, "101\n01\n") == "101\n010\n");
}

TEST_CASE("one line may hold all rows, where a cell is one character") {
  CHECK(filled(ascii, "abcdef\n") == "abc\ndef\n");
  CHECK(filled(ascii, "abcdef\r\n\r\n") == "abc\ndef\n");
  CHECK(filled(boolean, "101011") == "101\n011\n");
  CHECK(filled(ascii, "abcdef\ng\n").rfind("f:1:4: ", 0) == 0);
  CHECK(filled(ascii, "abcde\n").rfind("f:1:4: ", 0) == 0);
}

TEST_CASE("invalid cells are errors at their location") {
  CHECK(filled(ascii, "abcd") == "f:1:4: the row has more than the region's 3 cells; shorten it");
  CHECK(filled(ascii, "a\nb\nc") == "f:3: the region has only 2 rows; remove the rest");
  CHECK(filled(ascii, "a\nb\n\n\n") == "a  \nb  \n");
  CHECK(filled(decimal, "1 x").rfind("f:1:3: ", 0) == 0);
  CHECK(filled(decimal, "99999999999999999999").rfind("f:1:1: ", 0) == 0);
  CHECK(filled(boolean, "12").rfind("f:1:2: ", 0) == 0);
}

TEST_CASE("values without a glyph have a substitute") {
  Playfield field = test::program_from_text("ab c");
  field.set(Point{0, 0}, 0);
  field.set(Point{1, 0}, 7);
  field.set(Point{2, 0}, 1000);
  const Region row{"r", {{0, 0}, {4, 1}}, ascii, {}};
  CHECK(format_region(field, row) == " ??c\n");
}
