#include "base/escape.h"

#include <string>

#include <doctest/doctest.h>

using namespace fungescope;

TEST_CASE("control characters are escaped") {
  CHECK(escape_controls("a\nb\tc\x1b[2J\x7f") == "a\\nb\\tc\\x1b[2J\\x7f");
  CHECK(escape_controls(std::string_view("\0", 1)) == "\\x00");
}

TEST_CASE("all other bytes are kept, UTF-8 too") {
  CHECK(escape_controls("h\xc3\xa9, ~!") == "h\xc3\xa9, ~!");
  CHECK(escape_controls("").empty());
}

TEST_CASE("single quotes enclose the text, and long text is cut") {
  CHECK(single_quoted("") == "''");
  CHECK(single_quoted("a b") == "'a b'");
  CHECK(single_quoted("abcdef", 6) == "'abcdef'");
  CHECK(single_quoted("abcdefg", 6) == "'abcdef...'");
}

TEST_CASE("double quotes escape themselves and backslashes") {
  CHECK(double_quoted("") == "\"\"");
  CHECK(double_quoted("a 'b'\n") == "\"a 'b'\\n\"");
  CHECK(double_quoted("\"\\\x01") == "\"\\\"\\\\\\x01\"");
}

TEST_CASE("printable characters are those of ASCII, and visible ones have a mark") {
  CHECK(is_printable_ascii(' '));
  CHECK(is_printable_ascii('~'));
  CHECK_FALSE(is_printable_ascii(31));
  CHECK_FALSE(is_printable_ascii(127));
  CHECK_FALSE(is_printable_ascii(-60));
  CHECK(is_visible_ascii('!'));
  CHECK_FALSE(is_visible_ascii(' '));
}
