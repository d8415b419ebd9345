// Generates programs of shapes that are hard for tiers which translate code: executed once, spread
// evenly, rewritten, or so short that entering prepared code costs more than the code. A benchmark
// runs each of them on every tier; none of them should lose much to the reference interpreter.
//
//     for (const bench::OddShape& shape : bench::odd_shapes()) run(shape.source, shape.ticks);
#pragma once

#include "base/random.h"
#include "vm/machine.h"

#include <string>
#include <vector>

namespace fungescope::bench {

struct OddShape {
  std::string name;
  std::string source;  // reads no input, except `input_ended`
  Tick ticks = 0;      // the tick limit; some programs end before it
};

// A canvas for programs. Points outside are ignored.
class Canvas {
 public:
  Canvas(std::size_t width, std::size_t height)
      : width_(width), rows_(height, std::string(width, ' ')) {}
  [[nodiscard]] std::size_t width() const { return width_; }
  [[nodiscard]] std::size_t height() const { return rows_.size(); }
  char& at(std::size_t x, std::size_t y) { return rows_[y][x]; }
  void write(std::size_t x, std::size_t y, const std::string& text) {
    rows_[y].replace(x, text.size(), text);
  }
  [[nodiscard]] std::string source() const {
    std::string text;
    for (const std::string& row : rows_) text += row + '\n';
    return text;
  }

 private:
  std::size_t width_;
  std::vector<std::string> rows_;
};

// Generates random code without turns and branches that keeps a few values on the stack.
class StraightCode {
 public:
  explicit StraightCode(std::uint64_t seed) : random_(seed) {}
  char next() {
    static constexpr std::string_view pushing = "0123456789:";
    static constexpr std::string_view popping = "+-*`$%/";
    if (chance(5)) return ' ';
    if (depth_ < 2 || (depth_ < 12 && chance(2))) {
      ++depth_;
      return any_of(pushing);
    }
    if (chance(6)) return any_of("!\\");
    --depth_;
    return any_of(popping);
  }
  char any_of(std::string_view text) { return text[random_.next() % text.size()]; }
  bool chance(std::uint64_t one_in) { return random_.next() % one_in == 0; }

 private:
  Random random_;
  int depth_ = 0;
};

// Returns code that pushes `value`, which is not negative.
inline std::string pushing(std::size_t value) {
  if (value < 10) return std::to_string(value);
  const std::size_t rest = value % 9;
  return pushing(value / 9) + "9*" + (rest == 0 ? "" : std::to_string(rest) + "+");
}

namespace shapes {

inline std::string straight_line(std::size_t length, std::string_view last) {
  StraightCode code(length);
  std::string line;
  while (line.size() + last.size() < length) line += code.next();
  return line += last;
}

// Goes along all rows, to the east and back, or all columns.
inline std::string serpentine(std::size_t width, std::size_t height, bool columns) {
  const std::size_t length = columns ? height : width;
  const std::size_t lines = columns ? width : height;
  StraightCode code(width + height);
  Canvas canvas(width, height);
  const auto cell = [&](std::size_t line, std::size_t i) -> char& {
    const std::size_t along = line % 2 == 0 ? i : length - 1 - i;
    return columns ? canvas.at(line, along) : canvas.at(along, line);
  };
  for (std::size_t line = 0; line < lines; ++line) {
    for (std::size_t i = 1; i + 1 < length; ++i) cell(line, i) = code.next();
    const bool odd = line % 2 == 1;
    cell(line, 0) = columns ? (odd ? '^' : 'v') : (odd ? '<' : '>');
    cell(line, length - 1) = line + 1 == lines ? '@' : columns ? '>' : 'v';
  }
  return canvas.source();
}

inline std::string spiral(std::size_t size) {
  StraightCode code(size);
  Canvas canvas(size, size);
  for (std::size_t y = 0; y < size; ++y) {
    for (std::size_t x = 0; x < size; ++x) canvas.at(x, y) = code.next();
  }
  for (std::size_t ring = 0; ring < size / 2; ++ring) {
    const std::size_t last = size - 1 - ring;
    canvas.at(last, ring) = 'v';
    canvas.at(last, last) = '<';
    canvas.at(ring, last) = '^';
    canvas.at(ring, ring + 1) = '>';
  }
  canvas.at(0, 0) = '>';
  canvas.at(size / 2, size / 2) = '@';
  return canvas.source();
}

// Cells are chosen from `glyphs`.
inline std::string random_field(std::size_t width, std::size_t height, std::string_view glyphs,
                                std::uint64_t seed) {
  StraightCode code(seed);
  Canvas canvas(width, height);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) canvas.at(x, y) = code.any_of(glyphs);
  }
  return canvas.source();
}

