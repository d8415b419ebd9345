#include "lang/analysis/static_analysis.h"

#include "base/random.h"
#include "lang/loader.h"

#include <cstdint>
#include <deque>
#include <set>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include <doctest/doctest.h>

using namespace fungescope;

namespace {

Playfield field_of(std::string_view text) {
  LoadOptions options;
  options.size = LoadOptions::SizeOverride{.source = true, .size = {}};
  return load(text, options).value().playfield;
}

Dialect dialect(std::string_view name) {
  return find_dialect(name).value();
}

// Returns the field with `*` for a reached cell, `t` for one in string mode only, `.` for others.
std::string text_picture(std::string_view text) {
  const Playfield field = field_of(text);
  const Reachability reachability = compute_reachability(field, {});
  std::string picture;
  for (std::size_t i = 0; i < static_cast<std::size_t>(field.size().area()); ++i) {
    picture += reachability.text[i] ? 't' : reachability.reached[i] ? '*' : '.';
  }
  return picture;
}

// Returns the field with `*` for a reached cell and `.` for others.
std::string reached(std::string_view text, const Dialect& rules = {}) {
  const Playfield field = field_of(text);
  const Reachability reachability = compute_reachability(field, rules);
  std::string picture;
  std::uint64_t count = 0;
  for (std::int64_t y = 0; y < field.size().height; ++y) {
    if (y > 0) picture += '\n';
    for (std::int64_t x = 0; x < field.size().width; ++x) {
      const bool is_reached = reachability.reached[field.index_of({x, y})];
      picture += is_reached ? '*' : '.';
      count += is_reached;
    }
  }
  CHECK(reachability.count == count);
  return picture;
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

TEST_CASE("the pointer goes east until the program ends") {
  CHECK(reached("12@34") == "***..");
  CHECK(reached("123") == "***");  // round and round
}

TEST_CASE("arrows turn the pointer, and it wraps at all edges") {
  CHECK(reached("v..\n>1@") == "*..\n***");
  CHECK(reached("^..\n...\n@..") == "*..\n...\n*..");
  CHECK(reached("<.@") == "*.*");
}

TEST_CASE("a skipped cell is not reached, across the edge too") {
  CHECK(reached("#1@") == "*.*");
  CHECK(reached("v..\n>v.\n.1.\n.#.") == "*..\n**.\n.*.\n.*.");
  CHECK(reached("v..@\n>12#\n....") == "*...\n****\n....");
}

TEST_CASE("a branch takes both directions, and `?` all four") {
  CHECK(reached(">_@\n...") == "***\n...");
  CHECK(reached("v@.\n|..\n@..") == "*..\n*..\n*..");
  CHECK(reached("v.@..\n>1?2@\n..@..") == "*.*..\n*****\n..*..");
}

TEST_CASE("in string mode instructions are values") {
  CHECK(reached("\"v@\"@.") == "*****.");
  CHECK(reached("\"v@\"@.\n@.....") == "*****.\n......");
}

TEST_CASE("text is what is passed in string mode only") {
  CHECK(text_picture("\"v@\"@.") == "*ttt*.");
  CHECK(text_picture("1\"v2") == "***t");  // the `v` is passed again after the second `"`
  CHECK(text_picture(">\"^>1v\"@") == "**ttttt*");
}

TEST_CASE("a cell may be code in one direction and text in the other") {
  // After the edge, the same cells are passed again in string mode.
  CHECK(reached("1\"v2\n....") == "****\n..*.");
}

TEST_CASE("dialects that stop at an unknown instruction or an edge stop there") {
  CHECK(reached("1A@") == "***");
  CHECK(reached("1A@", dialect("strict")) == "**.");
  Dialect edges = dialect("strict");
  edges.edge_wrap = OnUndefined::stop;
  CHECK(reached("<1@", edges) == "*..");
  CHECK(reached("1#", edges) == "**");
  CHECK(reached("#1", edges) == "*.");
}

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

TEST_CASE("a program reads input if it can reach an instruction that does") {
  CHECK(reads_input(field_of("1~@"), {}));
  CHECK(reads_input(field_of("&@"), {}));
  CHECK_FALSE(reads_input(field_of("1@~&"), {}));
  CHECK_FALSE(reads_input(field_of("\"~&\"@"), {}));
}
