#include "support/generated/layout.h"

#include <algorithm>
#include <array>
#include <string>
#include <utility>

#include <fmt/format.h>

namespace fungescope::test::layout {
namespace {

unsigned char exchanged(unsigned char glyph, std::string_view pairs) {
  const std::size_t found = pairs.find(static_cast<char>(glyph));
  return found == std::string_view::npos
             ? glyph
             : static_cast<unsigned char>(pairs[found ^ std::size_t{1}]);
}

Box mirrored(const Box& box) {
  Box result(box.width(), box.height(), box.entry(), box.exit());
  for (int y = 0; y < box.height(); ++y) {
    for (int x = 0; x < box.width(); ++x) {
      Cell& cell = result.at(box.width() - 1 - x, y);
      cell = box.at(x, y);
      cell.glyph = exchanged(cell.glyph, "<>");
    }
  }
  return result;
}

// Returns the offset of `second` below `first` that aligns their rows `a` and `b`; negative: above.
struct Alignment {
  Alignment(int a, int b, int height_a, int height_b)
      : first(std::max(0, b - a)),
        second(std::max(0, a - b)),
        height(std::max(first + height_a, second + height_b)) {}
  int first;
  int second;
  int height;
};

Path negation(bool negated) {
  return negated ? "!" : "";
}

// Five cells that push 0..255.
std::string pushing(int value) {
  if (value < 90) return fmt::format("{}9*{}+", value / 9, value % 9);
  std::string text = "  \" \"";
  text[3] = static_cast<char>(value);
  return text;
}

}  // namespace

Path labelled(char glyph, std::int16_t label) {
  Path path(std::string_view(&glyph, 1));
  path.cells[0].label = label;
  return path;
}

Path place_of(std::int16_t label) {
  Path path;
  for (const bool vertical : {false, true}) {
    for (int part = 0; part < place_size; ++part) {
      path.cells.push_back({' ', static_cast<std::uint8_t>(part), vertical, 0, label});
    }
  }
  return path;
}

Box::Box(int width, int height, int entry, int exit)
    : width_(width),
      height_(height),
      entry_(entry),
      exit_(exit),
      cells_(static_cast<std::size_t>(width) * static_cast<std::size_t>(height)) {}

Box::Box(const Path& path) : Box(static_cast<int>(path.cells.size()), 1, 0, 0) {
  cells_ = path.cells;
}

void Box::put(int x, int y, std::string_view text) {
  for (const char c : text) put(x++, y, c);
}

void Box::paste(int x, int y, const Box& other) {
  for (int row = 0; row < other.height_; ++row) {
    std::copy_n(other.cells_.begin() + static_cast<std::ptrdiff_t>(other.index(0, row)),
                other.width_, cells_.begin() + static_cast<std::ptrdiff_t>(index(x, y + row)));
  }
}

Box beside(const Box& first, const Box& second) {
  const Alignment rows(first.exit(), second.entry(), first.height(), second.height());
  Box result(first.width() + second.width(), rows.height, rows.first + first.entry(),
             rows.second + second.exit());
  result.paste(0, rows.first, first);
  result.paste(first.width(), rows.second, second);
  return result;
}

//     >body#v_
//     ^     <
Box loop_below(const Box& body, Flips flips) {
  const Box all = beside(body, negation(flips.east_west));
  const int end = 1 + all.width();
  Box result(end + 3, all.height() + 1, all.entry(), all.exit());
  result.paste(1, 0, all);
  result.put(0, all.entry(), '>');
  result.put(end, all.exit(), "#v_");
  result.put(end + 1, all.height(), '<');
  result.put(0, all.height(), '^');
  return result;
}

//     v    <
//     >body|
//          >
Box loop_above(const Box& body, Flips flips) {
  const Box all = beside(body, negation(flips.north_south));
  const int end = 1 + all.width();
  const int exit = all.exit() + 2;
  Box result(end + 1, std::max(all.height() + 1, exit + 1), all.entry() + 1, exit);
  result.paste(1, 1, all);
  result.put(0, 0, 'v');
  result.put(end, 0, '<');
  result.put(0, all.entry() + 1, '>');
  result.put(end, all.exit() + 1, '|');
  result.put(end, exit, '>');
  return result;
}

//     >test!#v_bodyv
//     ^            <
//            >
Box while_loop(const Box& test, const Box& body, Flips flips) {
  const Box head = beside(test, negation(!flips.east_west));
  const Alignment rows(head.exit(), body.entry(), head.height(), body.height());
  const int branch = 1 + head.width();
  const int end = branch + 3 + body.width();
  Box result(end + 1, rows.height + 2, rows.first + head.entry(), rows.height + 1);
  result.paste(1, rows.first, head);
  result.paste(branch + 3, rows.second, body);
  result.put(0, rows.first + head.entry(), '>');
  result.put(branch, rows.first + head.exit(), "#v_");
  result.put(end, rows.second + body.exit(), 'v');
  result.put(end, rows.height, '<');
  result.put(0, rows.height, '^');
  result.put(branch + 1, rows.height + 1, '>');
  return result;
}

//     #v_zero >
//      >other^
Box if_below(const Box& zero, const Box& other, Flips flips) {
  const Box test = negation(flips.east_west);
  const int branch = test.width();
  const int join = branch + 3 + std::max(zero.width(), other.width());
  Box result(join + 1, zero.height() + other.height(), zero.entry(), zero.exit());
  result.paste(0, zero.entry(), test);
  result.put(branch, zero.entry(), "#v_");
  result.paste(branch + 3, 0, zero);
  result.put(branch + 1, zero.height() + other.entry(), '>');
  result.paste(branch + 2, zero.height(), other);
  result.put(join, zero.exit(), '>');
  result.put(join, zero.height() + other.exit(), '^');
  return result;
}

//     >other v
//     |      >
//     >zero  ^
Box if_around(const Box& zero, const Box& other, Flips flips) {
  const Box test = negation(flips.north_south);
  const int branch = test.width();
  const int join = branch + 1 + std::max(zero.width(), other.width());
  const int middle = other.height();
  Box result(join + 1, middle + 1 + zero.height(), middle, middle);
  result.paste(0, middle, test);
  result.put(branch, middle, '|');
  result.paste(branch + 1, 0, other);
  result.paste(branch + 1, middle + 1, zero);
  result.put(branch, other.entry(), '>');
  result.put(branch, middle + 1 + zero.entry(), '>');
  result.put(join, other.exit(), 'v');
  result.put(join, middle, '>');
  result.put(join, middle + 1 + zero.exit(), '^');
  return result;
}

Box fork(const Box& first, const Box& second, std::int16_t label) {
  const int join = 1 + std::max(first.width(), second.width());
  Box result(join + 1, first.height() + second.height(), first.entry(), first.exit());
  result.paste(1, 0, first);
  result.paste(1, first.height(), second);
  result.put(0, first.entry(), '>');
  result.at(0, first.entry()).label = label;
  result.put(0, first.height() + second.entry(), '>');
  result.put(join, first.exit(), '>');
  result.put(join, first.height() + second.exit(), '^');
  return result;
}

Box random_digit(char north, char east, char south) {
  Box result(4, 3, 1, 1);
  result.put(1, 0, std::string{'>', north, 'v'});
  result.put(0, 1, std::string{'>', '?', east, '>'});
  result.put(1, 2, std::string{'>', south, '^'});
  return result;
}

//       >north  v
//     #v?east   >
//       >south  ^
//      >west    ^
Box random_ways(const Path& north, const Path& east, const Path& south, const Path& west) {
  const std::size_t longest =
      std::max({north.cells.size(), east.cells.size(), south.cells.size(), west.cells.size()});
  const int join = 3 + static_cast<int>(longest);
  Box result(join + 1, 4, 1, 1);
  result.put(0, 1, "#v?");
  result.put(2, 0, '>');
  result.put(2, 2, '>');
  result.put(1, 3, '>');
  const std::array<const Path*, 4> paths{&north, &east, &south, &west};
  for (int y = 0; y < 4; ++y) {
    const Path& path = *paths[static_cast<std::size_t>(y)];
    if (!path.cells.empty()) result.paste(y == 3 ? 2 : 3, y, Box(path));
    result.put(join, y, "v>^^"[y]);
  }
  return result;
}

//     1>body  :1-!#v_:2-!#v_$
//      ^ site       <
//      ^ site              <
Box subroutine(const Box& body, const std::vector<Box>& sites, Flips flips) {
  const int start = 1;
  int end = start + 1 + body.width();
  std::vector<int> tests;
  for (const Box& site : sites) {
    // From the `#`: a site is between the start and the `v`.
    const int min_end = start + 1 + site.width() - 1 - 4;
    end = std::max(end, min_end);
    tests.push_back(end);
    end += 7;
  }
  int height = body.height();
  for (const Box& site : sites) height += site.height();
  Box result(end + 1, height, body.entry(), body.exit());
  result.put(0, body.entry(), "1>");
  result.paste(start + 1, 0, body);
  int top = body.height();
  for (std::size_t i = 0; i < sites.size(); ++i) {
    const std::string number(1, static_cast<char>('1' + i));
    result.put(tests[i], body.exit(), ":" + number + "-" + (flips.east_west ? ' ' : '!') + "#v_");
    const int down = tests[i] + 5;
    const int row = top + sites[i].entry();
    result.put(down, row, '<');
    result.paste(down - sites[i].width(), top, mirrored(sites[i]));
    result.put(start, top + sites[i].exit(), '^');
    top += sites[i].height();
  }
  result.put(end, body.exit(), '$');
  return result;
}

//      there v
//     v back <
//     >on
Box snake(const Box& there, const Box& back, const Box& on) {
  const int width = std::max({there.width(), back.width(), on.width()});
  const int second = there.height();
  const int third = second + back.height();
  Box result(width + 2, third + on.height(), there.entry(), third + on.exit());
  result.paste(1, 0, there);
  result.put(width + 1, there.exit(), 'v');
  result.put(width + 1, second + back.entry(), '<');
  result.paste(width + 1 - back.width(), second, mirrored(back));
  result.put(0, second + back.exit(), 'v');
  result.put(0, third + on.entry(), '>');
  result.paste(1, third, on);
  return result;
}

Box turned(const Box& box) {
  Box result(box.height(), box.width() + 2, 0, box.width() + 1);
  for (int y = 0; y < box.height(); ++y) {
    for (int x = 0; x < box.width(); ++x) {
      Cell& cell = result.at(y, x + 1);
      cell = box.at(x, y);
      cell.glyph = exchanged(exchanged(cell.glyph, ">v_|"), "<^");
    }
  }
  result.put(box.entry(), 0, 'v');
  result.put(box.exit(), box.width() + 1, '>');
  return result;
}

//     #v_@
//      >
Box end_if_zero() {
  Box result(4, 2, 0, 1);
  result.put(0, 0, "#v_@");
  result.put(1, 1, '>');
  return result;
}

void resolve_places(Box& field) {
  std::vector<std::pair<int, int>> places;
  for (int y = 0; y < field.height(); ++y) {
    for (int x = 0; x < field.width(); ++x) {
      const auto label = static_cast<std::size_t>(field.at(x, y).label);
      if (label == 0) continue;
      if (places.size() <= label) places.resize(label + 1);
      places[label] = {x, y};
    }
  }
  for (int y = 0; y < field.height(); ++y) {
    for (int x = 0; x < field.width(); ++x) {
      Cell& cell = field.at(x, y);
      const auto label = static_cast<std::size_t>(cell.place_of);
      if (label == 0 || label >= places.size()) continue;
      const int value = cell.vertical ? places[label].second : places[label].first;
      cell.glyph = static_cast<unsigned char>(pushing(value)[cell.part]);
    }
  }
}

}  // namespace fungescope::test::layout
