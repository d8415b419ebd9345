#include <bit>

#include "sudoku/solving/puzzle.h"

namespace fungescope::puzzles {
namespace {

using Mask = std::uint16_t;  // bit v-1: the digit v
constexpr Mask all_digits = 0x1ff;

constexpr std::uint64_t guesses_between_polls = 1024;

// What the puzzle allows in a cell, apart from its digits.
struct AllDigits {
  Mask operator[](std::size_t) const { return all_digits; }
};
struct MarkedDigits {
  const PencilMarks* marks = nullptr;
  Mask operator[](std::size_t cell) const { return (*marks)[cell]; }
};

struct Units {
  std::uint8_t row = 0;
  std::uint8_t column = 0;
  std::uint8_t box = 0;
};

constexpr std::array<Units, cell_count> units_of = [] {
  std::array<Units, cell_count> table{};
  for (std::size_t i = 0; i < cell_count; ++i) {
    table[i] = {static_cast<std::uint8_t>(i / 9), static_cast<std::uint8_t>(i % 9),
                static_cast<std::uint8_t>(i / 27 * 3 + i % 9 / 3)};
  }
  return table;
}();

// A partly filled grid, small enough to be copied for every guess.
template <class Allowed>
struct Board {
  Allowed allowed;
  std::array<Mask, 9> rows{};
  std::array<Mask, 9> columns{};
  std::array<Mask, 9> boxes{};
  std::array<std::uint8_t, cell_count> digits{};
  std::array<std::uint8_t, cell_count> open{};  // the unknown cells, in any order
  std::size_t open_count = 0;

  [[nodiscard]] Mask candidates(std::size_t cell) const {
    const Units& u = units_of[cell];
    return static_cast<Mask>(allowed[cell] & ~(rows[u.row] | columns[u.column] | boxes[u.box]));
  }
  void place(std::size_t cell, Mask digit) {
    const Units& u = units_of[cell];
    rows[u.row] |= digit;
    columns[u.column] |= digit;
    boxes[u.box] |= digit;
    digits[cell] = static_cast<std::uint8_t>(std::countr_zero(digit) + 1);
  }
};

enum class Progress : std::uint8_t { filled, stuck, contradiction };

// Fills the cells that have one candidate, in one pass over the open cells.
template <class Allowed>
Progress fill_naked_singles(Board<Allowed>& board) {
  const std::size_t before = board.open_count;
  for (std::size_t i = 0; i < board.open_count;) {
    const std::size_t cell = board.open[i];
    const Mask candidates = board.candidates(cell);
    if (candidates == 0) return Progress::contradiction;
    if (!std::has_single_bit(candidates)) {
      ++i;
      continue;
    }
    board.place(cell, candidates);
    board.open[i] = board.open[--board.open_count];
  }
  return board.open_count < before ? Progress::filled : Progress::stuck;
}

// The digits with at least one, and at least two, candidate cells in a unit.
struct CandidateCells {
  Mask once = 0;
  Mask twice = 0;
  void add(Mask candidates) {
    twice |= static_cast<Mask>(once & candidates);
    once |= candidates;
  }
  [[nodiscard]] Mask single() const { return static_cast<Mask>(once & ~twice); }
};

// Fills the digits that have one candidate cell in a unit; `contradiction` if a digit has none.
template <class Allowed>
Progress fill_hidden_singles(Board<Allowed>& board) {
  std::array<CandidateCells, 9> rows{};
  std::array<CandidateCells, 9> columns{};
  std::array<CandidateCells, 9> boxes{};
  for (std::size_t i = 0; i < board.open_count; ++i) {
    const Units& u = units_of[board.open[i]];
    const Mask candidates = board.candidates(board.open[i]);
    rows[u.row].add(candidates);
    columns[u.column].add(candidates);
    boxes[u.box].add(candidates);
  }
  for (std::size_t i = 0; i < 9; ++i) {
    if ((board.rows[i] | rows[i].once) != all_digits) return Progress::contradiction;
    if ((board.columns[i] | columns[i].once) != all_digits) return Progress::contradiction;
    if ((board.boxes[i] | boxes[i].once) != all_digits) return Progress::contradiction;
  }
  const std::size_t before = board.open_count;
  for (std::size_t i = 0; i < board.open_count;) {
    const std::size_t cell = board.open[i];
    const Units& u = units_of[cell];
    const Mask hidden = rows[u.row].single() | columns[u.column].single() | boxes[u.box].single();
    // The masks date from before this pass but `candidates` is current, so a digit that this pass
    // has placed is not placed again.
    const Mask only_here = static_cast<Mask>(hidden & board.candidates(cell));
    if (only_here == 0) {
      ++i;
      continue;
    }
    if (!std::has_single_bit(only_here)) return Progress::contradiction;
    board.place(cell, only_here);
    board.open[i] = board.open[--board.open_count];
  }
  return board.open_count < before ? Progress::filled : Progress::stuck;
}

template <class Allowed>
class Search {
 public:
  explicit Search(const std::function<bool()>& stopped) : stopped_(stopped) {}

