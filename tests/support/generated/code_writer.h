// Writes straight-line code for random programs: values, data cells, assignments, tables, output,
// strings, the stack, and code that overwrites code. Branches and loops are in
// realistic_programs.cpp.
#pragma once

#include "base/random.h"
#include "lang/geometry.h"
#include "support/generated/layout.h"
#include "support/generated/random_programs.h"

#include <cstdint>
#include <string_view>
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

// The context of a statement.
struct Context {
  int nesting = 0;       // enclosing loops
  int next_counter = 0;  // the first free one
  // The top value belongs to the enclosing code: it may be duplicated and must be kept.
  bool top_is_ours = false;
  bool prints = true;
};

class CodeWriter {
 public:
  CodeWriter(Random& random, bool tidy);

 protected:
  using Path = layout::Path;

  // Each pushes one value, or the number in its comment.
  Path number(std::int64_t value);  // 0..9999
  Path constant();                  // of any kind
  Path divisor();
  Path value(int depth, bool duplicates_top);
  Path index(std::int64_t bound);                                // tidy: 0..bound-1
  Path place(Point at) { return number(at.x) << number(at.y); }  // two: x y
  Path table_place();                                            // two
  Path place_outside();                                          // two
  Path read(Point at) { return place(at) << "g"; }
  Path write(Point at) { return place(at) << "p"; }  // pops one

  // Statements.
  Path simple(const Context& context, layout::Flips flips);
  Path print(const Context& context, layout::Flips flips);
  Path scatter();

  [[nodiscard]] Point variable() { return one_of(data_.variables); }
  [[nodiscard]] std::int16_t new_label() { return ++labels_; }
  [[nodiscard]] bool chance(std::uint64_t one_in) { return below(random_, one_in) == 0; }
  [[nodiscard]] std::int64_t between(std::int64_t first, std::int64_t last);
  template <class List>
  [[nodiscard]] const typename List::value_type& one_of(const List& list) {
    return list[below(random_, list.size())];
  }

  Random& random_;
  bool tidy_;
  DataPlan data_;

 private:
  Path leaf(bool duplicates_top);
  Path binary(int depth, bool duplicates_top);
  Path assignment(const Context& context);
  Path sequence_step();
  Path copy();
  Path touch();
  Path extremes();
  Path modify_operand();
  Path modify_instruction();
  Path letters();
  Path stack_play(const Context& context);

  std::int16_t labels_ = 0;
};

}  // namespace fungescope::test