// A row of `count` loops one after the other, each executed `rounds` times: code that is left for
// good shortly after it was noticed. With `forever`, the whole row is a loop.
inline std::string short_loops(std::size_t count, std::size_t rounds, bool forever) {
  const std::string number = pushing(rounds);
  const std::size_t each = number.size() + 7;
  Canvas canvas(count * each + 2, 2);
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t x = i * each;
    canvas.write(x, 0, number + ">1-:v >");
    canvas.write(x + number.size(), 1, "^   _$^");
  }
  if (!forever) canvas.at(count * each, 0) = '@';
  return canvas.source();
}

// Executes each of `count` loops very often before the next one.
inline std::string phases(std::size_t count, std::size_t rounds) {
  const std::string number = pushing(rounds);
  const std::size_t n = number.size();
  Canvas canvas(n + 20, 3 * count + 1);
  for (std::size_t i = 0; i < count; ++i) {
    canvas.write(0, 3 * i, ">" + number + ">:7*3%$1-:v");
    canvas.write(n + 1, 3 * i + 1, "^         _$v");
    canvas.write(n + 13, 3 * i + 2, "<");
    canvas.write(0, 3 * i + 2, "v");
  }
  canvas.write(0, 3 * count, "@");
  return canvas.source();
}

// An endless loop: the code in one row, the way back in the next.
inline std::string looped(const std::string& code) {
  return ">" + code + "v\n^" + std::string(code.size(), ' ') + "<\n";
}

// Every round writes new digits to 60 cells of a row, which is then executed. The rest of the row,
// `rest` repeated, stays as it is.
inline std::string rewritten_row(std::string_view rest) {
  std::string code = ">";
  for (std::size_t i = 0; i < 60; ++i) {
    code += "04g" + pushing(i * 7 % 10) + "+52*%68*+" + pushing(1 + i) + "3p";
  }
  code += "04g1+52*%04p";  // cell (0, 4) counts the rounds
  Canvas canvas(code.size() + 1, 5);
  canvas.write(0, 0, code + "v");
  canvas.write(code.size(), 3, "<");
  for (std::size_t x = 61; x < 120; ++x) canvas.at(x, 3) = rest[x % rest.size()];
  canvas.write(0, 3, "^");
  return canvas.source();
}

// Writes 120 cells of a row, executes the row `rounds` times, and starts again with other code.
inline std::string regenerated_row(std::size_t rounds) {
  const std::string number = pushing(rounds);
  const std::size_t loop = number.size() + 1;
  std::string code = ">04g1+2%04p";  // cell (0, 4): 0 or 1
  for (std::size_t i = 0; i < 120; ++i) {
    const bool digit = i % 2 == 0;
    code += digit ? pushing('1' + i / 2 % 2) + "04g+" : pushing('$');
    code += pushing(loop + 1 + i) + "3p";
  }
  Canvas canvas(code.size() + 1, 6);
  canvas.write(0, 0, code + "v");
  canvas.write(code.size(), 1, "<");
  canvas.write(0, 1, "v");
  canvas.write(0, 2, ">" + number + "v");
  canvas.write(loop, 3, ">");
  canvas.write(loop + 121, 3, "1-:v");
  canvas.write(loop, 4, "^");
  canvas.write(loop + 124, 4, "_$v");
  canvas.write(loop + 126, 5, "<");
  canvas.write(0, 5, "v");  // over the edge to the first row
  return canvas.source();
}

