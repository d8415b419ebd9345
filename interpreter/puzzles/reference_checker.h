// `solve --check`: is what a program does to its regions what the reference
// solver says it should do?
//
// The program's writes are compared one by one while it runs, so the memory is
// that of the reference's sequence, however long the run; at the end the final
// contents of the four regions are compared as well.
#pragma once

#include "base/result.h"
#include "lang/annotations.h"
#include "lang/playfield.h"
#include "puzzles/reference_solver.h"
#include "vm/run.h"

#include <optional>
#include <string>

namespace fungescope::puzzles {

// Where the four regions of sudoku.b93 lie.
struct CheckedRegions {
  Rectangle grid;
  Rectangle rlatter;
  Rectangle pspace;
  Rectangle rstack;
};

// An error says which region is missing or has another size.
[[nodiscard]] Result<CheckedRegions> find_checked_regions(const Annotations& annotations,
                                                          const std::string& file);

class ReferenceChecker final : public Observer {
 public:
  // `expected` and `regions` must outlive it. `expected` may grow on the way.
  ReferenceChecker(const ReferenceRun& expected, const CheckedRegions& regions)
      : expected_(expected), regions_(regions) {}

  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick tick, Point by, Point at, std::int64_t before, std::int64_t now) override;

  // After the run, at `tick`: changes that did not come, and the contents of the
  // regions. Keeps the first difference if there is one already.
  void finish(Tick tick, const Playfield& field);

  // The first difference, in words; nothing so far if all was the same.
  [[nodiscard]] const std::optional<std::string>& difference() const { return difference_; }
  // Its tick; 0 if there is none.
  [[nodiscard]] Tick difference_tick() const { return difference_tick_; }
  // Changes that were the same on both sides.
  [[nodiscard]] std::size_t changes() const { return position_; }

 private:
  void compare(Tick tick, const CellChange& change);
  void differ(Tick tick, std::string difference);
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
