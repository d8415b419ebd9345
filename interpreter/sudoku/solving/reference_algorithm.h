// What the algorithms of ReferenceSolver share: the four regions, the record of their changes, and
// the places of the larger ones. A file each: reference_solver.cpp, classic_solver.cpp.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "sudoku/solving/reference_solver.h"

namespace fungescope::puzzles {

class ReferenceSolver::Algorithm {
 public:
  virtual ~Algorithm() = default;

  bool step(std::vector<CellChange>& changes) {
    if (ended_) return false;
    changes_ = &changes;
    advance();
    return true;
  }
  [[nodiscard]] std::optional<ReferenceOutcome> outcome() const { return outcome_; }
  [[nodiscard]] const RegionContents& regions() const { return regions_; }

 protected:
  static constexpr int side = 27;  // of pspace and rstack
  static constexpr std::int64_t ruled_out = 'X';

  // A candidate: a digit in a cell, as a place in the 27x27 regions. Each cell of the grid is a
  // block of three by three places, one for each digit.
  struct Place {
    int x = 0;
    int y = 0;
    friend bool operator==(const Place&, const Place&) = default;

    [[nodiscard]] std::size_t index() const { return static_cast<std::size_t>(y * side + x); }
    [[nodiscard]] std::size_t cell() const { return static_cast<std::size_t>(y / 3 * 9 + x / 3); }
    [[nodiscard]] int digit() const { return y % 3 * 3 + x % 3 + 1; }
  };

  static Place place_of(int cell, int digit) {
    return {cell % 9 * 3 + (digit - 1) % 3, cell / 9 * 3 + (digit - 1) / 3};
  }
  static Place place_at(int index) { return {index % side, index / side}; }

  enum class Unit : std::uint8_t { row, column, cell, box };
  // Returns the k-th place, 0..8, of p's unit: of its digit in its row, column or box, or of its
  // cell.
  static Place nth_place(Unit unit, Place p, int k) {
    switch (unit) {
      case Unit::row:
        return {3 * k + p.x % 3, p.y};
      case Unit::column:
        return {p.x, 3 * k + p.y % 3};
      case Unit::box:
        return {p.x / 9 * 9 + p.x % 3 + k % 3 * 3, p.y / 9 * 9 + p.y % 3 + k / 3 * 3};
      case Unit::cell:
        return {p.x / 3 * 3 + k % 3, p.y / 3 * 3 + k / 3};
    }
    return p;
  }

  explicit Algorithm(const RegionContents& initial) : regions_(initial) {
    for (const ComparedRegion region : compared_regions) {
      regions_[region].resize(static_cast<std::size_t>(side_of(region) * side_of(region)));
    }
  }

  // Performs the next step.
  virtual void advance() = 0;
  // Sets the outcome, unless it is known already.
  void conclude(ReferenceOutcome outcome) { outcome_ = outcome_.value_or(outcome); }
  void end(ReferenceOutcome outcome) {
    conclude(outcome);
    ended_ = true;
  }

  [[nodiscard]] std::int64_t at(ComparedRegion region, std::size_t index) const {
    return regions_[region][index];
  }
  void write(ComparedRegion region, std::size_t index, std::int64_t value) {
    std::int64_t& cell = regions_[region][index];
    if (cell == value) return;
    changes_->push_back({region, static_cast<std::uint16_t>(index), cell, value});
    cell = value;
  }
  [[nodiscard]] bool is_open(Place place) const {
    return at(ComparedRegion::pspace, place.index()) == 0;
  }

 private:
  bool ended_ = false;
  std::optional<ReferenceOutcome> outcome_;
  RegionContents regions_;
  std::vector<CellChange>* changes_ = nullptr;  // of the current step
};

// Of classic_solver.cpp.
[[nodiscard]] std::unique_ptr<ReferenceSolver::Algorithm> make_classic(
    const RegionContents& initial);

}  // namespace fungescope::puzzles
