#include "sudoku/printing/page_layout.h"

#include <algorithm>
#include <utility>

#include <fmt/format.h>

namespace fungescope::printing {
namespace {

constexpr double page_margin = 42;  // points, as all lengths: 15 mm
constexpr double gap = 24;          // between boards
constexpr double caption_height = 8;
constexpr double caption_space = 18;  // above a board

constexpr std::size_t solutions_per_page = 12;

// How many boards are next to each other and below each other.
struct Slots {
  std::size_t columns = 1;
  std::size_t rows = 1;
};

Slots slots_for(std::size_t boards) {
  switch (boards) {
    case 1:
      return {1, 1};
    case 2:
      return {1, 2};
    case 4:
      return {2, 2};
    case 6:
      return {2, 3};
    default:
      return {3, 4};
  }
}

std::pair<double, double> size_of(Paper paper) {
  if (paper == Paper::letter) return {612, 792};
  return {595.28, 841.89};
}

// The `index`-th slot of a page, without the gap around it.
Rectangle slot_on(const Page& page, Slots slots, std::size_t index) {
  const auto columns = static_cast<double>(slots.columns);
  const auto rows = static_cast<double>(slots.rows);
  const double width = (page.width - 2 * page_margin - (columns - 1) * gap) / columns;
  const double height = (page.height - 2 * page_margin - (rows - 1) * gap) / rows;
  const std::size_t column = index % slots.columns;
  const std::size_t row = index / slots.columns;
  return {page_margin + static_cast<double>(column) * (width + gap),
          page_margin + static_cast<double>(row) * (height + gap), width, height};
}

void add_board_lines(Page& page, const Rectangle& board) {
  const double thick = 0.9 + board.width / 220;
  const double thin = std::max(board.width / 1000, 0.3);
  const double cell = board.width / 9;
  for (int i = 0; i <= 9; ++i) {
    const double width = i % 3 == 0 ? thick : thin;
    // The thick ones reach over the corners.
    const double reach = width / 2;
    const double x = board.x + i * cell;
    const double y = board.y + i * cell;
    page.lines.push_back({board.x - reach, y, board.x + board.width + reach, y, width});
    page.lines.push_back({x, board.y - reach, x, board.y + board.height + reach, width});
  }
}

void add_digits(Page& page, const Rectangle& board, const puzzles::Grid& digits,
                FontWeight weight) {
  const double cell = board.width / 9;
  const double height = cell * 0.48;
  for (std::size_t i = 0; i < puzzles::cell_count; ++i) {
    if (digits.cells[i] == 0) continue;
    const std::size_t column = i % 9;
    const std::size_t row = i / 9;
    const double x = board.x + static_cast<double>(column) * cell;
    const double y = board.y + static_cast<double>(row) * cell;
    page.texts.push_back({{x, y + (cell - height) / 2, cell, height},
                          std::string(1, static_cast<char>('0' + digits.cells[i])),
                          weight});
  }
}

// Draws a board with its caption, as large as the slot allows and in the middle of it.
void add_board(Page& page, const Rectangle& slot, const std::string& caption,
               const puzzles::Grid& givens, const puzzles::Grid& others) {
  const double side = std::min(slot.width, slot.height - caption_space);
  const double left = slot.x + (slot.width - side) / 2;
  const double top = slot.y + (slot.height - side - caption_space) / 2;
  page.texts.push_back({{left, top, side, caption_height}, caption, FontWeight::regular});
  const Rectangle board{left, top + caption_space, side, side};
  add_board_lines(page, board);
  add_digits(page, board, givens, FontWeight::bold);
  add_digits(page, board, others, FontWeight::regular);
}

// Fills pages with boards, one after the other.
class PageFiller {
 public:
  PageFiller(std::vector<Page>& pages, Paper paper, std::size_t per_page)
      : pages_(pages), paper_(paper), per_page_(per_page), slots_(slots_for(per_page)) {}

  void add(const std::string& caption, const puzzles::Grid& givens, const puzzles::Grid& others) {
    if (used_ % per_page_ == 0) {
      const auto [width, height] = size_of(paper_);
      pages_.push_back({width, height, {}, {}});
    }
    Page& page = pages_.back();
    add_board(page, slot_on(page, slots_, used_ % per_page_), caption, givens, others);
    ++used_;
  }

 private:
  std::vector<Page>& pages_;
  Paper paper_;
  std::size_t per_page_;
  Slots slots_;
  std::size_t used_ = 0;
};

// Returns the digits that the givens lack.
puzzles::Grid without_givens(puzzles::Grid digits, const puzzles::Grid& givens) {
  for (std::size_t i = 0; i < puzzles::cell_count; ++i) {
    if (givens.cells[i] != 0) digits.cells[i] = 0;
  }
  return digits;
}

}  // namespace

std::vector<Page> lay_out(std::span<const PrintedPuzzle> puzzles, const PageOptions& options) {
  std::vector<Page> pages;
  PageFiller boards(pages, options.paper, static_cast<std::size_t>(options.per_page));
  std::uint64_t number = options.first_number;
  for (const PrintedPuzzle& puzzle : puzzles) {
    const std::string caption = puzzle.caption.empty()
                                    ? fmt::format("{}", number)
                                    : fmt::format("{}: {}", number, puzzle.caption);
    boards.add(caption, puzzle.givens, without_givens(puzzle.entered, puzzle.givens));
    ++number;
  }
  if (!options.solutions) return pages;
  PageFiller solutions(pages, options.paper, solutions_per_page);
  number = options.first_number;
  for (const PrintedPuzzle& puzzle : puzzles) {
    if (puzzle.solution) {
      solutions.add(fmt::format("solution of {}", number), puzzle.givens,
                    without_givens(*puzzle.solution, puzzle.givens));
    }
    ++number;
  }
  return pages;
}

}  // namespace fungescope::printing
