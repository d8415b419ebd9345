// Writes straight-line code for random programs: values, data cells, assignments.
#pragma once

#include "base/random.h"
#include "lang/geometry.h"
#include "support/generated/layout.h"

#include <array>
#include <cstdint>
#include <vector>

namespace fungescope::test {

// The data of a program: the first rows of the field, except for their first column.
struct DataPlan {
  int rows = 4;        // 2..9; row 0 holds counters and variables, the last one instructions
  int columns = 16;    // 12..24; from x = 1
  Point rounds{1, 0};  // remaining rounds of the main loop, if it ends
  std::vector<Point> counters;
  std::vector<Point> variables;
  std::vector<Rectangle> tables;  // one row high; may cover variables
  Point instructions;             // binary_instructions from here to the east
};
inline constexpr std::string_view binary_instructions = "+-*%`/";

[[nodiscard]] DataPlan plan_data(Random& random, bool tidy);

class ExpressionWriter {
 public:
  ExpressionWriter(Random& random, const DataPlan& data, bool tidy)
      : random_(random), data_(data), tidy_(tidy) {}

  // Each pushes one value, or the number in its comment.
  void number(layout::Path& path, std::int64_t value);  // 0..9999
  void constant(layout::Path& path);                    // of any kind
  void divisor(layout::Path& path);
  void value(layout::Path& path, int depth, bool duplicates_top);
  void index(layout::Path& path, std::int64_t bound);  // tidy: 0..bound-1
  void place(layout::Path& path, Point at);            // two: x y
  void table_place(layout::Path& path);                // two
  void place_outside(layout::Path& path);              // two
  void read(layout::Path& path, Point at);
  void write(layout::Path& path, Point at);  // pops one

  [[nodiscard]] Point variable();
  [[nodiscard]] const Rectangle& table();
  [[nodiscard]] bool chance(std::uint64_t one_in);
  [[nodiscard]] std::int64_t between(std::int64_t first, std::int64_t last);

 private:
  void leaf(layout::Path& path, bool duplicates_top);
  void binary(layout::Path& path, int depth, bool duplicates_top);

  Random& random_;
  const DataPlan& data_;
  bool tidy_;
};

}  // namespace fungescope::test
