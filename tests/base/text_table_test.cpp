#include "base/text_table.h"

#include "support/test.h"

using Align = TextTable::Align;

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
