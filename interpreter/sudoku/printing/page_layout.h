// Sudokus on pages of paper, as lines and texts at positions.
//
// Whoever renders the pages needs no knowledge of puzzles: pdf.h makes a PDF document of them, and
// the window draws them as a picture. Positions are in points (1/72 inch) from the upper left
// corner of the page.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "sudoku/solving/grid.h"

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
  puzzles::Grid entered;                  // a player's digits, in regular weight
  std::optional<puzzles::Grid> solution;  // for the pages of solutions
  std::string caption;                    // after the number: "hard, 2.8"; may be empty
};

enum class Paper : std::uint8_t { a4, letter };
enum class PuzzlesPerPage : std::uint8_t { one = 1, two = 2, four = 4, six = 6 };

struct PageOptions {
  Paper paper = Paper::a4;
  PuzzlesPerPage per_page = PuzzlesPerPage::two;
  bool solutions = false;  // on pages after the puzzles, twelve on each
  std::uint64_t first_number = 1;
};

// Returns the pages of the puzzles, and of the solutions of those that have one.
[[nodiscard]] std::vector<Page> lay_out(std::span<const PrintedPuzzle> puzzles,
                                        const PageOptions& options);

}  // namespace fungescope::printing
