#include "base/utf8.h"

#include <doctest/doctest.h>

using namespace fungescope;

TEST_CASE("UTF-8: what is valid and what may become so") {
  CHECK(valid_prefix("aä€😀") == 10);
  CHECK(valid_prefix("a\xff") == 1);
  CHECK(valid_prefix("\xc0\x80") == 0);      // not the shortest form
  CHECK(valid_prefix("\xed\xa0\x80") == 0);  // a surrogate
  CHECK(valid_prefix("\xf4\x90\x80\x80") == 0);
  CHECK(is_cut_off("a\xe2\x82"));
  CHECK(is_cut_off("\xf0"));
  CHECK_FALSE(is_cut_off("ä"));
  CHECK_FALSE(is_cut_off("\xff"));
  CHECK_FALSE(is_cut_off("\xe2 "));
  CHECK(from_latin_1("a\xe4") == "aä");
  CHECK(utf16_size("aä😀") == 4);
  CHECK(byte_of_unit("aä😀b", 1) == 1);
  CHECK(byte_of_unit("aä😀b", 3) == 3);
  CHECK(byte_of_unit("aä😀b", 4) == 7);
  CHECK(byte_of_unit("aä😀b", 99) == 8);
}
