// Decompression of lz-string's format, against its own output and a compressor.
#include "sudoku/formats/lz_string.h"

#include "support/test.h"

#include "sudoku/formats/lz_compress.h"

using namespace fungescope::puzzles;
using fungescope::puzzles::test::compress_lz_string;

namespace {

constexpr std::size_t no_limit_here = 1'000'000;

}  // namespace

TEST_CASE("lz-string: what the library itself compresses") {
  CHECK(decompress_lz_string("BYUwNmD2A0AEoRvcUg==", no_limit_here) == u"hello, hello, hello");
  CHECK(decompress_lz_string("IY1o", no_limit_here) == u"aaaaaaaaaa");
  CHECK(decompress_lz_string("JeFAJLwbgAewHkA=", no_limit_here) == u"é—\U0001F600x");
  CHECK(decompress_lz_string("Q===", no_limit_here) == u"");
  CHECK(compress_lz_string(u"hello, hello, hello") == "BYUwNmD2A0AEoRvcUg==");
  CHECK(compress_lz_string(u"aaaaaaaaaa") == "IY1o");
  CHECK(compress_lz_string(u"é—\U0001F600x") == "JeFAJLwbgAewHkA=");
  CHECK(compress_lz_string(u"") == "Q===");
}

TEST_CASE("lz-string: compressed and decompressed") {
  Random random(30);
  for (int round = 0; round < 200; ++round) {
    const std::uint64_t alphabet = round % 3 == 0 ? 3 : round % 3 == 1 ? 100 : 3000;
    std::u16string text;
    for (std::uint64_t left = random.next() % 400; left > 0; --left) {
      text += static_cast<char16_t>(1 + random.next() % alphabet);
    }
    CHECK(decompress_lz_string(compress_lz_string(text), no_limit_here) == text);
  }
}

TEST_CASE("lz-string: text that is cut short, or is something else") {
  const std::string whole = compress_lz_string(u"a puzzle, or what was one");
  for (std::size_t length = 0; length + 4 < whole.size(); ++length) {
    CHECK_FALSE(decompress_lz_string(whole.substr(0, length), no_limit_here));
  }
  CHECK_FALSE(decompress_lz_string("", no_limit_here));
  CHECK_FALSE(decompress_lz_string("~", no_limit_here));
  CHECK_FALSE(decompress_lz_string("////", no_limit_here));  // a code without a string
}

TEST_CASE("lz-string: the result is bounded") {
  const std::string small = compress_lz_string(std::u16string(20'000, u'0'));
  CHECK(small.size() < 500);
  CHECK(decompress_lz_string(small, 20'000)->size() == 20'000);
  CHECK_FALSE(decompress_lz_string(small, 19'999));
}
