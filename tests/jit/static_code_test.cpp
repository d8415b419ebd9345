#include "jit/c/static_code.h"

#include "support/test.h"

using namespace fungescope::jit;

namespace {

Machine machine_of(std::initializer_list<std::string_view> lines) {
  std::string text;
  for (const std::string_view line : lines) text += std::string(line) + '\n';
  return Machine(test::program_from_text(text));
}

StaticCode code_of(const Machine& machine, const ExecutionProfile& profile) {
  return find_static_code(machine, profile, {}, 1000);
}

std::set<CellIndex> covered(const StaticCode& code) {
  std::set<CellIndex> cells;
  for (const Superblock* superblock : code.superblocks)
    cells.insert(superblock->cells.begin(), superblock->cells.end());
  return cells;
}

bool enters_at(const std::vector<JitRegion>& regions, const BlockCache& cache, Point at) {
  return std::any_of(regions.begin(), regions.end(), [&](const JitRegion& region) {
    return std::any_of(region.nodes.begin(), region.nodes.end(), [&](const RegionNode& node) {
      return node.entry && node.superblock->cell == cache.index_of(at);
    });
  });
}

}  // namespace

TEST_CASE("a profile run records modified cells, and where the program continues") {
  //                                   0123456789
  const Machine machine = machine_of({"1+00p58*9p"});
  const ExecutionProfile learned = profile_run(machine, "", 6);
  CHECK(learned.changed == std::unordered_set<CellIndex>{0});
  CHECK(learned.feedback.aliased.empty());
  CHECK(learned.executed[4]);
  CHECK(!learned.executed[6]);
}

TEST_CASE("a profile run distinguishes tables from variables, and records out-of-bounds accesses") {
  // Counts cell (9,1) down, stores to (5,1), (4,1), (3,1), and reads below the field.
  const Machine machine = machine_of({"91g:1p91g1-91p99g$", "         \x05        "});
  const ExecutionProfile learned = profile_run(machine, "", 54);
  CHECK(learned.feedback.aliased == std::unordered_set<CellIndex>{18 + 5, 18 + 4, 18 + 3});
  CHECK(learned.changed.contains(18 + 9));
  CHECK(learned.feedback.out_of_bounds == std::unordered_set<CellIndex>{16});
}

TEST_CASE("cells that change are not code, and code continues after them") {
  const Machine machine = machine_of({"~+00p@"});
  const StaticCode unknowing = code_of(machine, profile_run(machine, "", 0));
  CHECK(!covered(unknowing).contains(0));
  CHECK(covered(unknowing).contains(1));
  const std::vector<JitRegion> regions = Partition(unknowing, {}, 100).regions();
  CHECK(enters_at(regions, *unknowing.cache, {1, 0}));
}

TEST_CASE("a digit that changes is not code, but is read by it") {
  const Machine machine = machine_of({"1+00p@"});
  const StaticCode code = code_of(machine, profile_run(machine, "", 0));
  CHECK(!covered(code).contains(0));
  CHECK(enters_at(Partition(code, {}, 100).regions(), *code.cache, {0, 0}));
}

TEST_CASE("data is not code unless it was executed") {
  const Machine machine = machine_of({"&|", " 1", " @"});
  const Rectangle data{{0, 1}, {2, 2}};
  const StaticCode code = find_static_code(machine, profile_run(machine, "", 0), {&data, 1}, 1000);
  CHECK(!covered(code).contains(3));
  const ExecutionProfile learned = profile_run(machine, "0", 100);
  CHECK(covered(find_static_code(machine, learned, {&data, 1}, 1000)).contains(3));
}

TEST_CASE("parts are entered where another part leads to them") {
  const Machine machine = machine_of({"&|", " 2", " &", " |", " &", " |", " @"});
  const StaticCode code = code_of(machine, profile_run(machine, "", 0));
  REQUIRE(code.superblocks.size() > 4);
  const std::vector<JitRegion> whole = Partition(code, {}, 1000).regions();
  const std::vector<JitRegion> blocks = Partition(code, {}, 2).regions();
  CHECK(whole.size() == 1);
  CHECK(blocks.size() > 1);
  CHECK(enters_at(blocks, *code.cache, {0, 0}));
}

TEST_CASE("what the profile run executed is kept first") {
  // The input leads south from the `|`; the north side is found first.
  const Machine machine = machine_of({"v  @2<", ">& |", "   >:v", "   ^1_@"});
  const ExecutionProfile profile = profile_run(machine, "0", 200);
  StaticCode code = code_of(machine, profile);
  const std::size_t all = code.superblocks.size();
  const auto executed = [&](const Superblock* superblock) {
    return profile.executed[superblock->cell];
  };
  const auto count = static_cast<std::size_t>(
      std::count_if(code.superblocks.begin(), code.superblocks.end(), executed));
  REQUIRE(count < all);
  CHECK(keep_executed_first(code, profile, all));
  CHECK(code.superblocks.size() == all);
  CHECK(!keep_executed_first(code, profile, count));
  CHECK(code.superblocks.size() == count);
  CHECK(std::all_of(code.superblocks.begin(), code.superblocks.end(), executed));
}
