#include "session/run_control/flow_graph.h"
#include "support/generated/random_programs.h"
#include "support/test.h"

namespace {

constexpr auto east = Direction::east;
constexpr auto west = Direction::west;
constexpr auto north = Direction::north;

std::optional<Loop> loop_at(std::string_view program, PointerState present) {
  auto loop = find_loop(program_from_text(program), Dialect{}, present);
  REQUIRE(loop);
  return *std::move(loop);
}

// The loop's cells as a picture: each as it is, all others as dots.
std::string picture(std::string_view program, const std::optional<Loop>& loop) {
  if (!loop) return "none";
  std::string text(program);
  Point at;
  for (char& c : text) {
    if (c == '\n') {
      at = {0, at.y + 1};
      continue;
    }
    if (std::find(loop->cells.begin(), loop->cells.end(), at) == loop->cells.end()) c = '.';
    ++at.x;
  }
  return text;
}

std::string picture_at(std::string_view program, PointerState present) {
  return picture(program, loop_at(program, present));
}

using Node = FlowGraph::Node;

PointerState random_state(Random& random, Size size) {
  return {random_point(random, size), static_cast<Direction>(random.next_two_bits()),
          random.next_two_bits() == 0};
}

// What can be reached from the root on ways that avoid a node.
std::vector<bool> reachable_without(const FlowGraph& graph, Node avoided) {
  std::vector<bool> reached(graph.size(), false);
  std::vector<Node> open{FlowGraph::root};
  while (!open.empty()) {
    const Node node = open.back();
    open.pop_back();
    if (node == avoided || reached[node]) continue;
    reached[node] = true;
    for (const Node next : graph.successors(node)) open.push_back(next);
  }
  return reached;
}

}  // namespace

TEST_CASE("a straight program has no loop, a line without an end is one by wrapping around") {
  CHECK_FALSE(loop_at("12+.@", {{1, 0}}));
  CHECK_FALSE(loop_at("12+.@", {{4, 0}}));
  const auto loop = loop_at("12+", {{1, 0}}).value();
  CHECK(loop.cells.size() == 3);
  CHECK(loop.exits.empty());
  CHECK(loop.contains({{2, 0}, east, false}));
  CHECK_FALSE(loop.contains({{2, 0}, west, false}));
  CHECK_FALSE(loop.contains({{2, 0}, east, true}));
}

TEST_CASE("code before and after the loop is outside it") {
  constexpr std::string_view program =
      "5>:.1-:v @\n"
      " ^     _^ \n";
  const std::string ring =
      ".>:.1-:v..\n"
      ".^.....|..\n";
  const auto loop = loop_at(program, {{3, 0}}).value();
  CHECK(loop.head == Point{1, 0});
  CHECK(loop.exits == std::vector<Point>{{8, 1}});
  CHECK(loop.contains({{3, 0}, east, false}));
  CHECK(loop.contains({{4, 1}, west, false}));
  CHECK_FALSE(loop.contains({{4, 1}, east, false}));
  CHECK_FALSE(loop.contains({{0, 0}, east, false}));
  CHECK_FALSE(loop.contains({{8, 1}, east, false}));
  // A turn may be entered from anywhere.
  CHECK(loop.contains({{1, 0}, north, false}));
  CHECK(loop.contains({{1, 0}, east, false}));
}

TEST_CASE("an outer loop around an inner one") {
  constexpr std::string_view program =
      ">1>:1-:v  \n"
      "  ^    _$v\n"
      "^       .<\n";
  CHECK(picture_at(program, {{4, 0}}) ==
        "..>:1-:v..\n"
        "..^    _..\n"
        "..........\n");
  // `$`, behind the inner loop, is in the outer one, which has the inner one in it.
  CHECK(picture_at(program, {{8, 1}}) ==
        ">1>:1-:v..\n"
        " .^    _$v\n"
        "^       .<\n");
}

TEST_CASE("a cell skipped by a trampoline is not in the loop") {
  CHECK(picture_at(">#@ v\n^   <\n", {{3, 0}}) == ">#. v\n^   <\n");
}

TEST_CASE("string mode is part of the state") {
  const auto loop = loop_at(">\"v\"v\n^   <\n", {{2, 0}, east, true}).value();
  CHECK(loop.contains({{2, 0}, east, true}));
  CHECK_FALSE(loop.contains({{2, 0}, east, false}));
  CHECK(loop.cells.size() == 10);
}

TEST_CASE("a loop that the program cannot reach by itself is found from within") {
  const auto loop = loop_at("@  \n>v \n^< \n", {{1, 1}}).value();
  CHECK(loop.cells == std::vector<Point>{{0, 1}, {1, 1}, {0, 2}, {1, 2}});
}

TEST_CASE("a cycle that can be entered at several places is a loop without a head") {
  const auto loop = loop_at("? >v\n> ^<\n", {{3, 1}, Direction::south});
  REQUIRE(loop);
  CHECK_FALSE(loop->head);
  CHECK(loop->cells == std::vector<Point>{{2, 0}, {3, 0}, {2, 1}, {3, 1}});
}

TEST_CASE("every edge out of a loop is an exit") {
  const auto loop = loop_at("v   \n>?@ \n^<  \n", {{0, 1}});
  REQUIRE(loop);
  for (const Point exit : loop->exits) {
    CHECK(std::find(loop->cells.begin(), loop->cells.end(), exit) == loop->cells.end());
  }
  CHECK(std::find(loop->exits.begin(), loop->exits.end(), Point{2, 1}) != loop->exits.end());
}

TEST_CASE("in random programs a loop holds the state it was asked for") {
  Random random(3);
  int loops = 0;
  for (int i = 0; i < 300; ++i) {
    const Playfield field = random_program(random, static_cast<ProgramKind>(i % program_kinds));
    const PointerState present = random_state(random, field.size());
    const auto loop = find_loop(field, Dialect{}, present).value();
    if (!loop) continue;
    ++loops;
    CHECK(loop->contains(present));
  }
  CHECK(loops > 30);
}

TEST_CASE("a node dominates those that nothing reaches without it") {
  Random random(7);
  int graphs = 0;
  for (int i = 0; i < 400; ++i) {
    const Playfield field = random_program(random, static_cast<ProgramKind>(i % program_kinds));
    const auto graph =
        FlowGraph::build(field, Dialect{}, random_state(random, field.size())).value();
    if (graph.size() > 150) continue;
    ++graphs;
    const Dominators dominators = graph.dominators();
    for (Node a = 1; a < graph.size(); ++a) {
      const std::vector<bool> reached = reachable_without(graph, a);
      for (Node b = 1; b < graph.size(); ++b) REQUIRE(dominators.dominates(a, b) == !reached[b]);
    }
  }
  CHECK(graphs > 30);
}

// Four million states, of which sanitizers make a gigabyte.
TEST_CASE("a program with too many states is refused" * doctest::skip(FUNGESCOPE_SANITIZED)) {
  const Size size{2100, 2100};
  const Playfield blanks(size, Playfield::Bytes(static_cast<std::size_t>(size.area()), '?'));
  const auto loop = find_loop(blanks, Dialect{}, {});
  REQUIRE_FALSE(loop);
  CHECK(loop.error().what == "the program has more than 4194304 states of the pointer");
}
