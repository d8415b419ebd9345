// The expression language of conditions, watches, logs and queries. `help expressions` lists its
// words (commands/commands_scripts.cpp); names are also written ::x and "a name with blanks".
//
// Values are the machine's: signed 64 bits that wrap around; a comparison is 1 or 0. Division
// truncates towards zero, and division by zero gives 0, as in the dialect `wide`, so that
// evaluation cannot fail. `grid(x,y)` counts from the region's corner, `stack(n)` from the top. A
// place outside the field, the region or the stack is 0 if its coordinates are computed, and an
// error of `parse` if they are constant. Names ignore case. Keywords take precedence over variables
// of the same name, which can be written with their scope: `::x` is the global variable x.
//
// Within a quantifier, `v` is the value of an element, `i` and `j` are its column and row as
// grid(i,j) counts them; they hide variables of these names, and the ones of an inner quantifier
// hide the outer ones. Elsewhere the three are names like others. The words `any` to `min` are
// quantifiers before a bracket only; a region of such a name keeps it, unless the first argument is
// a region.
//
// An expression is compiled to a flat program for a stack machine, with constants folded. One that
// names cells belongs to the field size for which it was parsed, and is 0 on any other.
#pragma once

#include "base/result.h"
#include "lang/geometry.h"
#include "session/expressions/symbols.h"
#include "vm/machine.h"
#include "vm/traps.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

// ---- Quantifiers
//
//     any(grid, v == 0)  all(grid, v > 0)  count(grid, v == i)    how many are true
//     sum(grid, v * j)   max(grid, v)      min(grid)              sum(grid) is sum(grid, v)
//
// A quantifier folds the values of its body over all elements into one number, its *total*: how
// many are true, their sum, or the extremum. The total of one whose body depends on nothing but the
// element can be maintained after a store (IncrementalExpression).

struct Quantifier {
  enum class Kind : std::uint8_t { any, all, count, sum, max, min };

  Kind kind;
  std::size_t area;  // its index among the areas of the expression
  std::size_t end;   // the index of the step that ends its body
  bool local;        // its body depends on nothing but v, i and j
};

// An element of a region: its value, and its column and row, which count from 0.
struct Element {
  std::int64_t value = 0;
  std::int64_t column = 0;
  std::int64_t row = 0;
};

// Returns the total after one of the values has changed; nothing if only visiting all elements can
// tell: the element that was the extremum has changed.
[[nodiscard]] std::optional<std::int64_t> replace_value(Quantifier::Kind kind, std::int64_t total,
                                                        std::int64_t before, std::int64_t now);

// Finds a quantifier by its word, ignoring case.
[[nodiscard]] std::optional<Quantifier::Kind> find_quantifier(std::string_view word);

// ---- Expressions

// The keywords of the language, for suggestions and completion: "top", "cell", ...
[[nodiscard]] const std::vector<std::string>& expression_keywords();

class Expression {
 public:
  // Parses the whole of `text` for a field of size `field`. Errors have the column, from 1, and the
  // expected token; unknown names come with the nearest known ones.
  [[nodiscard]] static Result<Expression> parse(std::string_view text, const Symbols& symbols,
                                                Size field);

  // Evaluates the expression; 0 where it does not fit the field. `event` has the values of `old`
  // and `new`, which are 0 without one. Does not allocate. Cost: a few ns per operation. A
  // quantifier evaluates its body for each element of its region, some 1 to 5 ns for one like
  // `v == 0`, and nested ones that for each of the outer; `any` and `all` end when they are
  // decided.
  [[nodiscard]] std::int64_t evaluate(const Machine& machine,
                                      const TrapEvent* event = nullptr) const;

  // Whether it can be evaluated on a field of this size. Its names may still resolve differently
  // there.
  [[nodiscard]] bool fits(Size field) const { return !names_cells_ || field == field_; }

  // The text as written, without blanks at its ends.
  [[nodiscard]] const std::string& text() const { return text_; }

  // Returns its value if it is the same at every instant.
  [[nodiscard]] std::optional<std::int64_t> constant() const;

  // The two sides of a comparison.
  struct Comparison {
    std::string_view symbol;  // "=="
    std::int64_t left;
    std::int64_t right;
  };
  // Evaluates both sides if the whole expression is one comparison, and fits.
  [[nodiscard]] std::optional<Comparison> compare(const Machine& machine) const;
  // Returns both sides as written if it is one comparison, without brackets around it; else none.
  [[nodiscard]] std::vector<std::string_view> compared_texts() const;

