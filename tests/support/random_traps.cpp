#include "support/random_traps.h"

#include "support/random_programs.h"

#include <algorithm>
#include <array>

namespace fungescope::test {
namespace {

Rectangle random_area(Random& random, Size field) {
  const auto coordinate = [&random](std::int64_t bound) {
    return static_cast<std::int64_t>(below(random, static_cast<std::uint64_t>(bound)));
  };
  const Point corner{coordinate(field.width), coordinate(field.height)};
  if (below(random, 4) != 0) return {corner, {1, 1}};
  return {corner,
          {std::min<std::int64_t>(field.width - corner.x, 4),
           std::min<std::int64_t>(field.height - corner.y, 3)}};
}

}  // namespace

Traps random_traps(Random& random, Size field) {
  Traps traps(field);
  const bool everything = below(random, 3) == 0;
  const std::uint64_t only = below(random, 8);
  const auto wanted = [&](std::uint64_t kind) {
    return everything ? below(random, 2) != 0 : only == kind;
  };
  constexpr std::array accesses{Access::execute, Access::read, Access::write};
  for (std::uint64_t kind = 0; kind < 3; ++kind) {
    if (!wanted(kind)) continue;
    for (std::uint64_t n = 1 + below(random, 6); n > 0; --n) {
      traps.set(random_area(random, field), accesses[kind]);
    }
  }
  if (wanted(3)) traps.set_before(static_cast<Op>(below(random, instructions.size())));
  if (wanted(4)) traps.set_on_modified_code();
  if (wanted(5)) traps.set_floor(below(random, 12));
  if (wanted(6)) traps.set_ceiling(below(random, 40));
  return traps;
}

}  // namespace fungescope::test
