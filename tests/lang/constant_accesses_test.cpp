// Which cells instructions access, without running them.
#include "lang/analysis/static_analysis.h"
#include "support/program_from_text.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

std::vector<CellAccess> accesses(const std::string& source, Size size) {
  return constant_accesses(program_from_text(source, size), Dialect{});
}

}  // namespace

TEST_CASE("constant coordinates are followed through arithmetic, copies and strings") {
  CHECK(accesses("12g@", {4, 3}) == std::vector<CellAccess>{{{2, 0}, {1, 2}, false}});
  CHECK(accesses("511+1-0p@", {9, 2}) == std::vector<CellAccess>{{{7, 0}, {1, 0}, true}});
  CHECK(accesses("2:\\g@", {5, 3}) == std::vector<CellAccess>{{{3, 0}, {2, 2}, false}});
  CHECK(accesses("\"!!\"-1g@", {8, 2}) == std::vector<CellAccess>{{{6, 0}, {0, 1}, false}});
}

TEST_CASE("unknown values, and what lies outside the field, give nothing") {
  CHECK(accesses("&2g@", {4, 3}).empty());
  CHECK(accesses("99g@", {4, 3}).empty());
  CHECK(accesses("g@", {4, 3}).empty());
}

TEST_CASE("each direction of a branch is followed, with nothing known before it") {
  const auto found = accesses("v@g10 _01g@", {11, 2});
  CHECK(found.empty());  // goes south at once
  const auto branched = accesses("_01g@g 1 0", {10, 2});
  REQUIRE(branched.size() == 2);
  CHECK(branched[0] == CellAccess{{3, 0}, {0, 1}, false});
  CHECK(branched[1] == CellAccess{{5, 0}, {0, 1}, false});
}

TEST_CASE("loops without a branch end the search") {
  CHECK(accesses("00g>v\n   ^<", {5, 2}) == std::vector<CellAccess>{{{2, 0}, {0, 0}, false}});
}
