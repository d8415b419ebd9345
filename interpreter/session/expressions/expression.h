// The one expression language: conditions, watches, logs, questions.
//
//     cell(3,4)  grid(2,5)  recursionLevel  Solve::x  ::x  "a name with blanks"
//     top  stack(n)  depth  tick  x  y  dx  dy  string_mode  input_position  output_size
//     old  new                in the condition of a data breakpoint: the cell's values
//     12  0xff  'X'           numbers and characters
//     ( )  - !  * / %  + -  < <= > >=  == !=  &&  ||      as in C, tightest first
//
// Values are the machine's: signed 64 bits that wrap around; a comparison is 1 or 0.
// Division truncates towards zero, and division by zero gives 0, as in `wide`, so
// that evaluation cannot fail. `grid(x,y)` counts from the region's corner, `stack(n)`
// from the top. Places outside the field, the region or the stack are 0 where they are computed,
// and an error of `parse` where they are constant. Names are in any case. Those above come before
// variables of the same name, which can always be written with their scope: `::x` is the
// variable x without one.
//
// An expression is compiled to a flat program for a stack machine, constants folded. One that
// names cells belongs to the field size that it was parsed for, and is 0 on any other.
#pragma once

#include "base/result.h"
#include "lang/geometry.h"
#include "session/expressions/symbols.h"
#include "vm/machine.h"
#include "vm/traps.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

class Expression {
 public:
  // The whole of `text`, for a field of `field`. Errors have the column, from 1, and say what
  // was expected; names that do not exist come with the nearest that do.
  [[nodiscard]] static Result<Expression> parse(std::string_view text, const Symbols& symbols,
                                                Size field);

  // `event` gives `old` and `new`; without one they are 0. 0 where it does not fit the field.
  // Allocates nothing. Cost: a few ns a part.
  [[nodiscard]] std::int64_t evaluate(const Machine& machine,
                                      const TrapEvent* event = nullptr) const;

  // Does it mean something on a field of this size? The names may be others all the same.
  [[nodiscard]] bool fits(Size field) const { return !names_cells_ || field == field_; }

  // As it was written, without blanks at its ends.
  [[nodiscard]] const std::string& text() const { return text_; }

  // Its value, if it is the same at every instant.
  [[nodiscard]] std::optional<std::int64_t> constant() const;

  // What can change its value. `cells` are playfield indices in order, each once, and hold the
  // whole region (of up to 65,536 cells) where coordinates in it are computed. With `any_cell` it
  // may be any cell, and with `every_tick` the value also depends on the stack, the pointer, the
  // tick, the ports or the event.
  struct Dependencies {
    std::vector<std::size_t> cells;
    bool any_cell = false;
    bool every_tick = false;
  };
  [[nodiscard]] Dependencies dependencies() const;

 private:
  friend class ExpressionParser;

  enum class Code : std::uint8_t {
    // Push. `operand` is the value or the playfield index.
    constant,
    cell,
    top,
    depth,
    tick,
    x,
    y,
    dx,
    dy,
    string_mode,
    input_position,
    output_size,
    old_value,
    new_value,
    // Replace the topmost one or two values. The `operand` of `region_at` is a place in areas_.
    stack_at,
    negate,
    logical_not,
    cell_at,
    region_at,
    multiply,
    divide,
    remainder,
    add,
    subtract,
    less,
    less_equal,
    greater,
    greater_equal,
    equal,
    not_equal,
    logical_and,
    logical_or,
  };
  struct Step {
    Code code;
    bool right_is_constant;  // a binary operator whose right side is `operand`
    std::int64_t operand;
  };

  // Brackets, unary operators and calls inside one another: more is an error.
  static constexpr std::size_t max_nesting = 100;
  // On each level of nesting, each of the six strengths of binary operators keeps at most
  // one value waiting, and a call one more.
  static constexpr std::size_t max_values = (max_nesting + 1) * 7 + 1;

  Expression() = default;
  static std::int64_t combine(Code code, std::int64_t a, std::int64_t b);

  std::string text_;
  std::vector<Step> steps_;
  std::vector<Rectangle> areas_;
  Size field_;
  bool names_cells_ = false;  // by constant places, variables or regions
};

// A place that an expression may name: `3,4`, `(3,4)`, `cell(3,4)`, `grid(2,5)`, a variable,
// or a whole region, which comes before a variable of the same name; the coordinates are
// constant. For commands that want cells and not values.
struct Place {
  Rectangle area;                    // inside the field
  std::string name;                  // as a person would write it: "grid(2,5)", "Solve::x", "(3,4)"
  std::optional<Encoding> encoding;  // of the region
  std::optional<WatchType> type;     // of the variable
};
// The whole of `text`. Errors have the column, from 1.
[[nodiscard]] Result<Place> parse_place(std::string_view text, const Symbols& symbols, Size field);

}  // namespace fungescope
