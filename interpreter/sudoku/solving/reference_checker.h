// Compares a program's changes of its regions with the reference solver's (`solve --check`).
//
//     ReferenceChecker checker(ReferenceSolver(contents_of(field, regions), puzzle), regions);
//     engine.run(machine, ports, until, &checker);
//     if (ended) checker.finish(machine.tick);
//
// Every write that changes a cell of the four regions must be the reference's next one, so a wrong
// value is found at the tick of its write, and a missing one at the tick of the next change. The
// reference advances with the program. Memory is bounded however long the run is.
#pragma once

#include "base/result.h"
#include "lang/annotations.h"
#include "lang/playfield.h"
#include "vm/run.h"

#include <array>
#include <cstddef>
#include <optional>
#include <string>
#include <vector>

#include "sudoku/solving/reference_solver.h"

namespace fungescope::puzzles {

// The positions of the four regions of sudoku.b93.
struct CheckedRegions {
  Rectangle grid;
  Rectangle rlatter;
  Rectangle pspace;
  Rectangle rstack;
};

// Returns the regions, or an error that names the one that is missing or has the wrong size.
[[nodiscard]] Result<CheckedRegions> find_checked_regions(const Annotations& annotations,
                                                          const std::string& file);

// Reads the four regions, which lie inside the field.
[[nodiscard]] RegionContents contents_of(const Playfield& field, const CheckedRegions& regions);

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
  struct Area {
    ComparedRegion region;
    Rectangle cells;
  };
  std::array<Area, 4> areas_;         // those that change most often first
  std::vector<CellChange> expected_;  // of the reference's last step
  std::size_t position_ = 0;          // in `expected_`, of the next change
  std::size_t matched_ = 0;
  std::optional<std::string> difference_;
  Tick difference_tick_ = 0;
};

}  // namespace fungescope::puzzles
