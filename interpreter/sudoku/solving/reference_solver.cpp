#include "sudoku/solving/reference_algorithm.h"

namespace fungescope::puzzles {
namespace {

class TalliesAlgorithm final : public ReferenceSolver::Algorithm {
 public:
  TalliesAlgorithm(const RegionContents& initial, const std::optional<Grid>& input)
      : Algorithm(initial), input_(input) {
    for (int i = 0; i < side * side; ++i) {
      for (const Unit unit : tally_order) {
        Tally& tally = tally_of(unit, place_at(i));
        ++tally.open;
        tally.sum += i;
      }
    }
  }

 private:
  static constexpr std::int64_t blank = ' ';

  // The number of open places of a cell, or of a digit in a row, column or box (at most nine), and
  // the sum of their indices.
  struct Tally {
    int open = 0;
    int sum = 0;
  };

  static constexpr std::array tally_order{Unit::row, Unit::column, Unit::cell, Unit::box};
  static constexpr std::array sweep_order{Unit::row, Unit::column, Unit::box, Unit::cell};

  static std::size_t tally_index(Unit unit, Place p) {
    const int digit_part = p.y % 3 * 3 + p.x % 3;
    const auto number = [&]() -> int {
      switch (unit) {
        case Unit::row:
          return p.y * 3 + p.x % 3;
        case Unit::column:
          return 81 + p.y % 3 * side + p.x;
        case Unit::cell:
          return 162 + static_cast<int>(p.cell());
        case Unit::box:
          return 243 + (p.y / 9 * 3 + p.x / 9) * 9 + digit_part;
      }
      return 0;
    };
    return static_cast<std::size_t>(number());
  }

  // The state to return to when a guess is undone.
  struct GuessFrame {
    std::size_t trail_size = 0;
    std::size_t to_do_size = 0;
    Place guess;
  };

  void advance() override {
    if (!prepared_) {
      prepare();
    } else if (next_given_ < cell_count) {
      set_given(next_given_++);
    } else {
      search();
    }
  }

  // READ and CLEAR.
  void prepare() {
    prepared_ = true;
    for (std::size_t cell = 0; input_ && cell < cell_count; ++cell) {
      const std::uint8_t digit = input_->cells[cell];
      write(ComparedRegion::grid, cell, digit == 0 ? blank : '0' + digit);
    }
    for (std::size_t place = place_count; place-- > 0;) {
      write(ComparedRegion::pspace, place, 0);
      write(ComparedRegion::rstack, place, 0);
    }
    for (std::size_t cell = 0; cell < cell_count; ++cell) write(ComparedRegion::rlatter, cell, 0);
  }

  // GIVENS. A given that contradicts an earlier one ends the algorithm.
  void set_given(std::size_t cell) {
    const std::int64_t value = at(ComparedRegion::grid, cell);
    if (value < '1' || value > '9') return write(ComparedRegion::grid, cell, blank);
    const Place place = place_of(static_cast<int>(cell), static_cast<int>(value - '0'));
    if (!is_open(place)) return end(ReferenceOutcome::invalid);
    set(place);
  }

  // SOLVE: one round.
  void search() {
    if (conflict_) {
      if (frames_.empty()) {
        end(ReferenceOutcome::no_solution);
      } else {
        undo();
      }
    } else if (const std::optional<Place> place = pop_last_place()) {
      set(*place);
    } else if (solved_ == static_cast<int>(cell_count)) {
      end(ReferenceOutcome::solved);
    } else {
      guess();
    }
  }

  // Pops the newest entry of the to-do list whose cell is still blank.
  std::optional<Place> pop_last_place() {
    const std::size_t bottom = frames_.empty() ? 0 : frames_.back().to_do_size;
    while (to_do_.size() > bottom) {
      const Place place = place_at(to_do_.back());
      to_do_.pop_back();
      if (at(ComparedRegion::grid, place.cell()) == blank) return place;
    }
    return std::nullopt;
  }

