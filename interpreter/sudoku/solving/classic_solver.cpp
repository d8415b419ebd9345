// The method of the classic solver: sudoku.b93 of Mike Schwörer (Mikescher/BefungePrograms on
// GitHub), by its author's description and the changes of its regions.
//
//   SCAN    goes through the cells again and again, the last one first. A blank cell with one open
//           place gets that digit at once; one without is a dead end. A scan that set nothing ends
//           in a guess, and one that starts with 81 digits ends the search.
//   GUESS   takes the blank cell with the fewest open places, of equals the last, and its lowest
//           digit above the one that has failed there.
//   UNDO    finds the guess of the present level in rlatter, and all that was ruled out or set
//           since in rstack, which holds the level of the store that closed each place.
//
// The level is 1 at the start, for the givens too, so nothing distinguishes a given: the search of
// a puzzle without a solution takes back the givens as well, and fills the empty grid. Givens that
// contradict each other are set like others. A program of the method may end at either instead; the
// outcome is known then. A character that is not a digit counts as the digit of its low four bits;
// above 9 it ends the algorithm, not the program.
#include <algorithm>

#include "sudoku/solving/reference_algorithm.h"

namespace fungescope::puzzles {
namespace {

class ClassicAlgorithm final : public ReferenceSolver::Algorithm {
 public:
  explicit ClassicAlgorithm(const RegionContents& initial) : Algorithm(initial) {}

 private:
  using enum ComparedRegion;
  static constexpr std::int64_t blank = '0';
  enum class Next : std::uint8_t { clear, givens, scan, guess, undo };

  void advance() override {
    switch (next_) {
      case Next::clear:
        return clear();
      case Next::givens:
        return set_given();
      case Next::scan:
        return scan();
      case Next::guess:
        if (!guess()) next_ = Next::undo;
        return;
      case Next::undo:
        return undo();
    }
  }

  // A blank of any kind becomes '0'.
  void clear() {
    for (std::size_t cell = cell_count; cell-- > 0;) {
      write(grid, cell, '0' + at(grid, cell) % 16);
      write(rlatter, cell, 0);
    }
    for (std::size_t place = place_count; place-- > 0;) {
      write(pspace, place, 0);
      write(rstack, place, 0);
    }
    next_ = Next::givens;
  }

  void set_given() {
    const int cell = --cell_;
    const std::int64_t digit = at(grid, index(cell)) - '0';
    if (digit < 0 || digit > 9) return end(ReferenceOutcome::invalid);
    if (digit > 0) {
      const Place place = place_of(cell, static_cast<int>(digit));
      if (!is_open(place)) conclude(ReferenceOutcome::invalid);
      set(place);
    }
    if (cell == 0) begin_scan();
  }

  void begin_scan() {
    next_ = Next::scan;
    cell_ = static_cast<int>(cell_count);
    progress_ = false;
    if (digits_ == static_cast<int>(cell_count)) end(ReferenceOutcome::solved);
  }

  // Continues the scan to its next digit, or to its end.
  void scan() {
    while (cell_ > 0) {
      const int cell = --cell_;
      if (!is_blank(cell)) continue;
      const int open = count_open(cell);
      if (open > 1) continue;
      if (open == 0) {
        next_ = Next::undo;
        return;
      }
      progress_ = true;
      return set(place_of(cell, lowest_open(cell, 0)));
    }
    if (progress_) return begin_scan();
    failed_ = 0;
    next_ = Next::guess;
  }

  // Returns false if the cell has no digit left to guess.
  bool guess() {
    int best = -1;
    int fewest = 10;
    for (int cell = static_cast<int>(cell_count); cell-- > 0;) {
      if (!is_blank(cell) || count_open(cell) >= fewest) continue;
      best = cell;
      fewest = count_open(cell);
    }
    const int digit = best < 0 ? 0 : lowest_open(best, failed_);
    if (digit == 0) return false;
    write(rlatter, index(best), ++level_);
    set(place_of(best, digit));
    begin_scan();
    return true;
  }

  void undo() {
    if (level_ == 1) conclude(ReferenceOutcome::no_solution);
    failed_ = -1;
    int guessed = -1;
    for (int cell = static_cast<int>(cell_count); cell-- > 0;) {
      if (at(rlatter, index(cell)) == level_) guessed = cell;
    }
    if (guessed >= 0) failed_ = static_cast<int>(at(grid, index(guessed)) - '0');
    for (int i = static_cast<int>(place_count); i-- > 0;) {
      const Place place = place_at(i);
      if (at(rstack, place.index()) != level_) continue;
      write(rstack, place.index(), 0);
      write(pspace, place.index(), 0);
      if (at(grid, place.cell()) == blank) continue;
      write(grid, place.cell(), blank);
      --digits_;
    }
    --level_;
    if (guessed >= 0) write(rlatter, index(guessed), 0);
    next_ = Next::guess;
  }

  // Closes all places of the cell, its digit's own one too, and those of the digit in its row,
  // column and box.
  void set(Place place) {
    write(grid, place.cell(), '0' + place.digit());
    ++digits_;
    for (const Unit unit : {Unit::cell, Unit::row, Unit::column, Unit::box}) {
      for (int k = 9; k-- > 0;) {
        const std::size_t other = nth_place(unit, place, k).index();
        write(pspace, other, ruled_out);
        if (at(rstack, other) == 0) write(rstack, other, level_);
      }
    }
  }

  static std::size_t index(int cell) { return static_cast<std::size_t>(cell); }
  [[nodiscard]] bool is_blank(int cell) const { return at(grid, index(cell)) == blank; }
  [[nodiscard]] int count_open(int cell) const {
    int count = 0;
    for (int digit = 1; digit <= 9; ++digit) count += is_open(place_of(cell, digit)) ? 1 : 0;
    return count;
  }
  // Returns the lowest open digit above `digit`; 0 if there is none.
  [[nodiscard]] int lowest_open(int cell, int digit) const {
    for (int other = std::max(digit, 0) + 1; other <= 9; ++other) {
      if (is_open(place_of(cell, other))) return other;
    }
    return 0;
  }

  Next next_ = Next::clear;
  int cell_ = static_cast<int>(cell_count);  // the cells below it remain
  bool progress_ = false;                    // the scan has set a digit
  int failed_ = 0;                           // the digit whose guess was undone; 0 or less: none
  std::int64_t level_ = 1;                   // recursionLevel
  int digits_ = 0;                           // solvedCells
};

}  // namespace

std::unique_ptr<ReferenceSolver::Algorithm> make_classic(const RegionContents& initial) {
  return std::make_unique<ClassicAlgorithm>(initial);
}

}  // namespace fungescope::puzzles
