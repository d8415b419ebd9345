#include "lang/annotations.h"
#include "lang/loader.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace fungescope;

TEST_CASE("--size is a width and a height, or the source's own") {
  const auto given = parse_size_option("80x25");
  REQUIRE(given);
  CHECK(!given->source);
  CHECK(given->size == Size{80, 25});
  CHECK(parse_size_option("2000X12000")->size == Size{2000, 12000});
  CHECK(parse_size_option("source")->source);
  CHECK(parse_size_option("SOURCE")->source);
}

TEST_CASE("any other --size is an error that shows it") {
  for (const std::string_view text :
       {"", "80", "80x", "x25", "80x25x3", "80 x 25", "-80x25", "80*25", "sources", "0x50x2"}) {
    CAPTURE(text);
    const auto size = parse_size_option(text);
    REQUIRE(!size);
    CHECK(to_string(size.error()) == "--size: '" + std::string(text) +
                                         "' is not a size; write WIDTHxHEIGHT, such as 80x25, or "
                                         "source");
  }
  CHECK(parse_size_option("0x25").error().what == "'0x25' has no cell");
  CHECK(parse_size_option("80x0").error().what == "'80x0' has no cell");
  CHECK(parse_size_option("80x9223372036854775808").error().what ==
        "'80x9223372036854775808' is too large");
}

TEST_CASE("--region is a name, four numbers and an optional encoding") {
  const auto region = parse_region_option("the grid=9,01,27,3:bool (0d | \"X\")");
  REQUIRE(region);
  CHECK(region->name == "the grid");
  CHECK(region->area == Rectangle{{9, 1}, {27, 3}});
  CHECK(region->encoding == Encoding{Encoding::Kind::boolean, 0, 'X'});
  CHECK(region->where.file == "--region");
  CHECK(parse_region_option("g= 9, 1, 2, 3 ")->encoding.kind == Encoding::Kind::decimal);
  CHECK(parse_region_option("g=9,1,2,3:ASCII")->encoding.kind == Encoding::Kind::ascii);
}

TEST_CASE("any other --region is an error that names the expected part") {
  const auto what = [](std::string_view text) {
    const auto region = parse_region_option(text);
    if (!region) CHECK(to_string(region.error()).starts_with("--region: "));
    return region ? "nothing wrong" : region.error().what;
  };
  CHECK(what("") == "expected a name and '='");
  CHECK(what("grid") == "expected a name and '='");
  CHECK(what(" =1,2,3,4") == "the region has no name");
  CHECK(what("g=a,2,3,4") == "expected a number for x, not 'a'");
  CHECK(what("g=1,2,3") == "expected ',', not the end");
  CHECK(what("g=1,2,0,4") == "the width is 0, and a region has at least one cell");
  CHECK(what("g=1,2,3,99999999999999999999") == "the number for the height is too large");
  CHECK(what("g=1,2,3,4:") == "unknown encoding");
  CHECK(what("g=1,2,3,4:octal") == "unknown encoding");
  CHECK(what("g=1,2,3,4 hex") == "expected ':' and an encoding, not 'h'");
  CHECK(what("g=1,2,3,4:hex 5") == "expected nothing more, not '5'");
}
