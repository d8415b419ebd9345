#include "lang/value_format.h"

#include <utility>

#include "sudoku/solving/reference_solver.h"
#include <fmt/format.h>

namespace fungescope::puzzles {
namespace {

std::string_view name_of(ComparedRegion region) {
  constexpr std::array<std::string_view, 4> names{"grid", "rlatter", "pspace", "rstack"};
  return names[static_cast<std::size_t>(region)];
}

std::string describe_change(const CellChange& change) {
  const std::int64_t width = side_of(change.region);
  return fmt::format("set {}({},{}) from {} to {}", name_of(change.region), change.cell % width,
                     change.cell / width, format_value(change.before, WatchType::character),
                     format_value(change.now, WatchType::character));
}

}  // namespace

Result<CheckedRegions> find_checked_regions(const Annotations& annotations,
                                            const std::string& file) {
  CheckedRegions regions;
  for (const ComparedRegion wanted : compared_regions) {
    const Size size{side_of(wanted), side_of(wanted)};
    const auto* region = annotations.find_region(name_of(wanted));
    if (region == nullptr || region->area.size != size) {
      return fail({file},
                  fmt::format("--check needs the region `{}` of {}x{} cells", name_of(wanted),
                              size.width, size.height),
                  "run without --check, or declare it: see docs/solving.md");
    }
    regions[wanted] = region->area;
  }
  return regions;
}

RegionContents contents_of(const Playfield& field, const CheckedRegions& regions) {
  RegionContents contents;
  for (const ComparedRegion region : compared_regions) {
    const auto& [corner, size] = regions[region];
    for (std::int64_t i = 0; i < size.area(); ++i) {
      contents[region].push_back(field.at({corner.x + i % size.width, corner.y + i / size.width}));
    }
  }
  return contents;
}

ReferenceChecker::ReferenceChecker(ReferenceSolver reference, const CheckedRegions& regions)
    : reference_(std::move(reference)), regions_(regions) {}

void ReferenceChecker::on_write(Tick tick, Point /*by*/, Point at, std::int64_t before,
                                std::int64_t now) {
  if (before == now || difference_) return;
  using enum ComparedRegion;
  for (const ComparedRegion region : {pspace, rstack, grid, rlatter}) {  // the most frequent first
    const Rectangle& area = regions_[region];
    if (!area.contains(at)) continue;
    const std::int64_t cell = (at.y - area.corner.y) * area.size.width + at.x - area.corner.x;
    compare(tick, {region, static_cast<std::uint16_t>(cell), before, now});
    return;
  }
}

// Returns the reference's next change, or null if it has ended.
const CellChange* ReferenceChecker::next_change() {
  while (position_ == expected_.size()) {
    expected_.clear();
    position_ = 0;
    if (!reference_.step(expected_)) return nullptr;
  }
  return &expected_[position_];
}

std::string ReferenceChecker::describe_next_change() {
  const CellChange* const next = next_change();
  return next == nullptr ? "had no change left" : describe_change(*next);
}

void ReferenceChecker::compare(Tick tick, const CellChange& change) {
  const CellChange* const next = next_change();
  if (next != nullptr && *next == change) {
    ++position_;
    ++matched_;
    return;
  }
  difference_ = fmt::format("at tick {}, change {}: the program {}, the reference {}", tick,
                            matched_ + 1, describe_change(change), describe_next_change());
  difference_tick_ = tick;
}

void ReferenceChecker::finish(Tick tick) {
  if (difference_ || next_change() == nullptr) return;
  difference_ = fmt::format("at tick {}, change {}: the program ended, the reference {}", tick,
                            matched_ + 1, describe_next_change());
  difference_tick_ = tick;
}

}  // namespace fungescope::puzzles
