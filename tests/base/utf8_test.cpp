#include "base/utf8.h"

#include "support/test.h"

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
