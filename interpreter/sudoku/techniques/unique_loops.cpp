// Unique rectangles (4.5) and loops (4.6 with 6 cells, 4.7 with 8, 5.0 with 10 or more): a loop of
// cells that have the candidates x and y, each unit with none or two neighbours of it. If all had
// only x and y, exchanging these would give a second solution, so a puzzle with one solution has
// another digit in one of the cells with further candidates.
//
// Type 1: one such cell, which loses x and y.
// Type 2: all such cells have the same further candidate; cells that see all of them lose it.
// Type 3: two such cells in one unit make a naked or hidden set with other cells of the unit. A
//   naked set adds 0.1 to the rating for each of its other cells, a hidden set for each after the
//   first.
// Type 4: two such cells in one unit have its only places for x; they lose y.
//
// Source: Sudoku Explainer, "Unique Rectangle / Loop", with the corrections of Sukaku Explainer.
// Of all steps the one with the lowest rating comes first, then the one of the lowest type.
#include <algorithm>

#include "sudoku/techniques/finders.h"

namespace fungescope::techniques {
namespace {

using Loop = std::vector<Cell>;

Rating base_rating(std::size_t cells) {
  return cells == 4 ? 45 : cells == 6 ? 46 : cells == 8 ? 47 : 50;
}

// Finds the loops through a cell with two candidates.
class LoopSearch {
 public:
  LoopSearch(const Candidates& board, Cell start)
      : board_(board), start_(start), pair_(board.at(start)) {}

  template <class Visit>
  void run(Visit visit) {
    extend(start_, {}, false, 2, 0, visit);
  }

 private:
  // Adds a cell, which the loop entered through a unit of a kind. `spare` more cells may have any
  // further candidates; others have the ones of `extra` if it is a single digit.
  template <class Visit>
  void extend(Cell cell, std::optional<UnitKind> entered, bool odd, int spare, DigitMask extra,
              Visit& visit) {
    std::uint32_t& visited = visited_[odd ? 1 : 0];
    std::uint32_t units = 0;
    for (const Unit unit : geometry.units[cell]) units |= 1U << unit;
    if ((visited & units) != 0) return;  // three cells of the loop in a unit
    visited |= units;
    loop_.push_back(cell);
    for (const UnitKind kind : {UnitKind::box, UnitKind::column, UnitKind::row}) {
      if (kind == entered) continue;
      for (const Cell next : geometry.cells[unit_of(cell, kind)]) {
        if (next == start_ && loop_.size() >= 4 && visited_[0] == visited_[1]) visit(loop_);
        if ((board_.at(next) & pair_) != pair_) continue;
        if (std::find(loop_.begin(), loop_.end(), next) != loop_.end()) continue;
        const DigitMask further = without(board_.at(next), pair_);
        const DigitMask all_further = extra | further;
        if (further != 0 && count(all_further) != 1 && spare <= 0) continue;
        extend(next, kind, !odd, further != 0 ? spare - 1 : spare, all_further, visit);
      }
    }
    loop_.pop_back();
    visited &= ~units;
  }

  const Candidates& board_;
  Cell start_;
  DigitMask pair_;
  Loop loop_;
  std::array<std::uint32_t, 2> visited_{};  // units of the even and the odd cells
};

// Tries the types on one loop after the other, and keeps the best step.
class LoopSteps {
 public:
  explicit LoopSteps(const Candidates& board) : board_(board) {}

  void add(const Loop& loop, DigitMask pair) {
    loop_ = &loop;
    pair_ = pair;
    rescue_ = {};
    extra_ = 0;
    for (const Cell cell : loop) {
      if (board_.at(cell) == pair) continue;
      rescue_.insert(cell);
      extra_ |= without(board_.at(cell), pair);
    }
    if (rescue_.empty()) return;
    if (rescue_.size() == 1) {
      offer(1, 0, candidates_in(board_, rescue_, pair), {});
      return;
    }
    if (count(extra_) == 1) {
      offer(2, 0, candidates_in(board_, common_peers(rescue_), extra_), {});
    }
    if (rescue_.size() != 2) return;
    for (const Unit unit : geometry.units[rescue_.first()]) {
      if (!rescue_.is_subset_of(geometry.sets[unit])) continue;
      if (count(extra_) >= 2) add_sets(unit);
      add_locked_digit(unit);
    }
  }
  [[nodiscard]] std::optional<Step> best() const { return best_; }

