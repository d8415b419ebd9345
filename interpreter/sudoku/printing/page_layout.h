// Sudokus on pages of A4 paper, as lines and texts at positions, and as a PDF document.
//
// Whoever renders the pages needs no knowledge of puzzles: `to_pdf` makes a document of them, and
// the window draws them as a picture. Positions are in points (1/72 inch) from the upper left
// corner of the page.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "sudoku/solving/puzzle.h"

namespace fungescope::printing {

struct Rectangle {
  double x = 0;
  double y = 0;
  double width = 0;
  double height = 0;
  friend bool operator==(const Rectangle&, const Rectangle&) = default;
};

struct PageLine {
  double x0 = 0;
  double y0 = 0;
  double x1 = 0;
  double y1 = 0;
  double width = 0;
  friend bool operator==(const PageLine&, const PageLine&) = default;
};

enum class FontWeight : std::uint8_t { regular, bold };

// A text of one line, in the middle of the width of its box. Its digits and capital letters are as
// high as the box.
struct PageText {
  Rectangle box;
  std::string text;  // ASCII
  FontWeight weight = FontWeight::regular;
  friend bool operator==(const PageText&, const PageText&) = default;
};

struct Page {
  double width = 0;
  double height = 0;
  std::vector<PageLine> lines;
  std::vector<PageText> texts;
  friend bool operator==(const Page&, const Page&) = default;
};

struct PrintedPuzzle {
  puzzles::Grid givens;                   // in bold
  std::optional<puzzles::Grid> solution;  // for the pages of solutions
  std::string caption;                    // after the number: "hard, 2.8"; may be empty
};

// Returns the pages of the puzzles, four on each, and of the solutions of those that have one,
// twelve on each.
[[nodiscard]] std::vector<Page> lay_out(std::span<const PrintedPuzzle> puzzles);

// Makes a PDF document of pages. `title` is for its properties. Errors: there is no page; memory
// ran out; the build has no libharu. The fonts are Helvetica and its bold, which every viewer and
// printer has, so that documents are small: about 2 KB a page. The same pages always give the same
// bytes.
[[nodiscard]] Result<std::string> to_pdf(std::span<const Page> pages, std::string_view title);

}  // namespace fungescope::printing