  // Takes the board by value: every guess works on its own copy.
  void run(Board<Allowed> board) {
    for (;;) {
      Progress progress = fill_naked_singles(board);
      if (progress == Progress::stuck && board.open_count > 0) {
        progress = fill_hidden_singles(board);
      }
      if (progress == Progress::contradiction) return;
      if (board.open_count == 0) return found(board);
      if (progress == Progress::stuck) break;
    }
    guess(board);
  }
  [[nodiscard]] const SolutionCount& result() const { return result_; }

 private:
  void found(const Board<Allowed>& board) {
    if (result_.count++ == 0) result_.solution.cells = board.digits;
  }

  void guess(const Board<Allowed>& board) {
    if (++guesses_ % guesses_between_polls == 0 && stopped_ && stopped_()) cancelled_ = true;
    if (cancelled_) return;
    std::size_t best = 0;
    int fewest = 10;
    for (std::size_t i = 0; i < board.open_count && fewest > 2; ++i) {
      const int count = std::popcount(board.candidates(board.open[i]));
      if (count < fewest) {
        fewest = count;
        best = i;
      }
    }
    const std::size_t cell = board.open[best];
    for (Mask left = board.candidates(cell); left != 0 && result_.count < 2;
         left &= static_cast<Mask>(left - 1)) {
      Board<Allowed> next = board;
      next.place(cell, static_cast<Mask>(left & -left));
      next.open[best] = next.open[--next.open_count];
      run(next);
    }
  }

  const std::function<bool()>& stopped_;  // may be empty
  std::uint64_t guesses_ = 0;
  bool cancelled_ = false;
  SolutionCount result_;
};

template <class Allowed>
SolutionCount solve_within(const Grid& puzzle, Allowed allowed,
                           const std::function<bool()>& stopped) {
  Board<Allowed> board;
  board.allowed = allowed;
  for (std::size_t i = 0; i < cell_count; ++i) {
    if (puzzle.cells[i] == 0) {
      board.open[board.open_count++] = static_cast<std::uint8_t>(i);
      continue;
    }
    const Mask digit = static_cast<Mask>(1U << (puzzle.cells[i] - 1U));
    if ((board.candidates(i) & digit) == 0) return {};
    board.place(i, digit);
  }
  Search<Allowed> search(stopped);
  search.run(board);
  return search.result();
}

}  // namespace

SolutionCount solve_with_bitmasks(const Grid& puzzle, const std::function<bool()>& stopped,
                                  const PencilMarks* marks) {
  if (marks != nullptr) return solve_within(puzzle, MarkedDigits{marks}, stopped);
  return solve_within(puzzle, AllDigits{}, stopped);
}

}  // namespace fungescope::puzzles
