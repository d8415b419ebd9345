// Aligns two runs by the changes of a region that both programs have: the n-th change of one with
// the n-th of the other. So two programs that solve one task by different methods are compared,
// although nothing else in them is alike.
#pragma once

#include "base/result.h"
#include "history/history.h"
#include "session/comparison/run_comparison.h"
#include "session/session.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace fungescope {

// A store of another value to a cell of a region. In one of characters a blank, `0` and the value 0
// are one value: programs differ in what they write for an empty square.
struct RegionChange {
  Tick tick = 0;         // the instant after it
  std::size_t cell = 0;  // of the region, row by row
  std::int64_t now = 0;  // 0 for those
};

// The changes of a region in the present branch of a run, recorded as far as they are asked for.
class RegionChanges {
 public:
  static constexpr std::size_t max_contents = 256;
  static constexpr std::size_t max_changes = 2'000'000;  // 24 bytes each

  explicit RegionChanges(Region region = {}) : region_(std::move(region)) {}

  // Continues until `count` changes are known, at most `max_changes`, or all up to the instant
  // `to`, or the run ends; runs the program on where it is not recorded. Starts again on another
  // branch. Leaves the present instant unchanged. Fails when interrupted, and if the region is not
  // inside the field. Cost: the ticks that are new, and some 300 ns a store.
  Result<void> extend(History& history, std::size_t count, Tick to, Monitor* monitor);

  [[nodiscard]] const Region& region() const { return region_; }
  [[nodiscard]] const std::vector<RegionChange>& known() const { return known_; }
  [[nodiscard]] Tick searched_to() const { return searched_to_; }
  // Returns the number of known changes up to an instant.
  [[nodiscard]] std::size_t count_at(Tick tick) const;
  // Returns the first instant with that many changes, or the last one searched if there are fewer.
  [[nodiscard]] Tick instant_of(std::size_t count) const;
  // Hashes of what the region holds after each number of changes, from 0 to at most `max_contents`.
  [[nodiscard]] std::span<const std::uint64_t> contents() const { return contents_; }

 private:
  void note_contents(const Machine& machine);

  Region region_;
  BranchId branch_ = 0;
  bool begun_ = false;
  Tick begin_ = 0;
  Tick searched_to_ = 0;
  std::vector<RegionChange> known_;
  std::vector<std::uint64_t> contents_;
};

// Returns how many changes each run makes before both regions first hold the same: with them the
// fewest. Programs that read what others are drawn with begin to work there. 0 and 0 if they never
// do.
[[nodiscard]] Both<std::size_t> common_start(std::span<const std::uint64_t> here,
                                             std::span<const std::uint64_t> there);

// Returns the regions that both programs have, of one size, in the order of the first.
[[nodiscard]] std::vector<Both<const Region*>> shared_regions(const Symbols& here,
                                                              const Symbols& there);

// ---- The comparison

struct RegionComparison {
  Both<RegionChanges> changes;
  bool same_start = false;    // else they never hold the same
  Both<std::size_t> start{};  // as common_start
  std::size_t same = 0;       // how many changes from there on are equal, until one differs
  Both<RunEnd> end{};
  bool same_end = false;  // both hold the same at the end

  // Returns the first change of a run that the other does not make too, or null.
  [[nodiscard]] const RegionChange* first_other(bool in_there) const {
    const std::size_t index = (in_there ? start.there : start.here) + same;
    const auto& known = (in_there ? changes.there : changes.here).known();
    return index < known.size() ? &known[index] : nullptr;
  }
};

// Compares the runs of two histories from their first instants for at most `ticks` ticks each,
// which are recorded. Leaves the present instants unchanged. Fails when interrupted, and if one of
// the programs does not have the region, or has it in another size.
[[nodiscard]] Result<RegionComparison> compare_regions(Session& here, Session& there,
                                                       const std::string& region, Tick ticks,
                                                       Monitor* monitor);

}  // namespace fungescope
