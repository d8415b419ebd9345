#include "dap/program_text.h"

#include "support/test.h"

using namespace fungescope::dap;

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
  CHECK(utf8.line_size(1) == 5);
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
