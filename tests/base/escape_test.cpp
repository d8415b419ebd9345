#include "base/escape.h"

#include <string>

#include <doctest/doctest.h>

using namespace fungescope;

TEST_CASE("control characters are written out") {
  CHECK(escape_controls("a\nb\tc\x1b[2J\x7f") == "a\\nb\\tc\\x1b[2J\\x7f");
  CHECK(escape_controls(std::string_view("\0", 1)) == "\\x00");
}

TEST_CASE("all other bytes stay, UTF-8 too") {
  CHECK(escape_controls("h\xc3\xa9, ~!") == "h\xc3\xa9, ~!");
  CHECK(escape_controls("").empty());
}

TEST_CASE("quotes go around, and a long text is cut") {
  CHECK(single_quoted("") == "''");
  CHECK(single_quoted("a b") == "'a b'");
  CHECK(single_quoted("abcdef", 6) == "'abcdef'");
  CHECK(single_quoted("abcdefg", 6) == "'abcdef...'");
}