// Corridors of straight code between `?`.
inline std::string corridors(std::size_t width, std::size_t height, std::uint64_t seed) {
  StraightCode code(seed);
  Canvas canvas(width, height);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      canvas.at(x, y) = code.chance(8) ? code.any_of("<?v?#?_|") : code.next();
    }
  }
  return canvas.source();
}

// A random walk chooses one of 64 rows of code in every round.
inline std::string random_calls(std::size_t length) {
  constexpr std::size_t rows = 64;
  const std::string entry = ">" + std::string(6, '?') + ">";
  Canvas canvas(entry.size() + length + 1, rows + 1);
  StraightCode code(length);
  for (std::size_t y = 0; y < rows; ++y) {
    canvas.write(0, y, entry);
    for (std::size_t x = entry.size(); x + 1 < canvas.width(); ++x) canvas.at(x, y) = code.next();
    canvas.write(canvas.width() - 1, y, "v");
  }
  canvas.write(canvas.width() - 1, rows, "<");
  canvas.write(1, rows, "^     ");
  return canvas.source();
}

// A chain of comparisons, as in an interpreter's dispatch; the cases take turns.
inline std::string dispatch(std::size_t cases) {
  const std::string next = ">1+" + pushing(cases) + "%v";
  const std::size_t column = next.size() - 1;
  constexpr std::size_t width = 80;
  Canvas canvas(width, 2 * cases + 2);
  canvas.write(0, 0, "v");
  canvas.write(width - 1, 0, "<");
  canvas.write(0, 1, next);
  for (std::size_t i = 0; i < cases; ++i) {
    const std::size_t y = 2 * i + 2;
    const std::string test = ">:" + pushing(i) + "-!#v_v";
    const std::size_t hit = column + test.size() - 3;
    canvas.write(column, y, test);
    if (y + 1 < canvas.height()) canvas.write(column, y + 1, "v");
    if (y + 1 < canvas.height()) canvas.write(hit, y + 1, ">#<:7*2/$");
    if (y + 1 < canvas.height()) canvas.write(width - 1, y + 1, "^");
  }
  return canvas.source();
}

// Arrows far apart on a blank field: long straight runs, over all edges.
inline std::string bouncing(std::size_t width, std::size_t height, std::size_t arrows) {
  Canvas canvas(width, height);
  StraightCode code(arrows);
  Random random(arrows);
  for (std::size_t i = 0; i < arrows; ++i) {
    const std::size_t x = random.next() % width;
    canvas.at(x, random.next() % height) = code.any_of("<>^v???");
  }
  return canvas.source();
}

// Reads and writes cells all over a large field, at coordinates that are kept in (1, 1) and (2, 1).
inline std::string scattered_data(std::size_t size) {
  const std::string n = pushing(size - 4);
  const std::string x = "11g97*+" + n + "%:11p";
  const std::string y = "21g88*3-+" + n + "%:21p3+";
  const std::string code = ">" + x + y + "g1+11g21g3+pv";
  Canvas canvas(size, size);
  canvas.write(0, 0, code);
  canvas.write(code.size() - 1, 2, "<");
  canvas.write(0, 2, "^");
  return canvas.source();
}

inline std::string text(std::size_t length) {
  std::string line;
  while (line.size() < length) line += "The quick brown fox jumps over 13 lazy dogs. ";
  return line.substr(0, length);
}

}  // namespace shapes

