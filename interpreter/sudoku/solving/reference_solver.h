// The algorithm of sudoku.b93 in C++: the same decisions in the same order.
//
//     ReferenceSolver solver(contents, puzzle);
//     std::vector<CellChange> changes;
//     while (solver.step(changes)) { ...; changes.clear(); }
//
// `solve --check` runs both and compares every change of a cell in the four regions. This file and
// programs/sudoku/README.md describe the same algorithm. It shares no code with the bit-mask
// solver, which verifies the answers of both.
//
//   324 tallies     one for each cell, and one for each row, column or box and digit. Each counts
//                   its open places (of nine) and their sum: when one is left, the sum is its
//                   index.
//   the to-do list  a stack of such last places. SOLVE pops the newest.
//   the trail       every place ruled out and every digit set, oldest first. Undoing a guess walks
//                   it backwards and touches nothing else.
#pragma once

#include "base/result.h"
#include "lang/annotations.h"
#include "lang/playfield.h"
#include "vm/run.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "sudoku/solving/puzzle.h"

namespace fungescope::puzzles {

inline constexpr std::size_t place_count = 729;

enum class ComparedRegion : std::uint8_t { grid, rlatter, pspace, rstack };
inline constexpr std::array compared_regions{ComparedRegion::grid, ComparedRegion::rlatter,
                                             ComparedRegion::pspace, ComparedRegion::rstack};
[[nodiscard]] constexpr std::int64_t side_of(ComparedRegion region) {
  return region == ComparedRegion::grid || region == ComparedRegion::rlatter ? 9 : 27;
}

// One value for each of the regions.
template <class T>
struct PerRegion {
  std::array<T, compared_regions.size()> values{};

  [[nodiscard]] T& operator[](ComparedRegion r) { return values[static_cast<std::size_t>(r)]; }
  [[nodiscard]] const T& operator[](ComparedRegion r) const {
    return values[static_cast<std::size_t>(r)];
  }
};

// A write that changed a cell; writing the value that a cell already has is not recorded.
struct CellChange {
  ComparedRegion region = ComparedRegion::grid;
  std::uint16_t cell = 0;  // y * width + x
  std::int64_t before = 0;
  std::int64_t now = 0;
  friend bool operator==(const CellChange&, const CellChange&) = default;
};

// The contents of the four regions, row by row; none for regions full of zeros.
using RegionContents = PerRegion<std::vector<std::int64_t>>;

enum class ReferenceOutcome : std::uint8_t { solved, no_solution, invalid };

// Solves one puzzle step by step, so that a search that does not end in practice (few givens and no
// solution) takes no longer than the run it is compared with. Memory is bounded.
class ReferenceSolver {
 public:
  // `initial` is what the regions hold before the run. `input` is the puzzle that the program
  // reads; without one, it solves its grid region.
  ReferenceSolver(const RegionContents& initial, const std::optional<Grid>& input);
  ReferenceSolver(ReferenceSolver&&) noexcept;
  ReferenceSolver& operator=(ReferenceSolver&&) noexcept;
  ~ReferenceSolver();

  // Performs the next step (the preparation, a given, a digit, a guess, or undoing one) and appends
  // its changes: at most a few thousand, possibly none. Returns false if the algorithm has ended.
  bool step(std::vector<CellChange>& changes);

  // Returns nothing until the algorithm has ended.
  [[nodiscard]] std::optional<ReferenceOutcome> outcome() const;
  [[nodiscard]] const RegionContents& regions() const;

 private:
  class Algorithm;
  std::unique_ptr<Algorithm> algorithm_;
};

// ---- The comparison (reference_checker.cpp)

// The positions of the four regions of sudoku.b93.
using CheckedRegions = PerRegion<Rectangle>;

// Returns the regions, or an error that names the one that is missing or has the wrong size.
[[nodiscard]] Result<CheckedRegions> find_checked_regions(const Annotations& annotations,
                                                          const std::string& file);

// Reads the four regions, which lie inside the field.
[[nodiscard]] RegionContents contents_of(const Playfield& field, const CheckedRegions& regions);

// Compares a program's changes of its regions with the reference solver's (`solve --check`).
//
//     ReferenceChecker checker(ReferenceSolver(contents_of(field, regions), puzzle), regions);
//     engine.run(machine, ports, until, &checker);
//     if (ended) checker.finish(machine.tick);
//
// Every write that changes a cell of the four regions must be the reference's next one, so a wrong
// value is found at the tick of its write, and a missing one at the tick of the next change. The
// reference advances with the program. Memory is bounded however long the run is.
class ReferenceChecker final : public Observer {
 public:
  ReferenceChecker(ReferenceSolver reference, const CheckedRegions& regions);

  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick tick, Point by, Point at, std::int64_t before, std::int64_t now) override;

  // Called when the program has ended, at `tick`: a change that the reference still makes is a
  // difference. Keeps an earlier one.
  void finish(Tick tick);

  // Returns a description of the first difference, or nothing if there is none so far.
  [[nodiscard]] const std::optional<std::string>& difference() const { return difference_; }
  // Returns its tick; 0 if there is none.
  [[nodiscard]] Tick difference_tick() const { return difference_tick_; }
  // Returns the number of changes that matched.
  [[nodiscard]] std::size_t changes() const { return matched_; }
  // Describes the reference's next change, for runs that were stopped without a difference: "set
  // grid(3,4) from ' ' to '5'", or "had no change left".
  [[nodiscard]] std::string describe_next_change();

 private:
  [[nodiscard]] const CellChange* next_change();
  void compare(Tick tick, const CellChange& change);

  ReferenceSolver reference_;
  CheckedRegions regions_;
  std::vector<CellChange> expected_;  // of the reference's last step
  std::size_t position_ = 0;          // in `expected_`, of the next change
  std::size_t matched_ = 0;
  std::optional<std::string> difference_;
  Tick difference_tick_ = 0;
};

}  // namespace fungescope::puzzles
