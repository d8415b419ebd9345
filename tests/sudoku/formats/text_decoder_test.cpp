#include "sudoku/formats/text_decoder.h"

#include "support/test.h"

using namespace fungescope::puzzles;
using namespace std::string_literals;

namespace {

std::string decoded(std::string_view bytes, std::size_t piece) {
  TextDecoder decoder;
  std::string text;
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
    decoder.decode(bytes.substr(0, piece), text);
  }
  decoder.finish(text);
  return text;
}

std::vector<std::string> split(std::string_view bytes, std::size_t piece) {
  LineSplitter splitter;
  std::vector<std::string> lines;
  const auto take = [&](const TextLine& line) {
    CHECK(line.number == lines.size() + 1);
    lines.push_back(std::string(line.text) + (line.too_long ? "~" : ""));
  };
  for (; !bytes.empty(); bytes.remove_prefix(std::min(piece, bytes.size()))) {
    splitter.feed(bytes.substr(0, piece), take);
  }
  splitter.finish(take);
  return lines;
}

}  // namespace

TEST_CASE("text decoder: every encoding, in pieces of every size") {
  for (const std::size_t piece : {1, 2, 3, 5, 100}) {
    CAPTURE(piece);
    CHECK(decoded("", piece).empty());
    CHECK(decoded("a", piece) == "a");
    CHECK(decoded("plain text", piece) == "plain text");
    CHECK(decoded("\xef\xbb\xbfmarked", piece) == "marked");
    CHECK(decoded("\xff\xfe"
                  "1\0"
                  "\x50\x25"s,
                  piece) == "1\u2550");
    CHECK(decoded("\xfe\xff"
                  "\0"
                  "1\x25\x50"s,
                  piece) == "1\u2550");
    CHECK(decoded("1\0"
                  "2\0"
                  "3\0"s,
                  piece) == "123");
    CHECK(decoded("\0"
                  "1\0"
                  "2\0"
                  "3"s,
                  piece) == "123");
    CHECK(decoded("\xff\xfe\x3d\xd8\x00\xde"s, piece) == "\U0001f600");
    CHECK(decoded("\xff\xfe\x3d\xd8"
                  "1\0"s,
                  piece) == "\ufffd1");  // half a pair
    CHECK(decoded("\xff\xfe"
                  "1\0"
                  "2"s,
                  piece) == "1\ufffd");                   // half a unit
    CHECK(decoded("a\0\0\0bc"s, piece) == "a\0\0\0bc"s);  // not UTF-16
  }
}

TEST_CASE("line splitter: every line end, in pieces of every size") {
  for (const std::size_t piece : {1, 2, 3, 100}) {
    CAPTURE(piece);
    CHECK(split("a\nb\r\nc\rd", piece) == std::vector<std::string>{"a", "b", "c", "d"});
    CHECK(split("\n\r\n\r\r\n", piece) == std::vector<std::string>{"", "", "", ""});
    CHECK(split("end\n", piece) == std::vector<std::string>{"end"});
  }
}

TEST_CASE("line splitter: an over-long line is cut and skipped") {
  const std::string longest(LineSplitter::limit, 'x');
  for (const std::size_t piece : {1000, 1000000}) {
    CAPTURE(piece);
    CHECK(split(longest + "\nb", piece) == std::vector<std::string>{longest, "b"});
    CHECK(split(longest + "y\nb", piece) == std::vector<std::string>{longest + "~", "b"});
    CHECK(split(longest + longest + longest, piece) == std::vector<std::string>{longest + "~"});
  }
}