  // The number of operations of an evaluation, at most.
  [[nodiscard]] std::uint64_t cost() const { return cost_; }
  // The maximum number of elements that a quantifier visits, with those that it is nested in.
  static constexpr std::int64_t max_elements = 1'000'000'000;

  // The state on which its value depends. `areas` are cells and, where coordinates are computed or
  // a quantifier uses `v`, whole regions; sorted by corner, without duplicates. With `any_cell` it
  // may be any cell. With `every_tick` the value also depends on the stack, the pointer, the tick,
  // the ports or the event.
  struct Dependencies {
    std::vector<Rectangle> areas;
    bool any_cell = false;
    bool every_tick = false;
  };
  [[nodiscard]] Dependencies dependencies() const;

 private:
  friend class ExpressionParser;
  friend class IncrementalExpression;
  friend const std::vector<std::string>& expression_keywords();

  enum class Code : std::uint8_t {
    // These push a value. `operand` is the value, the playfield index or an index in state_words.
    constant,
    cell,
    state,
    // Of the element that the innermost quantifier visits. The `operand` of `element` is the index
    // of its region in areas_.
    element,
    column,
    row,
    // Evaluates the steps up to `end_quantifier` for each element. `operand` is an index in
    // quantifiers_.
    quantify,
    end_quantifier,
    // These replace the topmost one or two values. The `operand` of `region_at` is an index in
    // areas_.
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
    bool right_is_constant;  // a binary operator with `operand` as its right side
    std::int64_t operand;
  };

  // The maximum nesting of brackets, unary operators and calls.
  static constexpr std::size_t max_nesting = 100;
  // Each level of nesting keeps at most one value for each of the six precedences of binary
  // operators, and a call or a quantifier one more.
  static constexpr std::size_t max_values = (max_nesting + 1) * 7 + 1;

  // What an evaluation reads besides elements.
  struct Input {
    const Machine& machine;
    const TrapEvent* event;      // may be null
    const std::int64_t* totals;  // of the local quantifiers, by index; null: they are not known
  };
  using Values = std::array<std::int64_t, max_values>;

  // A keyword, and the value that it stands for.
  struct StateWord {
    std::string_view word;
    std::int64_t (*value)(const Input& input);
  };
  static const std::array<StateWord, 12> state_words;

  Expression() = default;
  static std::int64_t combine(Code code, std::int64_t a, std::int64_t b);
  static std::string_view symbol_of_comparison(Code code);  // empty for other operations
  [[nodiscard]] std::uint64_t count_operations() const;
  [[nodiscard]] std::int64_t evaluate(const Input& input) const;
  // Evaluates the steps `begin` .. `end` - 1 with the values from `below` on.
  std::int64_t run(const Input& input, std::size_t begin, std::size_t end, std::int64_t* below,
                   const Element& element) const;
  // Returns the total of a quantifier over its region; with `decide` only as far as its value needs
  // it. Uses the values from `below` on.
  std::int64_t total_of(const Input& input, std::size_t begin, const Quantifier& quantifier,
                        bool decide, std::int64_t* below) const;

  std::string text_;
  std::vector<Step> steps_;
  std::vector<Rectangle> areas_;
  std::vector<Quantifier> quantifiers_;
  std::uint64_t cost_ = 0;
  std::string_view comparison_;  // the symbol of compared_texts; empty if there is none
  std::size_t comparison_at_ = 0;
  Size field_;
  bool names_cells_ = false;  // by constant coordinates, variables or regions
};

// A place: the cells that a command is about, written `3,4`, `(3,4)`, `cell(3,4)`, `grid(2,5)`, as
// a variable, or as a whole region, which takes precedence over a variable of the same name.
// Coordinates are constant.
struct Place {
  Rectangle area;                    // inside the field
  std::string name;                  // as a user would write it: "grid(2,5)", "Solve::x", "(3, 4)"
  std::optional<Encoding> encoding;  // of the region
  std::optional<WatchType> type;     // of the variable
};
// Parses the whole of `text`. Errors have the column, from 1.
[[nodiscard]] Result<Place> parse_place(std::string_view text, const Symbols& symbols, Size field);

}  // namespace fungescope
