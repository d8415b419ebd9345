#include "sudoku/printing/pdf.h"

#include <string>

#include "sudoku/printing/printed.h"
#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::printing;

TEST_CASE("PDF: a document with a page for each page, always the same") {
  const auto pages = lay_out(test::printed_puzzles(13), {Paper::a4, PuzzlesPerPage::six, true, 1});
  const auto bytes = to_pdf(pages, "Sudokus");
  REQUIRE(bytes);
  CHECK(bytes->starts_with("%PDF-1."));
  CHECK(bytes->find("%%EOF") != std::string::npos);
  CHECK(bytes->find("/Count 5") != std::string::npos);
  CHECK(bytes->find("/BaseFont /Helvetica-Bold") != std::string::npos);
  CHECK(bytes->find("(Sudokus)") != std::string::npos);
  CHECK(bytes->find("595.2") != std::string::npos);
  CHECK(bytes->find("841.8") != std::string::npos);
  CHECK(bytes->size() < 20'000);
  CHECK(to_pdf(pages, "Sudokus") == bytes);
}

TEST_CASE("PDF: letter paper; characters that the fonts lack are replaced") {
  auto puzzles = test::printed_puzzles(1);
  puzzles[0].caption = "\xe2\x98\x85 (";
  const auto bytes = to_pdf(lay_out(puzzles, {Paper::letter, PuzzlesPerPage::one, false, 1}), "\n");
  REQUIRE(bytes);
  CHECK(bytes->find("612") != std::string::npos);
  CHECK(bytes->find("(?)") != std::string::npos);
}

TEST_CASE("PDF: no document without a page") {
  CHECK_FALSE(to_pdf({}, "Sudokus"));
}
