// Pages of paper as lines and texts at positions, and a PDF document of them.
//
// Whoever renders the pages needs no knowledge of what is on them: `to_pdf` makes a document, and
// the window draws them as a picture. Positions are in points (1/72 inch) from the upper left
// corner of the page.
#pragma once

#include "base/result.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::printing {

// The width and height of A4 upright; A3 is twice as large.
inline constexpr double a4_width = 595.28;
inline constexpr double a4_height = 841.89;

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
  std::uint32_t colour = 0;  // 0xRRGGBB
  friend bool operator==(const PageLine&, const PageLine&) = default;
};

enum class PageFont : std::uint8_t { regular, bold, monospaced };
enum class PageAlign : std::uint8_t { centre, left, right };

// A text of one line in its box. Its digits and capital letters are as high as the box.
struct PageText {
  Rectangle box;
  std::string text;  // ASCII; in `monospaced` Latin-1 without control characters
  PageFont font = PageFont::regular;
  PageAlign align = PageAlign::centre;
  std::uint32_t colour = 0;  // 0xRRGGBB
  // Of `monospaced`: the width of a cell, in the middle of which each character stands, from the
  // left edge of the box; 0: as the font has it.
  double pitch = 0;
  friend bool operator==(const PageText&, const PageText&) = default;
};

struct Page {
  double width = 0;
  double height = 0;
  std::vector<PageLine> lines;
  std::vector<PageText> texts;
  friend bool operator==(const Page&, const Page&) = default;
};

// Of `monospaced`, in units of the font's size: the width of a character, and the height of
// capital letters.
inline constexpr double monospaced_advance = 0.6;
inline constexpr double monospaced_capital = 0.562;

// Makes a PDF document of pages. `title` is for its properties. Fails without a page. The fonts are
// Helvetica, its bold and Courier's bold, which every viewer and printer has, so that documents are
// small. The same pages give the same bytes.
[[nodiscard]] Result<std::string> to_pdf(std::span<const Page> pages, std::string_view title);

}  // namespace fungescope::printing
