// Two solvers in C++ that make the same decisions as Befunge programs, in the same order: by the
// method of the built-in sudoku.b93, and by that of the classic program of the same name.
//
//     ReferenceSolver solver(contents, puzzle, ReferenceMethod::tallies);
//     std::vector<CellChange> changes;
//     while (solver.step(changes)) { ...; changes.clear(); }
//
// `solve --check` runs program and solver, and compares every change of a cell in the four regions.
// They share no code with the bit-mask solver, which verifies the answers of both.
// classic_solver.cpp describes the classic method; this is the other, as programs/sudoku/README.md
// describes it:
//
//   324 tallies     one for each cell, and one for each row, column or box and digit. Each counts
//                   its open places (of nine) and their sum: when one is left, the sum is its
//                   index.
//   the to-do list  a stack of such last places. SOLVE pops the newest.
//   the trail       every place ruled out and every digit set, oldest first. Undoing a guess walks
//                   it backwards and touches nothing else.
#pragma once

#include "base/result.h"
#include "lang/analysis/phases.h"
#include "lang/annotations.h"
#include "lang/playfield.h"
#include "vm/run.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
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

// `tallies` and `scan` in `#$method`.
enum class ReferenceMethod : std::uint8_t { tallies, classic };
inline constexpr std::array reference_methods{ReferenceMethod::tallies, ReferenceMethod::classic};
// Returns the method that `#$method` names, ignoring case; nothing for another name.
[[nodiscard]] std::optional<ReferenceMethod> find_method(std::string_view name);
// Returns "the reference", or of the classic method "the reference of the classic method".
[[nodiscard]] std::string_view reference_name(ReferenceMethod method);

enum class ReferenceOutcome : std::uint8_t { solved, no_solution, invalid };

// Solves one puzzle step by step, so that a search that does not end in practice (few givens and no
// solution) takes no longer than the run it is compared with. Memory is bounded.
class ReferenceSolver {
 public:
  // `initial` is what the regions hold before the run. `input` is the puzzle that the program
  // reads; without one, it solves its grid region. The classic method reads none.
  ReferenceSolver(const RegionContents& initial, const std::optional<Grid>& input,
                  ReferenceMethod method = ReferenceMethod::tallies);
  ReferenceSolver(ReferenceSolver&&) noexcept;
  ReferenceSolver& operator=(ReferenceSolver&&) noexcept;
  ~ReferenceSolver();

  // Performs the next step (the preparation, a given, a digit, a guess, or undoing one) and appends
  // its changes: at most a few thousand, possibly none. Returns false if the algorithm has ended.
  bool step(std::vector<CellChange>& changes);

  // Returns nothing until the answer is known. The algorithm ends then, unless it is the classic
  // one and there is no solution: its program continues, but it is right to end.
  [[nodiscard]] std::optional<ReferenceOutcome> outcome() const;
  [[nodiscard]] const RegionContents& regions() const;

  class Algorithm;  // reference_algorithm.h

 private:
  std::unique_ptr<Algorithm> algorithm_;
};

// ---- The comparison (reference_checker.cpp)

// The positions of the four regions.
using CheckedRegions = PerRegion<Rectangle>;

// Returns the regions, or an error that names the one that is missing or has the wrong size.
[[nodiscard]] Result<CheckedRegions> find_checked_regions(const Annotations& annotations,
                                                          const std::string& file);

// Reads the four regions, which lie inside the field.
[[nodiscard]] RegionContents contents_of(const Playfield& field, const CheckedRegions& regions);

// What is compared: the regions of a program, and with which solver's.
struct CheckedProgram {
  CheckedRegions regions;
  std::optional<ReferenceMethod> method;  // that the program claims; else the changes decide
  PhaseMap phases;                        // for the words of a difference
};

// The first difference. Without `found`, the program ended; without `expected`, the reference had.
struct Difference {
  Tick tick = 0;           // after the store
  std::size_t number = 0;  // of the change, from 1
  std::optional<CellChange> found;
  Point by;  // the cell of the `p`
  std::optional<CellChange> expected;
  ReferenceMethod method = ReferenceMethod::tallies;
};

// Compares a program's changes of its regions with a reference solver's (`solve --check`).
//
//     ReferenceChecker checker(program, contents_of(field, program.regions), puzzle);
//     engine.run(machine, ports, until, &checker);
//     if (ended) checker.finish(machine.tick);
//
// Every write that changes a cell of the four regions must be the reference's next one, so a wrong
// value is found at the tick of its write, and a missing one at the tick of the next change.
//
// A program that claims no method is compared with both references at first. It is of the method of
// the one that agrees with its first `deciding_changes`; if none does, it is of neither, and not
// compared further. The references advance with the program. Memory is bounded however long the
// run is.
class ReferenceChecker final : public Observer {
 public:
  static constexpr std::size_t deciding_changes = 200;

  // `program` must outlive the checker. The others: as ReferenceSolver.
  ReferenceChecker(const CheckedProgram& program, const RegionContents& initial,
                   const std::optional<Grid>& input);

  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  // Called after a store, in the order of the stores; others than to the regions are ignored.
  void on_write(Tick tick, Point by, Point at, std::int64_t before, std::int64_t now) override;

  // Called when the program has ended, at `tick`: a change that the reference still makes is a
  // difference. Keeps an earlier one.
  void finish(Tick tick);

  // Returns the method of the program; nothing while that is open, and if it is of neither.
  [[nodiscard]] std::optional<ReferenceMethod> method() const;
  [[nodiscard]] bool is_of_neither() const { return followed_.empty(); }
  // Returns the first difference, or nothing if there is none so far.
  [[nodiscard]] const std::optional<Difference>& difference() const { return difference_; }
  // "at tick 12345, change 17: the program set r5c4, grid(3,4), from ' ' to '5', by (24, 80) in
  // SET; the reference set r5c4, grid(3,4), from ' ' to '6'".
  [[nodiscard]] std::string describe_difference() const;
  // Returns the number of changes that matched.
  [[nodiscard]] std::size_t changes() const { return matched_; }
  // For runs that were stopped without a difference: "its first 17 changes are the reference's,
  // which then set ..."; empty while the method is open.
  [[nodiscard]] std::string describe_progress();

 private:
  // A reference that agrees so far.
  struct Followed {
    ReferenceMethod method;
    ReferenceSolver solver;
    std::vector<CellChange> expected;  // of its last step
    std::size_t position = 0;          // in `expected`, of the next change

    [[nodiscard]] const CellChange* next_change();
    // Returns whether a program may end here.
    [[nodiscard]] bool may_end();
  };
  void compare(Tick tick, Point by, const std::optional<CellChange>& change);

  const CheckedProgram& program_;
  std::vector<Followed> followed_;
  bool decided_;
  std::size_t matched_ = 0;
  std::optional<Difference> difference_;
};

}  // namespace fungescope::puzzles
