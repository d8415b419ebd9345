#include "lang/value_format.h"

#include <utility>

#include "sudoku/solving/reference_solver.h"
#include <fmt/format.h>

namespace fungescope::puzzles {
namespace {

constexpr std::int64_t width_of(ComparedRegion region) {
  return region == ComparedRegion::grid || region == ComparedRegion::rlatter ? 9 : 27;
}

std::string describe_change(const CellChange& change) {
  constexpr std::array names{"grid", "rlatter", "pspace", "rstack"};
  const std::int64_t width = width_of(change.region);
  return fmt::format("set {}({},{}) from {} to {}", names[static_cast<std::size_t>(change.region)],
                     change.cell % width, change.cell / width,
                     format_value(change.before, WatchType::character),
                     format_value(change.now, WatchType::character));
}

template <std::size_t N>
std::array<std::int64_t, N> read_area(const Playfield& field, const Rectangle& area) {
  std::array<std::int64_t, N> cells{};
  for (std::size_t i = 0; i < N; ++i) {
    const auto index = static_cast<std::int64_t>(i);
    cells[i] = field.at(
        Point{area.corner.x + index % area.size.width, area.corner.y + index / area.size.width});
  }
  return cells;
}

}  // namespace

Result<CheckedRegions> find_checked_regions(const Annotations& annotations,
                                            const std::string& file) {
  CheckedRegions regions;
  struct Wanted {
    const char* name;
    std::int64_t side;
    Rectangle& area;
  };
  for (const Wanted& wanted :
       {Wanted{"grid", 9, regions.grid}, Wanted{"rlatter", 9, regions.rlatter},
        Wanted{"pspace", 27, regions.pspace}, Wanted{"rstack", 27, regions.rstack}}) {
    const auto* region = annotations.find_region(wanted.name);
    const Size size{wanted.side, wanted.side};
    if (region == nullptr || region->area.size != size) {
      return fail({file},
                  fmt::format("--check needs the region `{}` of {}x{} cells", wanted.name,
                              wanted.side, wanted.side),
                  "run without --check, or declare it: see docs/solving.md");
    }
    wanted.area = region->area;
  }
  return regions;
}

RegionContents contents_of(const Playfield& field, const CheckedRegions& regions) {
  return {read_area<cell_count>(field, regions.grid), read_area<cell_count>(field, regions.rlatter),
          read_area<place_count>(field, regions.pspace),
          read_area<place_count>(field, regions.rstack)};
}

ReferenceChecker::ReferenceChecker(ReferenceSolver reference, const CheckedRegions& regions)
    : reference_(std::move(reference)),
      areas_{{{ComparedRegion::pspace, regions.pspace},
              {ComparedRegion::rstack, regions.rstack},
              {ComparedRegion::grid, regions.grid},
              {ComparedRegion::rlatter, regions.rlatter}}} {}

void ReferenceChecker::on_write(Tick tick, Point /*by*/, Point at, std::int64_t before,
                                std::int64_t now) {
  if (before == now || difference_) return;
  for (const auto& [region, area] : areas_) {
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
