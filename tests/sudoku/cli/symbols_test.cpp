#include "support/test.h"

#include "sudoku/cli/generate/generated_puzzles.h"

using fungescope::parse_symbols;

TEST_CASE("symbols: any visible characters") {
  const auto greek = parse_symbols("αβγδεζηθι");
  REQUIRE(greek);
  CHECK(greek->front() == "α");
  CHECK(greek->back() == "ι");
  CHECK(parse_symbols("012345678")->front() == "0");
  CHECK(parse_symbols("🐀🐁🐂🐃🐄🐅🐆🐇🐈")->back() == "🐈");
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
    CHECK_FALSE(parse_symbols(text));
  }
}
