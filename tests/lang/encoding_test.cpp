#include "lang/annotations.h"

#include <cstdint>
#include <limits>
#include <string_view>

#include <doctest/doctest.h>

using namespace fungescope;
using Kind = Encoding::Kind;

TEST_CASE("an encoding is parsed ignoring case and surrounding blanks") {
  CHECK(parse_encoding("ascii") == Encoding{Kind::ascii});
  CHECK(parse_encoding("ASCII") == Encoding{Kind::ascii});
  CHECK(parse_encoding(" Decimal ") == Encoding{Kind::decimal});
  CHECK(parse_encoding("hex") == Encoding{Kind::hex});
  CHECK(parse_encoding("Bool (0d | \"X\")") == Encoding{Kind::boolean, 0, 'X'});
}

TEST_CASE("the values of a bool are numbers or characters, or 0 and 1") {
  CHECK(parse_encoding("bool") == Encoding{Kind::boolean, 0, 1});
  CHECK(parse_encoding("bool(12|-3D)") == Encoding{Kind::boolean, 12, -3});
  CHECK(parse_encoding("bool ( \"\"\" | \"|\" )") == Encoding{Kind::boolean, '"', '|'});
  CHECK(parse_encoding("bool (\" \" | 7d)") == Encoding{Kind::boolean, ' ', 7});
}

TEST_CASE("any other text is not an encoding") {
  for (const std::string_view text :
       {"", " ", "octal", "ascii x", "ascii1", "bool (", "bool ()", "bool (0d)", "bool (0d | )",
        "bool (0d | \"X\"", "bool (0d | \"X\") x", "bool (0d | \"XY\")", "bool (0d , 1d)",
        "bool (99999999999999999999d | 1d)", "hex (0d | 1d)"}) {
    CAPTURE(text);
    CHECK(!parse_encoding(text));
  }
}

TEST_CASE("the output of to_string is parsed back") {
  constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
  for (const Encoding encoding :
       {Encoding{Kind::ascii}, Encoding{Kind::decimal}, Encoding{Kind::hex},
        Encoding{Kind::boolean}, Encoding{Kind::boolean, 0, 'X'}, Encoding{Kind::boolean, '"', ' '},
        Encoding{Kind::boolean, -highest, highest}, Encoding{Kind::boolean, 31, 127}}) {
    CAPTURE(to_string(encoding));
    CHECK(parse_encoding(to_string(encoding)) == encoding);
  }
}

TEST_CASE("an encoding prints as it is written in a source") {
  CHECK(to_string(Encoding{Kind::ascii}) == "ascii");
  CHECK(to_string(Encoding{Kind::decimal}) == "decimal");
  CHECK(to_string(Encoding{Kind::hex}) == "hex");
  CHECK(to_string(Encoding{Kind::boolean, 0, 'X'}) == "bool (0d | \"X\")");
}
