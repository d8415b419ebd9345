#include "support/generated/code_writer.h"

#include <array>
#include <string>
#include <utility>

namespace fungescope::test {

using namespace layout;

namespace {

DataPlan plan_data(Random& random, bool tidy) {
  DataPlan data;
  data.rows = static_cast<int>(3 + below(random, 5));
  data.columns = static_cast<int>(12 + below(random, 12));
  for (std::int64_t x = 2; x <= 5; ++x) data.counters.push_back({x, 0});
  for (std::int64_t x = 6; x <= 10; ++x) data.variables.push_back({x, 0});
  const auto bound = static_cast<std::uint64_t>(data.columns);
  for (std::int64_t y = 1; y + 1 < data.rows; ++y) {
    const auto length = static_cast<std::int64_t>(2 + below(random, bound - 2));
    data.tables.push_back({{1, y}, {length, 1}});
  }
  // Tables that hold variables too, and now and then counters.
  if (!tidy && below(random, 3) == 0) data.tables.push_back({{6, 0}, {6, 1}});
  if (!tidy && below(random, 12) == 0) data.tables.push_back({{4, 0}, {8, 1}});
  data.instructions = {1, data.rows - 1};
  return data;
}

constexpr const char* minimum = "2:*:*:*:*:*:2/*";

}  // namespace

CodeWriter::CodeWriter(Random& random, bool tidy)
    : random_(random), tidy_(tidy), data_(plan_data(random, tidy)) {}

std::int64_t CodeWriter::between(std::int64_t first, std::int64_t last) {
  return first +
         static_cast<std::int64_t>(below(random_, static_cast<std::uint64_t>(last - first + 1)));
}

// ---- Values

Path CodeWriter::number(std::int64_t value) {
  if (value <= 9) return std::to_string(value);
  // Not the characters that mirroring a box swaps.
  constexpr std::string_view excluded = "\"<>^v_|";
  const char c = static_cast<char>(value);
  const bool is_printable_value =
      value >= ' ' && value <= '~' && excluded.find(c) == std::string_view::npos;
  if (is_printable_value && chance(3)) return std::string{'"', c, '"'};
  const std::int64_t factor = between(5, 9);
  Path path = number(value / factor) << std::to_string(factor) + "*";
  if (value % factor != 0) path += std::to_string(value % factor) + "+";
  return path;
}

Path CodeWriter::constant() {
  const auto kind = between(0, 9);
  if (kind == 0) return "01-";
  if (kind == 1) return minimum;
  if (kind == 2) return Path(minimum) << "1-";  // the maximum
  if (kind == 3) return number(between(10, chance(3) ? 9999 : 99));
  return number(kind == 4 ? between(10, 127) : between(0, 9));
}

Path CodeWriter::divisor() {
  constexpr std::array<std::int64_t, 14> common{2,  3,  4,  5,  7,   8,   9,
                                                10, 12, 16, 64, 100, 128, 1000};
  if (tidy_ || !chance(4)) return number(one_of(common));
  return chance(2) ? constant() : read(variable());
}

Path CodeWriter::index(std::int64_t bound) {
  const Point at = chance(2) ? variable() : one_of(data_.counters);
  Path path = read(at);
  if (!tidy_ && chance(12)) return path;
  path += number(bound) << "%";
  if (!tidy_ && chance(2)) return path;
  return path << ":*" << number(bound) << "%";
}

Path CodeWriter::table_place() {
  const Rectangle& area = one_of(data_.tables);
  return index(area.size.width) << number(area.corner.x) << "+"
                                << (!tidy_ && chance(6) ? index(data_.rows)
                                                        : number(area.corner.y));
}

Path CodeWriter::place_outside() {
  const auto kind = between(0, 3);
  if (kind == 0) return number(between(251, 999)) << number(between(0, 9));
  if (kind == 1) return "01-3";
  if (kind == 2) return constant() << constant();
  return read(variable()) << read(variable());
}

Path CodeWriter::leaf(bool duplicates_top) {
  if (duplicates_top && chance(3)) return ":";
  const auto kind = between(0, 11);
  if (kind <= 3) return read(variable());
  if (kind == 4) return read(one_of(data_.counters));
  if (kind <= 7) return table_place() << "g";
  if (kind == 8) return constant();
  if (kind == 9 && !tidy_ && chance(3)) return place_outside() << "g";
  return number(between(0, 12));
}

Path CodeWriter::binary(int depth, bool duplicates_top) {
  Path path = value(depth - 1, duplicates_top);
  const auto kind = between(0, 9);
  if (kind <= 1) return path << divisor() << (kind == 0 ? "/" : "%");
  path += value(depth - 1, false);
  if (kind == 2 && !tidy_) return path << (chance(2) ? "/" : "%");
  constexpr std::array<std::string_view, 8> operations{"+", "-", "*", "`", "+", "\\-", "\\`", "-!"};
  return path << one_of(operations);
}

Path CodeWriter::value(int depth, bool duplicates_top) {
  if (depth == 0 || chance(4)) return leaf(duplicates_top);
  const auto kind = between(0, 9);
  if (kind == 0) return value(depth - 1, duplicates_top) << ":*";
  if (kind == 1) return value(depth - 1, duplicates_top) << (chance(2) ? "!" : ":+");
  if (kind == 2) return value(depth - 1, duplicates_top) << (chance(2) ? ":3%+" : ":8/\\-");
  return binary(depth, duplicates_top);
}

// ---- Statements

Path CodeWriter::assignment(const Context& context) {
  const Path path = value(chance(8) ? 3 : static_cast<int>(between(0, 2)), context.top_is_ours);
  if (chance(3)) return path << table_place() << "p";
  if (!tidy_ && chance(25)) return path << place_outside() << "p";
  return path << write(variable());
}

// Steps a variable through a sequence of small numbers, which serve as coordinates.
Path CodeWriter::sequence_step() {
  const Point at = variable();
  return read(at) << number(between(1, 9)) << "*" << number(between(1, 20)) << "+"
                  << number(between(5, 120)) << "%" << write(at);
}

Path CodeWriter::copy() {
  return table_place() << "g" << (chance(2) ? "1+" : "") << table_place() << "p";
}

// Writes the present value of a cell anywhere in the code.
Path CodeWriter::touch() {
  const Point x = variable();
  const Point y = variable();
  const std::int64_t width = between(20, 60);
  const std::int64_t height = between(8, 30);
  Path path;
  for (const std::string_view access : {"g", "p"}) {
    for (const auto& [at, bound] : {std::pair{x, width}, std::pair{y, height}}) {
      path += read(at) << number(bound) << "%";
      if (tidy_) path += Path(":*") << number(bound) << "%";
    }
    path += access;
  }
  return path;
}

// Writes a random value to a random cell.
Path CodeWriter::scatter() {
  constexpr std::string_view some = " +1:$g#";
  const Path random = chance(2) ? value(1, false) : Path(std::string{'"', one_of(some), '"'});
  return random << index(between(20, 90)) << index(between(10, 40)) << "p";
}

// Uses the extreme values and those around 0 in an operation without constant operands.
Path CodeWriter::extremes() {
  // The minimum and -1, special only for `/` and `%`, are more likely than the others.
  constexpr std::array<std::string_view, 6> firsts{minimum,       minimum, "2:*:*:*:*:*:2/*1-",
                                                   "2:*:*:*:*:*", "01-",   "09-"};
  constexpr std::array<std::string_view, 6> seconds{"01-", "01-", "0", "1", "8", minimum};
  const std::array<Point, 2> places{variable(), variable()};
  const auto set = [&] {
    return Path(one_of(firsts)) << write(places[0]) << one_of(seconds) << write(places[1]);
  };
  const bool first = tidy_ || chance(2);
  Path path;
  if (first) path += set();
  for (const Point at : places) {
    path += read(at);
    if (chance(2)) path += chance(2) ? "1*" : "0+";
  }
  constexpr std::string_view operations = "//%%*-+`";
  // Zero is a divisor only where that is allowed.
  path += Path(tidy_ ? "*" : std::string(1, one_of(operations))) << write(variable());
  if (!first) path += set();
  return path;
}

// Writes a digit that is used immediately, a few instructions later, or in the next round.
Path CodeWriter::modify_operand() {
  const std::int16_t label = new_label();
  Path use = labelled(static_cast<char>('0' + between(0, 9)), label);
  const bool adds = chance(2);
  if (adds) use += "+";
  Path change = !tidy_ && chance(8) ? value(1, false) : index(9) << ":*9%68*+";
  change += place_of(label) << "p";
  const bool uses_first = chance(3);
  Path path = adds ? value(1, false) : Path();
  if (uses_first) return path << use << change << write(variable());
  path += change;
  if (chance(2)) path += chance(2) ? " " : "1$";
  return path << use << write(variable());
}

Path CodeWriter::modify_instruction() {
  const std::int16_t label = new_label();
  const auto kinds = static_cast<std::int64_t>(binary_instructions.size());
  // The last one is a division.
  return index(tidy_ ? kinds - 1 : kinds)
         << number(data_.instructions.x) << "+" << number(data_.instructions.y) << "g"
         << place_of(label) << "p" << value(1, false) << (tidy_ ? divisor() : value(0, false))
         << labelled(binary_instructions[below(random_, 5)], label) << write(variable());
}

Path CodeWriter::letters() {
  constexpr std::string_view some = "abc XYZ.,:019+-*#@ gp!$~&?";
  std::string text;
  for (auto n = between(1, 9); n > 0; --n) text += one_of(some);
  Path path = "\"" + text + "\"";
  if (chance(2)) {
    for (std::size_t i = 1; i < text.size(); ++i) path += chance(2) ? "+" : "*";
    return path << write(variable());
  }
  for (std::size_t i = 0; i < text.size(); ++i) {
    path += table_place() << "p";
    if (i > 2) return path << std::string(text.size() - i - 1, '$');
  }
  return path;
}

Path CodeWriter::print(const Context& context, Flips flips) {
  const auto kind = between(0, flips.east_west ? 2 : 4);
  if (kind == 0) return value(1, context.top_is_ours) << ".";
  if (kind == 1) return index(26) << "\"A\"+,";
  if (kind == 2) return "\" ,oh\",,,,";
  return "0\"" + std::string("bus fun!").substr(below(random_, 7)) + "\">:#,_$";
}

// May change the depth of the stack.
Path CodeWriter::stack_play(const Context& context) {
  constexpr std::array<std::string_view, 8> neutral{"12\\$$", "3:\\-$", "123+\\-$", "0:::$$$$",
                                                    "5#$$",   "#$",     "# ",       "1#@$"};
  constexpr std::array<std::string_view, 8> hungry{"$", "+", "\\", "$$$", "-:", "*!", "\\$:", ":g"};
  const bool may_pop = !tidy_ && !context.top_is_ours;
  return one_of(may_pop && chance(2) ? hungry : neutral);
}

Path CodeWriter::simple(const Context& context, Flips flips) {
  const auto kind = between(0, 24);
  const auto changed = [&](const Path& change) {
    const Point at = variable();
    return read(at) << change << write(at);
  };
  if (kind <= 1) return sequence_step();
  if (kind <= 3) return copy();
  if (kind == 4) return chance(2) ? touch() : Path();
  if (kind <= 6) return modify_operand();
  if (kind == 7) return modify_instruction();
  if (kind == 8) return context.prints ? print(context, flips) : Path();
  if (kind == 9) return letters();
  if (kind <= 11) return stack_play(context);
  if (kind == 12) return Path(chance(2) ? "~" : "&") << write(variable());
  if (kind == 13) return changed("1+");
  if (kind == 14) return std::string(static_cast<std::size_t>(between(1, 12)), ' ');
  if (kind <= 16) return extremes();
  return assignment(context);
}

}  // namespace fungescope::test
