#include "support/generated/expressions.h"

#include "support/generated/random_programs.h"

#include <string>
#include <string_view>

namespace fungescope::test {

using layout::add;
using layout::Path;

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

bool ExpressionWriter::chance(std::uint64_t one_in) {
  return below(random_, one_in) == 0;
}

std::int64_t ExpressionWriter::between(std::int64_t first, std::int64_t last) {
  return first +
         static_cast<std::int64_t>(below(random_, static_cast<std::uint64_t>(last - first + 1)));
}

Point ExpressionWriter::variable() {
  return data_.variables[below(random_, data_.variables.size())];
}

const Rectangle& ExpressionWriter::table() {
  return data_.tables[below(random_, data_.tables.size())];
}

void ExpressionWriter::number(Path& path, std::int64_t value) {
  if (value <= 9) {
    add(path, std::to_string(value));
    return;
  }
  // Not the characters that mirroring a box swaps.
  constexpr std::string_view excluded = "\"<>^v_|";
  const char c = static_cast<char>(value);
  const bool is_printable_value =
      value >= ' ' && value <= '~' && excluded.find(c) == std::string_view::npos;
  if (is_printable_value && chance(3)) {
    add(path, std::string{'"', c, '"'});
    return;
  }
  const std::int64_t factor = between(5, 9);
  number(path, value / factor);
  add(path, std::to_string(factor) + "*");
  if (value % factor != 0) add(path, std::to_string(value % factor) + "+");
}

void ExpressionWriter::constant(Path& path) {
  switch (between(0, 9)) {
    case 0:
      add(path, "01-");
      break;
    case 1:
      add(path, "2:*:*:*:*:*:2/*");  // the minimum
      break;
    case 2:
      add(path, "2:*:*:*:*:*:2/*1-");  // the maximum
      break;
    case 3:
      number(path, between(10, chance(3) ? 9999 : 99));
      break;
    case 4:
      number(path, between(10, 127));
      break;
    default:
      number(path, between(0, 9));
      break;
  }
}

void ExpressionWriter::divisor(Path& path) {
  constexpr std::array<std::int64_t, 14> common{2,  3,  4,  5,  7,   8,   9,
                                                10, 12, 16, 64, 100, 128, 1000};
  if (tidy_ || !chance(4)) {
    number(path, common[below(random_, common.size())]);
  } else if (chance(2)) {
    constant(path);
  } else {
    read(path, variable());
  }
}

void ExpressionWriter::place(Path& path, Point at) {
  number(path, at.x);
  number(path, at.y);
}

void ExpressionWriter::read(Path& path, Point at) {
  place(path, at);
  add(path, "g");
}

void ExpressionWriter::write(Path& path, Point at) {
  place(path, at);
  add(path, "p");
}

void ExpressionWriter::index(Path& path, std::int64_t bound) {
  const Point at = chance(2) ? variable() : data_.counters[below(random_, data_.counters.size())];
  read(path, at);
  if (!tidy_ && chance(12)) return;
  number(path, bound);
  add(path, "%");
  if (!tidy_ && chance(2)) return;
  add(path, ":*");
  number(path, bound);
  add(path, "%");
}

void ExpressionWriter::table_place(Path& path) {
  const Rectangle& area = table();
  index(path, area.size.width);
  number(path, area.corner.x);
  add(path, "+");
  if (!tidy_ && chance(6)) {
    index(path, data_.rows);
  } else {
    number(path, area.corner.y);
  }
}

void ExpressionWriter::place_outside(Path& path) {
  switch (between(0, 3)) {
    case 0:
      number(path, between(251, 999));
      number(path, between(0, 9));
      break;
    case 1:
      add(path, "01-3");
      break;
    case 2:
      constant(path);
      constant(path);
      break;
    default:
      read(path, variable());
      read(path, variable());
      break;
  }
}

void ExpressionWriter::leaf(Path& path, bool duplicates_top) {
  if (duplicates_top && chance(3)) {
    add(path, ":");
    return;
  }
  switch (between(0, 11)) {
    case 0:
    case 1:
    case 2:
    case 3:
      read(path, variable());
      break;
    case 4:
      read(path, data_.counters[below(random_, data_.counters.size())]);
      break;
    case 5:
    case 6:
    case 7:
      table_place(path);
      add(path, "g");
      break;
    case 8:
      constant(path);
      break;
    case 9:
      if (!tidy_ && chance(3)) {
        place_outside(path);
        add(path, "g");
        break;
      }
      [[fallthrough]];
    default:
      number(path, between(0, 12));
      break;
  }
}

void ExpressionWriter::binary(Path& path, int depth, bool duplicates_top) {
  value(path, depth - 1, duplicates_top);
  const auto kind = between(0, 9);
  if (kind <= 1) {
    divisor(path);
    add(path, kind == 0 ? "/" : "%");
    return;
  }
  if (kind == 2 && !tidy_) {
    value(path, depth - 1, false);
    add(path, chance(2) ? "/" : "%");
    return;
  }
  value(path, depth - 1, false);
  constexpr std::array<std::string_view, 8> operations{"+", "-", "*", "`", "+", "\\-", "\\`", "-!"};
  add(path, operations[below(random_, operations.size())]);
}

void ExpressionWriter::value(Path& path, int depth, bool duplicates_top) {
  if (depth == 0 || chance(4)) {
    leaf(path, duplicates_top);
    return;
  }
  switch (between(0, 9)) {
    case 0:
      value(path, depth - 1, duplicates_top);
      add(path, ":*");
      break;
    case 1:
      value(path, depth - 1, duplicates_top);
      add(path, chance(2) ? "!" : ":+");
      break;
    case 2:
      value(path, depth - 1, duplicates_top);
      add(path, chance(2) ? ":3%+" : ":8/\\-");
      break;
    default:
      binary(path, depth, duplicates_top);
      break;
  }
}

}  // namespace fungescope::test
