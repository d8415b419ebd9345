#include "dap/program_text.h"
#include "dap/protocol/transport.h"
#include "support/test.h"

using namespace fungescope::dap;

namespace {

// Returns all bodies, followed by the error if there is one.
std::vector<std::string> read_in_pieces(const std::string& bytes, std::size_t piece) {
  FrameReader frames;
  std::vector<std::string> found;
  for (std::size_t at = 0; at < bytes.size(); at += piece) {
    frames.feed(std::string_view(bytes).substr(at, piece));
    for (;;) {
      const auto frame = frames.next();
      if (!frame) {
        found.push_back("error: " + frame.error().what);
        return found;
      }
      if (!*frame) break;
      found.push_back(**frame);
    }
  }
  return found;
}

}  // namespace

TEST_CASE("framing: bodies are unchanged for pieces of any size") {
  const std::vector<std::string> bodies{"{}", "", "a\r\n\r\nb", std::string(5000, 'x'), "\xff"};
  std::string bytes;
  for (const std::string& body : bodies) bytes += encode_frame(body);
  for (const std::size_t piece : {1, 2, 3, 7, 100, 100'000}) {
    CAPTURE(piece);
    CHECK(read_in_pieces(bytes, piece) == bodies);
  }
}

TEST_CASE("framing: fields are read in any case and order") {
  for (const std::size_t piece : {1, 1000}) {
    CHECK(read_in_pieces("content-length:2\r\nContent-Type: x; y=z\r\n\r\n{}", piece) ==
          std::vector<std::string>{"{}"});
    CHECK(read_in_pieces("CONTENT-TYPE:\r\nContent-Length:   2  \r\n\r\n{}", piece) ==
          std::vector<std::string>{"{}"});
  }
}

TEST_CASE("framing: a malformed frame ends the reading") {
  for (const std::string bytes :
       {"\r\n\r\n{}", "hello\r\n\r\n", "Content-Length: \r\n\r\n", "Content-Length: -1\r\n\r\n",
        "Content-Length: 2x\r\n\r\n{}", "Content-Length: 99999999999999999999999\r\n\r\n",
        "Content-Length: 16777217\r\n\r\n", "X: 2\r\n\r\n{}", "Content-Type: 2\r\n\r\n{}",
        "Content-Length : 2\r\n\r\n{}", "Content-Length: 2\r\nX: y\r\n\r\n{}",
        "Content-Length: 2\r\nContent-Length: 2\r\n\r\n{}", "Content-Length: 2\n\n{}"}) {
    CAPTURE(bytes);
    for (const std::size_t piece : {1, 1000}) {
      const auto found = read_in_pieces(bytes + encode_frame("{}"), piece);
      REQUIRE(found.size() == 1);
      CHECK(found[0].starts_with("error: "));
    }
  }
}

TEST_CASE("framing: the first byte that no frame has there ends the reading") {
  struct Case {
    std::string bytes;
    std::size_t good;  // how many of them may be the beginning of a frame
  };
  const std::vector<Case> cases{
      {"POST /a:b HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", 0},
      {"GET / HTTP/1.1\r\nContent-Length: 2\r\n\r\n{}", 0},
      {"CONNECT localhost:4711 HTTP/1.1\r\n\r\n", 3},
      {"Content-Length /a:2 HTTP/1.1\r\n\r\n{}", 14},
      {"Content-Length: 2\r\nHost: localhost\r\n\r\n{}", 19},
      {"Content-Length: 1 HTTP/1.1", 18},
      {"\r\n\r\nContent-Length: 2\r\n\r\n{}", 0},
      {"\x16\x03\x01", 0},
  };
  for (const Case& one : cases) {
    const std::string& bytes = one.bytes;
    const std::size_t good = one.good;
    CAPTURE(bytes);
    FrameReader frames;
    for (std::size_t i = 0; i < good; ++i) {
      CAPTURE(i);
      frames.feed(bytes.substr(i, 1));
      CHECK(frames.next().has_value());
    }
    frames.feed(bytes.substr(good, 1));
    CHECK_FALSE(frames.next().has_value());
    frames.feed(encode_frame("{}"));
    CHECK_FALSE(frames.next().has_value());
  }
}

TEST_CASE("framing: a header without an end is rejected") {
  FrameReader frames;
  frames.feed("Content-Type: ");
  for (std::size_t i = 14; i < FrameReader::max_header; ++i) frames.feed("x");
  CHECK(frames.next().has_value());
  frames.feed("x");
  CHECK_FALSE(frames.next().has_value());
  frames.feed(encode_frame("{}"));
  CHECK_FALSE(frames.next().has_value());
}

TEST_CASE("framing: the end of the input may come between two frames only") {
  FrameReader frames;
  CHECK(frames.at_frame_boundary());
  frames.feed("Content-Length: 2\r\n\r\n{");
  CHECK_FALSE(frames.next()->has_value());
  CHECK_FALSE(frames.at_frame_boundary());
  frames.feed("}");
  CHECK(frames.next()->has_value());
  CHECK(frames.at_frame_boundary());
}

TEST_CASE("program text: positions never exceed a line or the file") {
  const ProgramText text("abc\n\nde\n");
  CHECK(text.line_count() == 3);
  CHECK(text.position_of({0, 0}) == EditorPosition{1, 1});
  CHECK(text.position_of({2, 0}) == EditorPosition{1, 3});
  CHECK(text.position_of({79, 0}) == EditorPosition{1, 3});
  CHECK(text.position_of({5, 1}) == EditorPosition{2, 1});
  CHECK(text.position_of({0, 24}) == EditorPosition{3, 2});
  CHECK(*text.cell_at({1, 99}) == Point{2, 0});
  CHECK(*text.cell_at({3, 1}) == Point{0, 2});
  CHECK(*text.cell_at({1, -5}) == Point{0, 0});
  CHECK_FALSE(text.cell_at({0, 1}));
  CHECK_FALSE(text.cell_at({4, 1}));
  CHECK(ProgramText("").position_of({3, 3}) == EditorPosition{1, 1});
}

TEST_CASE("program text: columns are characters, cells are bytes") {
  const ProgramText utf8(
      "\xef\xbb\xbf"
      "aä😀>\r\n");
  CHECK(utf8.position_of({0, 0}) == EditorPosition{1, 1});
  CHECK(utf8.position_of({1, 0}) == EditorPosition{1, 2});
  CHECK(utf8.position_of({2, 0}) == EditorPosition{1, 2});
  CHECK(utf8.position_of({3, 0}) == EditorPosition{1, 3});
  CHECK(utf8.position_of({6, 0}) == EditorPosition{1, 3});
  CHECK(utf8.position_of({7, 0}) == EditorPosition{1, 5});
  CHECK(*utf8.cell_at({1, 5}) == Point{7, 0});
  CHECK(utf8.decoded() == "aä😀>\r\n");

  const ProgramText latin("a\xe4>\n");
  CHECK(latin.position_of({2, 0}) == EditorPosition{1, 3});
  CHECK(*latin.cell_at({1, 3}) == Point{2, 0});
  CHECK(latin.decoded() == "aä>\n");
}

TEST_CASE("program text: all columns of a line are those of its cells") {
  for (const char* const bytes : {"abc", "", "aä€😀b", "a\xff\xe4"}) {
    CAPTURE(bytes);
    const ProgramText text(bytes);
    for (const auto& [column, x] : text.cells_of(1)) {
      CHECK(text.position_of({x, 0}) == EditorPosition{1, column});
      CHECK(text.cell_at({1, column}) == Point{x, 0});
    }
  }
  CHECK(ProgramText("aä€😀b").cells_of(1).size() == 5);
  CHECK(ProgramText("").cells_of(1).size() == 1);
}

TEST_CASE("program text: in befunexec a cell is a character, and a CodePiece has its own lines") {
  const Dialect befunexec = find_dialect("befunexec").value();
  const ProgramText text(
      "\xef\xbb\xbf"
      "CodePiece\n{\naä😀>\n\n}\n",
      befunexec);
  CHECK(text.row_of(3) == 0);
  CHECK(text.position_of({1, 0}) == EditorPosition{3, 2});
  CHECK(text.position_of({2, 0}) == EditorPosition{3, 3});
  CHECK(text.position_of({3, 0}) == EditorPosition{3, 5});
  CHECK(text.position_of({9, 0}) == EditorPosition{3, 5});
  CHECK(*text.cell_at({3, 4}) == Point{2, 0});
  CHECK(*text.cell_at({3, 5}) == Point{3, 0});
  CHECK(*text.cell_at({4, 1}) == Point{0, 1});
  for (const auto& [column, x] : text.cells_of(3)) {
    CHECK(text.position_of({x, 0}) == EditorPosition{3, column});
  }
  CHECK(text.cells_of(3).size() == 4);
}

TEST_CASE("program text: the heading above a cell") {
  const ProgramText text(
      ">v\n"
      "  ------ - ----- READ ---------|---\n"
      ">1-- x -- 2 ----------<\n"
      "---------------\n"
      "-------- two WORDS ------\n");
  CHECK(text.heading_above({0, 0}).empty());
  CHECK(text.heading_above({0, 1}) == "READ");
  CHECK(text.heading_above({0, 99}) == "READ");
}