 private:
  void add_sets(Unit unit) {
    const CellSet others = (board_.open() & geometry.sets[unit]) - rescue_;
    const int open = board_.open_count(unit);
    for (int size = 2; size * 2 <= open; ++size) {
      if (size >= count(extra_)) add_naked_sets(unit, others, size);
      if (size * 2 < open) add_hidden_sets(unit, others, size);
    }
  }

  void add_naked_sets(Unit unit, const CellSet& others, int size) {
    for (Places places = 0; next_combination(places, size - 1);) {
      const CellSet cells = cells_at(unit, places);
      if (!cells.is_subset_of(others)) continue;
      DigitMask digits = extra_;
      for (const Cell cell : cells) digits |= board_.at(cell);
      if (count(digits) != size) continue;
      offer(3, size - 1, candidates_in(board_, others - cells, digits),
            candidates_in(board_, cells, digits), unit);
    }
  }

  void add_hidden_sets(Unit unit, const CellSet& others, int size) {
    const DigitMask free = without(all_digits, (pair_ | extra_));
    for (DigitMask more = 0; size == 2 ? more == 0 : next_combination(more, size - 2);) {
      const DigitMask digits = pair_ | more;
      CellSet cells;
      bool present = (more & ~free) == 0;
      for (const Digit digit : digits_in(more)) present &= board_.places(unit, digit) != 0;
      for (const Cell cell : others) {
        if ((board_.at(cell) & digits) != 0) cells.insert(cell);
      }
      if (present && cells.size() == size - 1) {
        offer(3, size - 2, candidates_in(board_, cells, without(all_digits, digits)),
              candidates_in(board_, cells, digits), unit);
      }
      if (size == 2) break;
    }
  }

  void add_locked_digit(Unit unit) {
    for (const Digit digit : digits_in(pair_)) {
      if (cells_at(unit, board_.places(unit, digit)) != rescue_) continue;
      offer(4, 0, candidates_in(board_, rescue_, without(pair_, mask_of(digit))), {}, unit);
    }
  }

  void offer(int type, Rating added, std::vector<CellDigits> eliminations,
             std::vector<CellDigits> set, std::optional<Unit> unit = std::nullopt) {
    if (eliminations.empty()) return;
    const Rating rating = base_rating(loop_->size()) + added;
    if (best_ && std::pair{best_->rating, best_->type} <= std::pair{rating, type}) return;
    Step step;
    step.technique = loop_->size() == 4 ? Technique::unique_rectangle : Technique::unique_loop;
    step.rating = rating;
    step.type = type;
    step.digits = pair_;
    step.eliminations = std::move(eliminations);
    for (const Cell cell : *loop_) step.pattern.push_back({cell, pair_});
    step.extras = candidates_in(board_, rescue_, extra_);
    step.extras.insert(step.extras.end(), set.begin(), set.end());
    if (unit) step.units = {*unit};
    best_ = std::move(step);
  }

  const Candidates& board_;
  const Loop* loop_ = nullptr;
  DigitMask pair_ = 0;
  CellSet rescue_;       // the cells with further candidates
  DigitMask extra_ = 0;  // these candidates
  std::optional<Step> best_;
};

}  // namespace

std::optional<Step> find_unique_loop(const Candidates& board) {
  LoopSteps steps(board);
  for (const Cell start : board.open()) {
    const DigitMask pair = board.at(start);
    if (count(pair) != 2) continue;
    LoopSearch(board, start).run([&](const Loop& loop) { steps.add(loop, pair); });
  }
  return steps.best();
}

}  // namespace fungescope::techniques
