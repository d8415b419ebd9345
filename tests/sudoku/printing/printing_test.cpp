// Puzzles on pages of paper, and pages as PDF.
#include "support/test.h"

#include "sudoku/printing/page_layout.h"

using namespace fungescope::printing;

namespace {

std::vector<PrintedPuzzle> printed_puzzles(std::size_t count) {
  PrintedPuzzle puzzle;
  puzzle.givens = puzzles::grid_from_line(
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79");
  puzzle.solution = puzzles::grid_from_line(
      "534678912672195348198342567859761423426853791713924856961537284287419635345286179");
  puzzle.caption = "easy, 1.2";
  return std::vector<PrintedPuzzle>(count, puzzle);
}

bool is_inside(const Page& page, double x, double y) {
  return x >= 0 && y >= 0 && x <= page.width && y <= page.height;
}

std::size_t digits_on(const Page& page, PageFont font) {
  return static_cast<std::size_t>(
      std::count_if(page.texts.begin(), page.texts.end(), [&](const PageText& text) {
        return text.text.size() == 1 && text.box.height != 8 && text.font == font;
      }));
}

bool has_text(const Page& page, std::string_view text) {
  return std::any_of(page.texts.begin(), page.texts.end(),
                     [&](const PageText& shown) { return shown.text == text; });
}

}  // namespace

TEST_CASE("pages: as many as the puzzles need, each board with its lines and givens") {
  const auto pages = lay_out(printed_puzzles(7));
  REQUIRE(pages.size() == 2 + 1);
  CHECK(pages[0].lines.size() == 20 * 4);
  CHECK(digits_on(pages[0], PageFont::bold) == 30 * 4);
  CHECK(has_text(pages[0], "1: easy, 1.2"));
  CHECK(has_text(pages[1], "7: easy, 1.2"));
}

TEST_CASE("pages: everything is on the paper, boards are squares and do not overlap") {
  const auto pages = lay_out(printed_puzzles(4));
  REQUIRE(pages.size() == 2);
  for (const Page& page : pages) {
    std::vector<printing::Rectangle> boards;
    for (const PageLine& line : page.lines) {
      REQUIRE(is_inside(page, line.x0, line.y0));
      REQUIRE(is_inside(page, line.x1, line.y1));
    }
    for (std::size_t i = 0; i < page.lines.size(); i += 20) {
      // The first two lines are the upper and the left edge.
      const PageLine& upper = page.lines[i];
      const PageLine& left = page.lines[i + 1];
      const printing::Rectangle board{left.x0, upper.y0, upper.x1 - upper.x0, left.y1 - left.y0};
      CHECK(board.width == doctest::Approx(board.height));
      for (const printing::Rectangle& other : boards) {
        CHECK((board.x >= other.x + other.width || board.y >= other.y + other.height ||
               other.x >= board.x + board.width || other.y >= board.y + board.height));
      }
      boards.push_back(board);
      const auto first = page.lines.begin() + static_cast<std::ptrdiff_t>(i);
      const double thin = std::min(first[2].width, first[4].width);
      CHECK(std::count_if(first, first + 20, [&](const PageLine& line) {
              return line.width > 2 * thin;  // around boxes
            }) == 8);
    }
    // Each is in the middle of its place.
    const auto edges = std::minmax_element(
        page.lines.begin(), page.lines.end(),
        [](const PageLine& a, const PageLine& b) { return a.x0 + a.x1 < b.x0 + b.x1; });
    CHECK(edges.first->x0 + edges.second->x1 == doctest::Approx(page.width));
    for (const PageText& text : page.texts) {
      REQUIRE(is_inside(page, text.box.x, text.box.y));
      REQUIRE(is_inside(page, text.box.x + text.box.width, text.box.y + text.box.height));
    }
  }
}

TEST_CASE("pages: the digits of solutions are lighter than givens") {
  auto puzzles = printed_puzzles(2);
  puzzles[1].solution.reset();
  const auto pages = lay_out(puzzles);
  REQUIRE(pages.size() == 2);
  CHECK(digits_on(pages[0], PageFont::bold) == 60);
  CHECK(digits_on(pages[0], PageFont::regular) == 0);
  CHECK(digits_on(pages[1], PageFont::bold) == 30);
  CHECK(digits_on(pages[1], PageFont::regular) == 51);
  CHECK(has_text(pages[1], "solution of 1"));
  CHECK_FALSE(has_text(pages[1], "solution of 2"));
}

TEST_CASE("pages: twelve solutions a page, none without puzzles") {
  CHECK(lay_out(printed_puzzles(13)).size() == 4 + 2);
  CHECK(lay_out({}).empty());
}

TEST_CASE("PDF: a document with a page for each page, always the same") {
  const auto pages = lay_out(printed_puzzles(13));
  const auto bytes = to_pdf(pages, "Sudokus");
  REQUIRE(bytes);
  CHECK(bytes->starts_with("%PDF-1."));
  CHECK(bytes->find("%%EOF") != std::string::npos);
  CHECK(bytes->find("/Count 6") != std::string::npos);
  CHECK(bytes->find("/BaseFont /Helvetica-Bold") != std::string::npos);
  CHECK(bytes->find("(Sudokus)") != std::string::npos);
  CHECK(bytes->find("595.2") != std::string::npos);
  CHECK(bytes->find("841.8") != std::string::npos);
  CHECK(bytes->size() < 25'000);
  CHECK(to_pdf(pages, "Sudokus") == bytes);
}

TEST_CASE("PDF: characters that the fonts lack are replaced") {
  auto puzzles = printed_puzzles(1);
  puzzles[0].caption = "\xe2\x98\x85 (";
  const auto bytes = to_pdf(lay_out(puzzles), "\n");
  REQUIRE(bytes);
  CHECK(bytes->find("(?)") != std::string::npos);
}

TEST_CASE("PDF: no document without a page") {
  CHECK_FALSE(to_pdf({}, "Sudokus"));
}
