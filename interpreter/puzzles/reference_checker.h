// Compares a program's writes to its regions with those of the reference solver (`solve --check`).
//
// Writes are compared one by one during the run, so memory is that of the reference's changes
// however long the run is. At the end the final contents of the four regions are compared as well.
#pragma once

#include "base/result.h"
#include "lang/annotations.h"
#include "lang/playfield.h"
#include "puzzles/reference_solver.h"
#include "vm/run.h"

#include <optional>
#include <string>

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

class ReferenceChecker final : public Observer {
 public:
  // `expected` and `regions` must outlive it. `expected` may grow during the run.
  ReferenceChecker(const ReferenceRun& expected, const CheckedRegions& regions)
      : expected_(expected), regions_(regions) {}

  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick tick, Point by, Point at, std::int64_t before, std::int64_t now) override;

  // Called after the run, at `tick`: reports missing changes and compares the contents of the
  // regions. Keeps an earlier difference.
  void finish(Tick tick, const Playfield& field);

  // Returns a description of the first difference, or nothing if there is none so far.
  [[nodiscard]] const std::optional<std::string>& difference() const { return difference_; }
  // Returns its tick; 0 if there is none.
  [[nodiscard]] Tick difference_tick() const { return difference_tick_; }
  // Returns the number of changes that matched.
  [[nodiscard]] std::size_t changes() const { return position_; }

 private:
  void compare(Tick tick, const CellChange& change);
  void set_difference(Tick tick, std::string difference);
  template <std::size_t N>
  void compare_region(Tick tick, const Playfield& field, const char* name, const Rectangle& area,
                      const std::array<std::int64_t, N>& expected);

  const ReferenceRun& expected_;
  const CheckedRegions& regions_;
  std::size_t position_ = 0;
  std::optional<std::string> difference_;
  Tick difference_tick_ = 0;
};

}  // namespace fungescope::puzzles
