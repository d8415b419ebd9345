#include "sudoku/cli/generate/number_symbols.h"

#include <doctest/doctest.h>

using fungescope::NumberSymbols;

TEST_CASE("symbols: numbers without any") {
  const NumberSymbols nine(9);
  CHECK(nine.are_characters());
  CHECK(nine.of(0) == ".");
  CHECK(nine.of(9) == "9");
  const NumberSymbols many(49);
  CHECK_FALSE(many.are_characters());
  CHECK(many.of(49) == "49");
}

TEST_CASE("symbols: any visible characters") {
  const auto greek = NumberSymbols::parse("αβγδεζηθι", 9);
  REQUIRE(greek);
  CHECK(greek->are_characters());
  CHECK(greek->of(1) == "α");
  CHECK(greek->of(9) == "ι");
  CHECK(greek->of(0) == ".");
  CHECK(NumberSymbols::parse("012345678", 9)->of(1) == "0");
  CHECK(NumberSymbols::parse("🐀🐁🐂🐃🐄🐅🐆🐇🐈", 9)->of(9) == "🐈");
}

TEST_CASE("symbols: what cannot be one") {
  for (const char* const text : {
           "", "ABCDEFGH", "ABCDEFGHIJ", "ABCDEFGHA", "ABCDEFGH.", "ABCDEFGH ", "ABCDEFGH\t",
           "ABCDEFGH\x1b", "ABCDEFGH\xff",
           "ABCDEFGH\u00a0",  // no-break space
           "ABCDEFGH\u0301",  // combining acute accent
           "ABCDEFGH\u200b",  // zero width space
           "ABCDEFGH\u202e",  // right-to-left override
           "ABCDEFGH\u0085",  // next line
       }) {
    CAPTURE(text);
    CHECK_FALSE(NumberSymbols::parse(text, 9));
  }
}
