#include "puzzles/reference_checker.h"

#include "base/escape.h"

#include <utility>

#include <fmt/format.h>

namespace fungescope::puzzles {
namespace {

// Returns `'5'` for a printable character, else the number.
std::string format_cell(std::int64_t value) {
  if (is_printable_ascii(value)) return fmt::format("'{}'", static_cast<char>(value));
  return fmt::format("{}", value);
}

std::string describe_change(const CellChange& change) {
  return fmt::format("set {}({},{}) from {} to {}",
                     change.region == ComparedRegion::grid ? "grid" : "rlatter", change.cell % 9,
                     change.cell / 9, format_cell(change.before), format_cell(change.now));
}

std::uint8_t cell_in(const Rectangle& area, Point at) {
  return static_cast<std::uint8_t>((at.y - area.corner.y) * 9 + (at.x - area.corner.x));
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

void ReferenceChecker::on_write(Tick tick, Point /*by*/, Point at, std::int64_t before,
                                std::int64_t now) {
  if (before == now || difference_) return;
  if (regions_.grid.contains(at)) {
    compare(tick, {ComparedRegion::grid, cell_in(regions_.grid, at), before, now});
  } else if (regions_.rlatter.contains(at)) {
    compare(tick, {ComparedRegion::rlatter, cell_in(regions_.rlatter, at), before, now});
  }
}

void ReferenceChecker::compare(Tick tick, const CellChange& change) {
  if (position_ < expected_.changes.size() && expected_.changes[position_] == change) {
    ++position_;
    return;
  }
  const std::string expected = position_ < expected_.changes.size()
                                   ? describe_change(expected_.changes[position_])
                                   : "had no change left";
  set_difference(tick, fmt::format("at tick {}, change {}: the program {}, the reference {}", tick,
                                   position_ + 1, describe_change(change), expected));
}

void ReferenceChecker::set_difference(Tick tick, std::string difference) {
  difference_ = std::move(difference);
  difference_tick_ = tick;
}

void ReferenceChecker::finish(Tick tick, const Playfield& field) {
  if (!difference_ && position_ < expected_.changes.size()) {
    set_difference(tick,
                   fmt::format("at tick {}, change {}: the program ended, the reference {}", tick,
                               position_ + 1, describe_change(expected_.changes[position_])));
  }
  compare_region(tick, field, "grid", regions_.grid, expected_.grid);
  compare_region(tick, field, "rlatter", regions_.rlatter, expected_.rlatter);
  compare_region(tick, field, "pspace", regions_.pspace, expected_.pspace);
  compare_region(tick, field, "rstack", regions_.rstack, expected_.rstack);
}

template <std::size_t N>
void ReferenceChecker::compare_region(Tick tick, const Playfield& field, const char* name,
                                      const Rectangle& area,
                                      const std::array<std::int64_t, N>& expected) {
  const auto width = static_cast<std::size_t>(area.size.width);
  for (std::size_t i = 0; i < N && !difference_; ++i) {
    const auto x = static_cast<std::int64_t>(i % width);
    const auto y = static_cast<std::int64_t>(i / width);
    const std::int64_t value = field.at(Point{area.corner.x + x, area.corner.y + y});
    if (value == expected[i]) continue;
    set_difference(
        tick,
        fmt::format("at the end, tick {}: {}({},{}) is {} in the program, {} in the reference",
                    tick, name, x, y, format_cell(value), format_cell(expected[i])));
  }
}

}  // namespace fungescope::puzzles
