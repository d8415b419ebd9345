#include "sudoku/printing/page_layout.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope::printing {
namespace {

constexpr double page_margin = 42;  // points, as all lengths: 15 mm
constexpr double gap = 24;          // between boards
constexpr double caption_height = 8;
constexpr double caption_space = 18;  // above a board

// How many boards are next to each other and below each other.
struct Slots {
  std::size_t columns = 1;
  std::size_t rows = 1;
};
constexpr Slots puzzle_slots{2, 2};
constexpr Slots solution_slots{3, 4};

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

void add_digits(Page& page, const Rectangle& board, const puzzles::Grid& digits, PageFont font) {
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
                          font});
  }
}

// Draws a board with its caption, as large as the slot allows and in the middle of it.
void add_board(Page& page, const Rectangle& slot, const std::string& caption,
               const puzzles::Grid& givens, const puzzles::Grid& others) {
  const double side = std::min(slot.width, slot.height - caption_space);
  const double left = slot.x + (slot.width - side) / 2;
  const double top = slot.y + (slot.height - side - caption_space) / 2;
  page.texts.push_back({{left, top, side, caption_height}, caption, PageFont::regular});
  const Rectangle board{left, top + caption_space, side, side};
  add_board_lines(page, board);
  add_digits(page, board, givens, PageFont::bold);
  add_digits(page, board, others, PageFont::regular);
}

// Fills pages with boards, one after the other.
class PageFiller {
 public:
  PageFiller(std::vector<Page>& pages, Slots slots) : pages_(pages), slots_(slots) {}

  void add(const std::string& caption, const puzzles::Grid& givens, const puzzles::Grid& others) {
    const std::size_t slot = used_++ % (slots_.columns * slots_.rows);
    if (slot == 0) pages_.push_back({a4_width, a4_height, {}, {}});
    Page& page = pages_.back();
    add_board(page, slot_on(page, slots_, slot), caption, givens, others);
  }

 private:
  std::vector<Page>& pages_;
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

std::vector<Page> lay_out(std::span<const PrintedPuzzle> puzzles) {
  std::vector<Page> pages;
  PageFiller boards(pages, puzzle_slots);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    const std::string& caption = puzzles[i].caption;
    boards.add(fmt::format("{}{}{}", i + 1, caption.empty() ? "" : ": ", caption),
               puzzles[i].givens, {});
  }
  PageFiller solutions(pages, solution_slots);
  for (std::size_t i = 0; i < puzzles.size(); ++i) {
    if (!puzzles[i].solution) continue;
    solutions.add(fmt::format("solution of {}", i + 1), puzzles[i].givens,
                  without_givens(*puzzles[i].solution, puzzles[i].givens));
  }
  return pages;
}

}  // namespace fungescope::printing
