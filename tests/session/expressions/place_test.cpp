#include "session/expressions/expression.h"
#include "session/names.h"

#include <string>
#include <string_view>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

Result<Place> parsed_place(std::string_view text) {
  static const Symbols symbols = symbols_in(
      "#$watch[1,0]:hex = level\n"
      "#$watch[2,0]:int = Solve::px\n"
      "#$watch[3,0]:int = top\n"
      "#$watch[5,0]:int = grid\n"
      "#$region[4,1](3x2):ascii = grid\n");
  return parse_place(text, symbols, Size{12, 6});
}

Place place(std::string_view text) {
  const Result<Place> found = parsed_place(text);
  if (!found) FAIL(std::string(text) << ": " << message(found.error()));
  return *found;
}

std::string error_in_place(std::string_view text) {
  const Result<Place> found = parsed_place(text);
  return found ? "none" : std::to_string(found.error().where.column) + ": " + found.error().what;
}

}  // namespace

TEST_CASE("a location is a cell of the field") {
  for (const std::string_view text : {"3,4", " (3,4) ", "cell(3,4)", "1+2,8/2", "CELL( 3 , 4 )"}) {
    CHECK(place(text).area == Rectangle{{3, 4}, {1, 1}});
    CHECK(place(text).name == "(3,4)");
    CHECK_FALSE(place(text).encoding);
    CHECK_FALSE(place(text).type);
  }
}

TEST_CASE("a location is a region or a cell of it") {
  CHECK(place("Grid").area == Rectangle{{4, 1}, {3, 2}});
  CHECK(place("Grid").name == "grid");
  CHECK(place("grid(2,1)").area == Rectangle{{6, 2}, {1, 1}});
  CHECK(place("grid( 2, 1)").name == "grid(2,1)");
  CHECK(place("grid(2,1)").encoding->kind == Encoding::Kind::ascii);
}

TEST_CASE("a location is a variable") {
  CHECK(place("px").area == Rectangle{{2, 0}, {1, 1}});
  CHECK(place("px").name == "Solve::px");
  CHECK(place("level").type == WatchType::hex);
  CHECK(place("top").area.corner == Point{3, 0});
  CHECK(place("::grid").area.corner == Point{5, 0});
}

TEST_CASE("an invalid location is an error at its column") {
  CHECK(error_in_place("") == "1: expected a place, found the end");
  CHECK(error_in_place("3") == "2: expected an operator or ',' and y, found the end");
  CHECK(error_in_place("3,4 5") == "5: expected the end, found '5'");
  CHECK(error_in_place("12,0") == "1: (12,0) lies outside the field of 12x6");
  CHECK(error_in_place("-1,0") == "1: (-1,0) lies outside the field of 12x6");
  CHECK(error_in_place("grid(depth,0)") == "6: 'depth' is not a constant");
  CHECK(error_in_place("grid(0,2)") == "6: (0,2) lies outside the region 'grid' of 3x2");
  for (const char* call : {"level(1,1)", "px(1,1)", "Solve::px(", "top(0,0)", "\"level\"(1"}) {
    CAPTURE(call);
    CHECK(error_in_place(call).ends_with("is a variable, not a region"));
  }
  CHECK(error_in_place("gird") == "1: there is no variable 'gird'");
  CHECK(error_in_place("cell") == "5: expected '(' after 'cell', found the end");
}
