#include "base/printable.h"

#include <string>

#include <doctest/doctest.h>

using namespace fungescope;

TEST_CASE("control characters are written out") {
  CHECK(printable("a\nb\tc\x1b[2J\x7f") == "a\\nb\\tc\\x1b[2J\\x7f");
  CHECK(printable(std::string_view("\0", 1)) == "\\x00");
}

TEST_CASE("all other bytes stay, UTF-8 too") {
  CHECK(printable("h\xc3\xa9, ~!") == "h\xc3\xa9, ~!");
  CHECK(printable("").empty());
}

TEST_CASE("quotes go around, and a long text is cut") {
  CHECK(in_quotes("") == "''");
  CHECK(in_quotes("a b") == "'a b'");
  CHECK(in_quotes("abcdef", 6) == "'abcdef'");
  CHECK(in_quotes("abcdefg", 6) == "'abcdef...'");
}
