// Formats the board as plain ASCII:
//
//           c1   c2   c3     c4   c5   c6     c7   c8   c9
//        +----------------+----------------+----------------+
//     r1 | [4]   3    8a  | (1)b  .    2a  |  .   [5]   .   |
#include "base/text_table.h"

#include <array>
#include <string>
#include <vector>

#include "sudoku/board/board.h"
#include "sudoku/board/board_why_text.h"
#include <fmt/format.h>

namespace fungescope {
namespace {

using CellOrigin = BoardCell::Origin;

constexpr std::string_view rule = "     +----------------+----------------+----------------+\n";
constexpr std::string_view columns = "       c1   c2   c3     c4   c5   c6     c7   c8   c9\n";

// Formats a cell's digit in five columns.
std::string with_marks(const BoardCell& cell) {
  if (cell.origin == CellOrigin::blank) return cell.stuck ? "  !  " : "  .  ";
  if (cell.origin == CellOrigin::given) return fmt::format(" [{}] ", cell.digit);
  const char letter = depth_letter(cell.depth);
  if (cell.origin == CellOrigin::guessed) return fmt::format(" ({}){}", cell.digit, letter);
  return fmt::format("  {}{} ", cell.digit, letter);
}

// Formats one of the three lines of a cell: its candidates, or its digit in the middle line.
std::string with_candidates(const BoardCell& cell, bool known, int line) {
  const bool shows_candidates = cell.origin == CellOrigin::blank && known && cell.candidates != 0;
  if (!shows_candidates) return line == 1 ? with_marks(cell) : "     ";
  std::string text = " ";
  for (int v = 3 * line + 1; v <= 3 * line + 3; ++v) {
    text += cell.possible(v) ? static_cast<char>('0' + v) : '.';
  }
  return text + ' ';
}

// Formats one line of text of a row of cells, with the rules of the boxes.
template <class CellText>
std::string row_line(const BoardView& view, std::int64_t y, std::string_view margin,
                     CellText cell_text) {
  std::string text(margin);
  for (std::int64_t x = 0; x < 9; ++x) {
    if (x % 3 == 0) text += x == 0 ? "|" : " |";
    text += cell_text(view.at({x, y}));
  }
  return text + " |\n";
}

std::string row_margin(std::int64_t y) {
  return fmt::format("  r{} ", y + 1);
}

std::string candidate_rows(const BoardView& view, std::int64_t y) {
  std::string text;
  for (int line = 0; line < 3; ++line) {
    const std::string margin = line == 1 ? row_margin(y) : "     ";
    text += row_line(view, y, margin, [&](const BoardCell& cell) {
      return with_candidates(cell, view.ready, line);
    });
  }
  // A blank line between the cells of a box.
  const auto nothing = [](const BoardCell&) { return "     "; };
  return y % 3 == 2 ? text : text + row_line(view, y, "     ", nothing);
}

struct Count {
  std::array<int, 5> origins{};
  bool deductions_from_guesses = false;
  bool stuck = false;
  std::int64_t depth = 0;

  explicit Count(const BoardView& view) {
    for (const BoardCell& cell : view.cells) {
      ++origins[static_cast<std::size_t>(cell.origin)];
      deductions_from_guesses |= cell.origin == CellOrigin::deduced && cell.depth > 0;
      stuck |= cell.stuck;
      if (cell.origin == CellOrigin::guessed && cell.depth > depth) depth = cell.depth;
    }
  }
  [[nodiscard]] int of(CellOrigin origin) const {
    return origins[static_cast<std::size_t>(origin)];
  }
};

std::string legend(const Count& count) {
  std::vector<std::string> parts;
  if (count.of(CellOrigin::given) > 0) parts.emplace_back("[5] given");
  if (count.of(CellOrigin::deduced) > 0) parts.emplace_back("5 deduced");
  if (count.of(CellOrigin::guessed) > 0) parts.emplace_back("(5)a guess a");
  if (count.deductions_from_guesses) parts.emplace_back("5a deduced from guess a");
  if (count.stuck) parts.emplace_back("! nothing possible");
  return parts.empty() ? "" : fmt::format("     {}\n", fmt::join(parts, "   "));
}

std::string summary(const BoardView& view, const Count& count) {
  if (!view.ready) {
    const std::string_view reason = reason_not_ready(view.phase);
    if (view.upcoming) {
      return fmt::format("     the puzzle to be solved: {} given, {} blank; {}\n",
                         count.of(CellOrigin::given), count.of(CellOrigin::blank), reason);
    }
    const auto digits = static_cast<std::uint64_t>(count.of(CellOrigin::unknown));
    return fmt::format("     {} of unknown origin: {}\n", count_text(digits, "digit"), reason);
  }
  return fmt::format("     {} given, {} deduced, {} guessed, {} blank\n",
                     count.of(CellOrigin::given), count.of(CellOrigin::deduced),
                     count.of(CellOrigin::guessed), count.of(CellOrigin::blank));
}

}  // namespace

char depth_letter(std::int64_t depth) {
  if (depth <= 0) return ' ';
  if (depth <= 26) return static_cast<char>('a' + depth - 1);
  return depth <= 52 ? static_cast<char>('A' + depth - 27) : '+';
}

std::string depth_name(std::int64_t depth) {
  return depth >= 1 && depth <= 52 ? std::string(1, depth_letter(depth))
                                   : fmt::format("at depth {}", depth);
}

std::string to_text(const BoardView& view, bool candidates) {
  std::string text(columns);
  text += rule;
  for (std::int64_t y = 0; y < 9; ++y) {
    text += candidates ? candidate_rows(view, y) : row_line(view, y, row_margin(y), with_marks);
    if (y % 3 == 2) text += rule;
  }
  const Count count(view);
  return text + summary(view, count) + legend(count);
}

std::string describe(const BoardView& view, Point cell) {
  const BoardCell& it = view.at(cell);
  std::string text = board_cell_name(cell) + " is ";
  switch (it.origin) {
    case CellOrigin::blank:
      if (!view.ready) return text + "blank";
      if (it.stuck) return text + "blank, and nothing is possible there";
      if (it.candidates == 0) return text + "blank, with every digit ruled out";
      return text +
             fmt::format("blank; possible are {}", fmt::join(mask_digits(it.candidates), ", "));
    case CellOrigin::given:
      return text + fmt::format("{}, given", it.digit);
    case CellOrigin::unknown:
      return text + (view.ready ? fmt::format("{}, set by an edit", it.digit)
                                : fmt::format("{}, of unknown origin: {}", it.digit,
                                              reason_not_ready(view.phase)));
    case CellOrigin::deduced:
      text += fmt::format("{}, deduced", it.digit);
      if (it.depth > 0) text += " from guess " + depth_name(it.depth);
      break;
    case CellOrigin::guessed:
      text += fmt::format("{}, guess {}", it.digit, depth_name(it.depth));
      break;
  }
  if (it.set_at) text += ", at tick " + with_separators(*it.set_at);
  return text;
}

}  // namespace fungescope
