#include "base/text_table.h"
#include "lang/text_cursor.h"
#include "lang/value_format.h"

#include <algorithm>
#include <functional>
#include <utility>

#include "sudoku/solving/reference_solver.h"
#include <fmt/format.h>

namespace fungescope::puzzles {
namespace {

constexpr std::array<std::string_view, 2> method_names{reference_method, "scan"};

std::string_view name_of(ComparedRegion region) {
  constexpr std::array<std::string_view, 4> names{"grid", "rlatter", "pspace", "rstack"};
  return names[static_cast<std::size_t>(region)];
}

std::string describe_change(const std::optional<CellChange>& change) {
  if (!change) return "had no change left";
  const std::int64_t width = side_of(change->region);
  const std::int64_t x = change->cell % width;
  const std::int64_t y = change->cell / width;
  const std::int64_t scale = width / 9;  // of the larger regions, a cell has a place for each digit
  const std::string digit =
      scale == 1 ? "" : fmt::format("the {} of ", y % scale * scale + x % scale + 1);
  return fmt::format("set {}r{}c{}, {}({},{}), from {} to {}", digit, y / scale + 1, x / scale + 1,
                     name_of(change->region), x, y,
                     format_value(change->before, WatchType::character),
                     format_value(change->now, WatchType::character));
}

std::optional<CellChange> copied(const CellChange* change) {
  return change == nullptr ? std::nullopt : std::optional(*change);
}

}  // namespace

std::optional<ReferenceMethod> find_method(std::string_view name) {
  for (const ReferenceMethod method : reference_methods) {
    if (equal_ignoring_case(name, method_names[static_cast<std::size_t>(method)])) return method;
  }
  return std::nullopt;
}

std::string_view reference_name(ReferenceMethod method) {
  return method == ReferenceMethod::tallies ? "the reference"
                                            : "the reference of the classic method";
}

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

ReferenceChecker::ReferenceChecker(const CheckedProgram& program, const RegionContents& initial,
                                   const std::optional<Grid>& input)
    : program_(program), decided_(program.method.has_value()) {
  for (const ReferenceMethod method : reference_methods) {
    if (program.method.value_or(method) != method) continue;
    followed_.push_back({method, ReferenceSolver(initial, input, method), {}, 0});
  }
}

void ReferenceChecker::on_write(Tick tick, Point by, Point at, std::int64_t before,
                                std::int64_t now) {
  if (before == now || difference_) return;
  using enum ComparedRegion;
  for (const ComparedRegion region : {pspace, rstack, grid, rlatter}) {  // the most frequent first
    const Rectangle& area = program_.regions[region];
    if (!area.contains(at)) continue;
    const std::int64_t cell = (at.y - area.corner.y) * area.size.width + at.x - area.corner.x;
    return compare(tick, by, CellChange{region, static_cast<std::uint16_t>(cell), before, now});
  }
}

// Returns the next change, or null if the algorithm has ended.
const CellChange* ReferenceChecker::Followed::next_change() {
  while (position == expected.size()) {
    expected.clear();
    position = 0;
    if (!solver.step(expected)) return nullptr;
  }
  return &expected[position];
}

bool ReferenceChecker::Followed::may_end() {
  return next_change() == nullptr || (position == 0 && solver.outcome());
}

// Without a change, the program has ended.
void ReferenceChecker::compare(Tick tick, Point by, const std::optional<CellChange>& change) {
  const auto differs = [&](Followed& reference) {
    return change ? copied(reference.next_change()) != change : !reference.may_end();
  };
  const auto agreeing =
      std::stable_partition(followed_.begin(), followed_.end(), std::not_fn(differs));
  if (agreeing != followed_.begin()) {
    followed_.erase(agreeing, followed_.end());
    if (!change) {
      decided_ = true;
      return;
    }
    for (Followed& reference : followed_) ++reference.position;
    decided_ = ++matched_ >= deciding_changes || decided_;
  } else if (decided_) {
    followed_.erase(followed_.begin() + 1, followed_.end());
    Followed& reference = followed_.front();
    difference_ = Difference{
        tick, matched_ + 1, change, by, copied(reference.next_change()), reference.method};
  } else {
    followed_.clear();
  }
}

void ReferenceChecker::finish(Tick tick) {
  if (!difference_) compare(tick, {}, std::nullopt);
}

std::optional<ReferenceMethod> ReferenceChecker::method() const {
  if (!decided_ || followed_.empty()) return std::nullopt;
  return followed_.front().method;
}

std::string ReferenceChecker::describe_difference() const {
  const Difference& difference = *difference_;
  std::string program = "ended";
  if (difference.found) {
    const std::string phase = program_.phases.name_at(difference.by);
    program = fmt::format("{}, by {}{}", describe_change(difference.found),
                          to_string(difference.by), phase.empty() ? "" : " in " + phase);
  }
  return fmt::format("at tick {}, change {}: the program {}; {} {}", difference.tick,
                     difference.number, program, reference_name(difference.method),
                     describe_change(difference.expected));
}

std::string ReferenceChecker::describe_progress() {
  if (!method()) return {};
  Followed& reference = followed_.front();
  return fmt::format("its first {} changes are {}'s, which then {}", with_separators(matched_),
                     reference_name(reference.method),
                     describe_change(copied(reference.next_change())));
}

}  // namespace fungescope::puzzles