inline std::vector<OddShape> odd_shapes() {
  using namespace shapes;
  constexpr Tick mega = 1'000'000;
  const std::string glyphs = "!#$%*+,-./01234567890012::<>?\\^_`gpv|<>^v                   ";
  std::vector<OddShape> list{
      // Executed once, or a few times.
      {"tiny", "@", 1},
      {"hello", "\"!dlrow ,olleH\">:#,_@", mega},
      {"straight_once", straight_line(4'000'000, "@"), 4 * mega},
      {"rows_once", serpentine(2000, 1000, false), 2 * mega},
      {"columns_once", serpentine(1000, 1000, true), mega},
      {"spiral_once", spiral(1200), 2 * mega},
      {"string_once", '"' + text(2'000'000) + "\"@", 3 * mega},
      {"loops_3_rounds", short_loops(60'000, 3, false), 4 * mega},
      {"loops_20_rounds", short_loops(12'000, 20, false), 4 * mega},
      {"loops_100_rounds", short_loops(3'000, 100, false), 4 * mega},
      {"phases", phases(200, 2'000), 10 * mega},
      // Executed often, but long.
      {"line_forever", straight_line(400, ""), 10 * mega},
      {"long_line_forever", straight_line(20'000, ""), 10 * mega},
      {"huge_line_forever", straight_line(1'000'000, ""), 10 * mega},
      {"loops_3_forever", short_loops(2'000, 3, true), 10 * mega},
      // Random walks.
      {"walk_200x115", random_field(200, 115, "?", 1), 10 * mega},
      {"walk_80x25", random_field(80, 25, "?", 1), 10 * mega},
      {"walk_1000x1000", random_field(1000, 1000, "?", 1), 10 * mega},
      {"walk_sparse", random_field(80, 25, "?    ", 2), 10 * mega},
      {"walk_on_arrows", random_field(300, 300, "?<v#   ", 3), 10 * mega},
      {"corridors_80x25", corridors(80, 25, 4), 10 * mega},
      {"corridors_300x300", corridors(300, 300, 5), 10 * mega},
      {"random_calls_40", random_calls(40), 10 * mega},
      {"random_calls_400", random_calls(400), 10 * mega},
      {"bouncing", bouncing(2000, 1000, 3'000), 20 * mega},
      // Very short loops.
      {"blank", " ", 20 * mega},
      {"ping_pong", "><", 20 * mega},
      {"branch_empty_stack", ">_", 10 * mega},
      {"branches_empty_stack", std::string(80, '_'), 10 * mega},
      {"branches_both_ways", random_field(80, 25, "_|", 6), 10 * mega},
      {"pops_empty_stack", looped("$+-*!`$\\_:|"), 10 * mega},
      {"trampolines", std::string(81, '#'), 20 * mega},
      {"count_up", ">1+:v\n^   _@", 20 * mega},
      {"arithmetic", looped(":9*7+88*5+%3/1+:2%$"), 20 * mega},
      // Stack, strings, ports.
      {"deep_stack", looped("1"), 5 * mega},
      {"deep_stack_strings", '"' + text(200) + '"', 5 * mega},
      {"string_and_discard", '"' + text(1999) + '"' + std::string(1999, '$'), 10 * mega},
      {"prints_numbers", looped("1+:."), 2 * mega},
      {"prints_text", looped('"' + text(60) + '"' + std::string(60, ',')), 5 * mega},
      {"input_ended", looped("~1+$"), 10 * mega},
      // Code that changes.
      {"rewritten_row", rewritten_row("$"), 10 * mega},
      {"rewritten_row_tail", rewritten_row("$12+$ "), 10 * mega},
      {"regenerated_1_round", regenerated_row(1), 10 * mega},
      {"regenerated_20_rounds", regenerated_row(20), 10 * mega},
      {"regenerated_500_rounds", regenerated_row(500), 10 * mega},
      {"toggled_operator", looped("21+$" + pushing(88) + "30g-30p"), 10 * mega},
      // Data.
      {"scattered_data", scattered_data(1000), 10 * mega},
      {"dispatch", dispatch(30), 10 * mega},
  };
  for (const std::uint64_t seed : {1U, 2U, 3U, 4U, 5U, 6U}) {
    const std::string name = "random_" + std::to_string(seed);
    const std::string more = seed % 2 == 0 ? "\"" : "";
    list.push_back({name, random_field(80, 25, glyphs + more, seed), 5 * mega});
  }
  list.push_back({"random_500x500", random_field(500, 500, glyphs, 7), 5 * mega});
  return list;
}

}  // namespace fungescope::bench