  // SET, with its four sweeps: rules out every other place of the unit while its tally has more
  // than one open.
  void set(Place place) {
    write(ComparedRegion::grid, place.cell(), '0' + place.digit());
    ++solved_;
    trail_.push_back(place);
    for (const Unit unit : sweep_order) {
      const Tally& tally = tally_of(unit, place);
      for (int k = 9; k-- > 0 && tally.open > 1;) {
        const Place other = nth_place(unit, place, k);
        if (other != place && is_open(other)) rule_out(other);
      }
    }
  }

  void rule_out(Place place) {
    write(ComparedRegion::pspace, place.index(), ruled_out);
    write(ComparedRegion::rstack, place.index(), depth());
    trail_.push_back(place);
    for (const Unit unit : tally_order) {
      Tally& tally = tally_of(unit, place);
      --tally.open;
      tally.sum -= static_cast<int>(place.index());
      if (tally.open == 1) to_do_.push_back(tally.sum);
      if (tally.open == 0) conflict_ = true;
    }
  }

  // GUESS: the lowest open digit in the first cell with the fewest open places.
  void guess() {
    int best = 0;
    int fewest = 10;
    for (int cell = 0; cell < static_cast<int>(cell_count); ++cell) {
      const int open = tally_of(Unit::cell, place_of(cell, 1)).open;
      if (open < 2 || open >= fewest) continue;
      best = cell;
      fewest = open;
    }
    int digit = 1;
    while (!is_open(place_of(best, digit))) ++digit;
    const Place place = place_of(best, digit);
    frames_.push_back({trail_.size(), to_do_.size(), place});
    write(ComparedRegion::rlatter, place.cell(), depth());
    set(place);
  }

  // UNDO: reverts every change since the guess, and rules the guess out.
  void undo() {
    const GuessFrame frame = frames_.back();
    while (trail_.size() > frame.trail_size) {
      const Place place = trail_.back();
      trail_.pop_back();
      if (is_open(place)) {
        write(ComparedRegion::grid, place.cell(), blank);
        --solved_;
      } else {
        reopen(place);
      }
    }
    write(ComparedRegion::rlatter, frame.guess.cell(), 0);
    to_do_.resize(frame.to_do_size);
    frames_.pop_back();
    conflict_ = false;
    rule_out(frame.guess);
  }

  void reopen(Place place) {
    write(ComparedRegion::pspace, place.index(), 0);
    write(ComparedRegion::rstack, place.index(), 0);
    for (const Unit unit : tally_order) {
      Tally& tally = tally_of(unit, place);
      ++tally.open;
      tally.sum += static_cast<int>(place.index());
    }
  }

  [[nodiscard]] std::int64_t depth() const { return static_cast<std::int64_t>(frames_.size()); }
  Tally& tally_of(Unit unit, Place place) { return tallies_[tally_index(unit, place)]; }

  std::optional<Grid> input_;
  bool prepared_ = false;
  std::size_t next_given_ = 0;
  std::array<Tally, 324> tallies_{};
  std::vector<int> to_do_;
  std::vector<Place> trail_;
  std::vector<GuessFrame> frames_;
  int solved_ = 0;
  bool conflict_ = false;
};

}  // namespace

ReferenceSolver::ReferenceSolver(const RegionContents& initial, const std::optional<Grid>& input,
                                 ReferenceMethod method) {
  if (method == ReferenceMethod::tallies) {
    algorithm_ = std::make_unique<TalliesAlgorithm>(initial, input);
  } else {
    algorithm_ = make_classic(initial);
  }
}
ReferenceSolver::ReferenceSolver(ReferenceSolver&&) noexcept = default;
ReferenceSolver& ReferenceSolver::operator=(ReferenceSolver&&) noexcept = default;
ReferenceSolver::~ReferenceSolver() = default;

bool ReferenceSolver::step(std::vector<CellChange>& changes) {
  return algorithm_->step(changes);
}
std::optional<ReferenceOutcome> ReferenceSolver::outcome() const {
  return algorithm_->outcome();
}
const RegionContents& ReferenceSolver::regions() const {
  return algorithm_->regions();
}

}  // namespace fungescope::puzzles
