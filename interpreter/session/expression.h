// The one expression language: conditions, watches, logs, questions.
//
//     cell(3,4)  grid(2,5)  recursionLevel  Solve::x
//     top  stack(n)  depth  tick  x  y  dx  dy  string_mode  input_position  output_size
//     old  new                in the condition of a data breakpoint: the cell's values
//     12  0xff  'X'           numbers and characters
//     ( )  - !  * / %  + -  < <= > >=  == !=  &&  ||      as in C, tightest first
//
// Values are the machine's: signed 64 bits that wrap around; a comparison is 1 or 0.
// Division truncates towards zero, and division by zero gives 0, as in `wide`, so
// that evaluation cannot fail. `cell` outside the field is 0, and so are places of
// the stack below its bottom. The names above come before variables of
// the same name, which can always be written with their scope.
#pragma once

#include "base/result.h"
#include "lang/geometry.h"
#include "session/symbols.h"
#include "vm/machine.h"
#include "vm/traps.h"

#include <cstdint>
#include <memory>
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

  // `event` gives `old` and `new`; without one they are 0. Cost: some ns a part.
  [[nodiscard]] std::int64_t evaluate(const Machine& machine,
                                      const TrapEvent* event = nullptr) const;

  [[nodiscard]] const std::string& text() const { return text_; }

  // What can change its value. `cells` are playfield indices; with `any_cell` their
  // coordinates are computed, and with `every_tick` it also depends on the stack, the pointer or the tick.
  struct Dependencies {
    std::vector<std::size_t> cells;
    bool any_cell = false;
    bool every_tick = false;
  };
  [[nodiscard]] Dependencies dependencies() const;

 private:
  struct Node;
  std::string text_;
  std::shared_ptr<const Node> root_;
};

// A single place that an expression may name: `3,4`, `cell(3,4)`, `grid(2,5)`, a variable,
// or a whole region; constants only. For commands that want cells and not values.
struct Place {
  Rectangle area;
  std::string name;              // as a person would write it: "grid(2,5)", "Solve::x", "(3,4)"
  std::optional<Encoding> encoding;   // of the region
  std::optional<WatchType> type;      // of the variable
};
[[nodiscard]] Result<Place> parse_place(std::string_view text, const Symbols& symbols, Size field);

}  // namespace fungescope
