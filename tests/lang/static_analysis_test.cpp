#include "lang/analysis/static_analysis.h"

#include "lang/loader.h"
#include "support/test.h"

#include <deque>

namespace {

Playfield field_of(std::string_view text) {
  LoadOptions options{.size = LoadOptions::SizeOverride{.source = true, .size = {}}};
  return load(text, options).value().playfield;
}

Dialect dialect(std::string_view name) {
  return find_dialect(name).value();
}

// The definition: a breadth-first search over all states.
std::set<std::pair<std::int64_t, std::int64_t>> reach_naively(const Playfield& field) {
  using State = std::tuple<std::int64_t, std::int64_t, Direction, bool>;
  std::set<State> seen;
  std::deque<State> queue{{0, 0, Direction::east, false}};
  std::set<std::pair<std::int64_t, std::int64_t>> cells;
  while (!queue.empty()) {
    const State state = queue.front();
    queue.pop_front();
    if (!seen.insert(state).second) continue;
    const auto [x, y, direction, in_string] = state;
    cells.insert({x, y});
    const auto go = [&, from = Point{x, y}](Direction next, bool string, int steps) {
      Point at = from;
      for (int i = 0; i < steps; ++i) at = step_on_torus(at, next, field.size());
      queue.emplace_back(at.x, at.y, next, string);
    };
    const Op op = op_of(field.at(Point{x, y}));
    if (op == Op::string_mode) {
      go(direction, !in_string, 1);
    } else if (in_string) {
      go(direction, true, 1);
    } else {
      switch (op) {
        case Op::end:
          break;
        case Op::go_east:
          go(Direction::east, false, 1);
          break;
        case Op::go_south:
          go(Direction::south, false, 1);
          break;
        case Op::go_west:
          go(Direction::west, false, 1);
          break;
        case Op::go_north:
          go(Direction::north, false, 1);
          break;
        case Op::go_random:
          for (const Direction next : all_directions) go(next, false, 1);
          break;
        case Op::branch_horizontal:
          go(Direction::east, false, 1);
          go(Direction::west, false, 1);
          break;
        case Op::branch_vertical:
          go(Direction::south, false, 1);
          go(Direction::north, false, 1);
          break;
        case Op::trampoline:
          go(direction, false, 2);
          break;
        default:
          go(direction, false, 1);
      }
    }
  }
  return cells;
}

}  // namespace

TEST_CASE("on random fields the search reaches the cells of the definition") {
  constexpr std::string_view glyphs = "<>^v?_|#\"@  1A";
  Random random(3);
  for (int round = 0; round < 2000; ++round) {
    const Size size{static_cast<std::int64_t>(1 + random.next() % 9),
                    static_cast<std::int64_t>(1 + random.next() % 6)};
    Playfield::Bytes bytes;
    for (std::int64_t i = 0; i < size.area(); ++i) {
      bytes.push_back(static_cast<unsigned char>(glyphs[random.next() % glyphs.size()]));
    }
    const Playfield field(size, bytes);
    const Reachability reachability = compute_reachability(field, {});
    const auto expected = reach_naively(field);
    CHECK(reachability.count == expected.size());
    for (const auto& [x, y] : expected) CHECK(reachability.reached[field.index_of({x, y})]);
  }
}

TEST_CASE("the search uses the current values of cells") {
  Playfield field = field_of("1@2");
  field.set(Point{1, 0}, '1');
  CHECK(compute_reachability(field, {}).count == 3);
}

TEST_CASE("a large field of branches is searched in bounded memory") {
  const Size size{1000, 1000};
  const Playfield field(size, Playfield::Bytes(1'000'000, '?'));
  CHECK(compute_reachability(field, {}).count == 1'000'000);
}

TEST_CASE("a search polls, and can be ended") {
  const Playfield field(Size{1000, 1000}, Playfield::Bytes(1'000'000, '?'));
  int polls = 0;
  CHECK(compute_reachability(field, {}, [&polls] { return ++polls == 5; }).count < 500'000);
  CHECK(polls == 5);
  CHECK(compute_reachability(field, {}, [] { return false; }).count == 1'000'000);
}

TEST_CASE("the histogram counts every cell once") {
  const Histogram counts = histogram(field_of("11+\n@A"), {});
  const auto count = [&counts](Op op) { return counts[static_cast<std::size_t>(op)]; };
  CHECK(count(Op::digit_1) == 2);
  CHECK(count(Op::add) == 1);
  CHECK(count(Op::end) == 1);
  CHECK(count(Op::blank) == 1);
  CHECK(count(Op::unknown) == 1);
  std::uint64_t sum = 0;
  for (const std::uint64_t c : counts) sum += c;
  CHECK(sum == 6);
}

TEST_CASE("where the instruction is the low byte, larger values are instructions too") {
  Playfield field = field_of("1");
  field.set(Point{0, 0}, 'g' + 256);
  const auto get = static_cast<std::size_t>(Op::get);
  CHECK(histogram(field, {})[get] == 0);
  CHECK(histogram(field, dialect("bef"))[get] == 1);
  CHECK(decode_op(dialect("bef"), 'g' - 256) == Op::get);
}

TEST_CASE("a cell is described by its instruction, or by its value") {
  CHECK(describe_cell('g', {}) == "'g' get: x y -> the value of cell (x, y)");
  CHECK(describe_cell(' ', {}) == "' ' blank: nothing: on to the next cell");
  CHECK(describe_cell('A', {}) == "65 'A': no instruction");
  CHECK(describe_cell(0, {}) == "0: no instruction");
  CHECK(describe_cell(127, {}) == "127: no instruction");
  CHECK(describe_cell(-5, {}) == "-5: no instruction");
  CHECK(describe_cell('g' + 256, {}) == "359: no instruction");
  CHECK(describe_cell('g' + 256, dialect("bef")) ==
        "359, as 'g' get: x y -> the value of cell (x, y)");
}
