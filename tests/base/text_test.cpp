// Text: escaping, UTF-8 and tables.
#include "base/escape.h"
#include "base/text_table.h"
#include "support/test.h"

using Align = TextTable::Align;

TEST_CASE("control characters are escaped") {
  CHECK(escape_controls("a\nb\tc\x1b[2J\x7f") == "a\\nb\\tc\\x1b[2J\\x7f");
  CHECK(escape_controls(std::string_view("\0", 1)) == "\\x00");
}

TEST_CASE("other characters are kept, those of several bytes too") {
  const std::string kept = "h\xc3\xa9, ~! \xe2\x94\x82 \xf0\x9f\x98\x80 \xc2\xa0";
  CHECK(escape_controls(kept) == kept);
  CHECK(escape_controls("").empty());
}

TEST_CASE("controls beyond ASCII, marks of direction and bytes that are not UTF-8 are escaped") {
  CHECK(escape_controls("\xc2\x9b 1m") == "\\xc2\\x9b 1m");             // CSI
  CHECK(escape_controls("\xe2\x80\xae.b93") == "\\xe2\\x80\\xae.b93");  // U+202E
  CHECK(escape_controls("\xe2\x81\xa6x") == "\\xe2\\x81\\xa6x");        // U+2066
  CHECK(escape_controls("a\x9b\xff\xc3") == "a\\x9b\\xff\\xc3");
  CHECK(escape_controls("\xe2\x80\xa6") == "\xe2\x80\xa6");  // an ellipsis
}

TEST_CASE("text of several lines keeps its line ends, and escaping twice is escaping once") {
  CHECK(escape_lines("a\x1b\n\tb\r\n") == "a\\x1b\n\tb\\x0d\n");
  std::string all;
  for (int c = 0; c < 256; ++c) all += static_cast<char>(c);
  const std::string once = escape_lines(all);
  CHECK(escape_lines(once) == once);
}

TEST_CASE("a character is not cut in two") {
  CHECK(single_quoted("ab\xc3\xa9", 3) == "'ab...'");
  CHECK(single_quoted("ab\xc3\xa9", 4) == "'ab\xc3\xa9'");
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

TEST_CASE("JSON has no control character in its strings, and keeps all else") {
  const std::string plain =
      "{\n  \"a\": \"h\xc3\xa9 \xc2\xa0 \xd8\xa7 \xe2\x94\x82 \xf0\x9f\x98\x80\"\n}";
  CHECK(escape_json(plain) == plain);
  CHECK(escape_json("[\"a\x7f\xc2\x9b\xc2\x80z\"]") == "[\"a\\u007f\\u009b\\u0080z\"]");
  CHECK(escape_json("\xd8\x9c\xe2\x80\xae\xe2\x80\xa8") == "\\u061c\\u202e\\u2028");
  CHECK(escape_json("").empty());
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

TEST_CASE("UTF-8: valid prefixes, and truncated ends") {
  CHECK(valid_utf8_prefix("aä€😀") == 10);
  CHECK(valid_utf8_prefix("a\xff") == 1);
  CHECK(valid_utf8_prefix("\xc0\x80") == 0);      // not the shortest form
  CHECK(valid_utf8_prefix("\xed\xa0\x80") == 0);  // a surrogate
  CHECK(valid_utf8_prefix("\xf4\x90\x80\x80") == 0);
  CHECK(is_truncated_utf8("a\xe2\x82"));
  CHECK(is_truncated_utf8("\xf0"));
  CHECK_FALSE(is_truncated_utf8("ä"));
  CHECK_FALSE(is_truncated_utf8("\xff"));
  CHECK_FALSE(is_truncated_utf8("\xe2 "));
  CHECK(latin1_to_utf8("a\xe4") == "aä");
  CHECK(utf16_length("aä😀") == 4);
  CHECK(byte_at_utf16_offset("aä😀b", 1) == 1);
  CHECK(byte_at_utf16_offset("aä😀b", 3) == 3);
  CHECK(byte_at_utf16_offset("aä😀b", 4) == 7);
  CHECK(byte_at_utf16_offset("aä😀b", 99) == 8);
}

TEST_CASE("columns are as wide as their widest cell") {
  TextTable table({Align::left, Align::right, Align::left});
  table.add_row({"a", "1", "x"});
  table.add_row({"long", "1000", "y"});
  CHECK(table.to_string() ==
        "  a        1  x\n"
        "  long  1000  y\n");
}

TEST_CASE("lines have no trailing blanks") {
  TextTable table({Align::left, Align::left});
  table.add_row({"a", "long"});
  table.add_row({"b", ""});
  CHECK(table.to_string("") == "a  long\nb\n");
}

TEST_CASE("a character of several bytes is one column") {
  TextTable table({Align::left, Align::left});
  table.add_row({"\xc3\xa9", "x"});
  table.add_row({"ab", "y"});
  CHECK(table.to_string("") == "\xc3\xa9   x\nab  y\n");
}

TEST_CASE("control characters are escaped, and take part in the widths") {
  TextTable table({Align::left, Align::left});
  table.add_row({"\x1b", "x"});
  table.add_row({"ab", "y\nz"});
  CHECK(table.to_string("") == "\\x1b  x\nab    y\\nz\n");
}

TEST_CASE("numbers have a separator after every three digits") {
  CHECK(with_separators(0) == "0");
  CHECK(with_separators(999) == "999");
  CHECK(with_separators(1000) == "1,000");
  CHECK(with_separators(123456) == "123,456");
  CHECK(with_separators(18446744073709551615U) == "18,446,744,073,709,551,615");
}
