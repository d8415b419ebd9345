// Quantifiers over the elements of a region, as an expression holds them:
//
//     any(grid, v == 0)  all(grid, v > 0)  count(grid, v == i)    how many are true
//     sum(grid, v * j)   max(grid, v)      min(grid)              sum(grid) is sum(grid, v)
//
// A quantifier folds the values of its body over all elements into one number, its *total*: how
// many are true, their sum, or the extremum. The total of one whose body depends on nothing but the
// element can be maintained after a store (session/expressions/incremental_expression.h).
#pragma once

#include "vm/arithmetic.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace fungescope {

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

// The total over no elements.
[[nodiscard]] inline std::int64_t initial_total(Quantifier::Kind kind) {
  if (kind == Quantifier::Kind::max) return std::numeric_limits<std::int64_t>::min();
  if (kind == Quantifier::Kind::min) return std::numeric_limits<std::int64_t>::max();
  return 0;
}

// Returns the total with one more value.
[[nodiscard]] inline std::int64_t add_value(Quantifier::Kind kind, std::int64_t total,
                                            std::int64_t value) {
  switch (kind) {
    case Quantifier::Kind::sum:
      return wrapping_add(total, value);
    case Quantifier::Kind::max:
      return std::max(total, value);
    case Quantifier::Kind::min:
      return std::min(total, value);
    default:
      return total + static_cast<std::int64_t>(value != 0);
  }
}

// Returns the total after one of the values has changed; nothing if only visiting all elements can
// tell: the element that was the extremum has changed.
[[nodiscard]] std::optional<std::int64_t> replace_value(Quantifier::Kind kind, std::int64_t total,
                                                        std::int64_t before, std::int64_t now);

// Whether further values cannot change the result: an `any` has a true one, an `all` a false one.
// `visited` is the number of values so far.
[[nodiscard]] inline bool is_decided(Quantifier::Kind kind, std::int64_t total,
                                     std::int64_t visited) {
  return kind == Quantifier::Kind::any ? total != 0
                                       : kind == Quantifier::Kind::all && total != visited;
}

// Returns the value of the quantifier over `elements` elements.
[[nodiscard]] inline std::int64_t result_of(Quantifier::Kind kind, std::int64_t total,
                                            std::int64_t elements) {
  if (kind == Quantifier::Kind::any) return static_cast<std::int64_t>(total != 0);
  if (kind == Quantifier::Kind::all) return static_cast<std::int64_t>(total == elements);
  return total;
}

// Finds a quantifier by its word, ignoring case.
[[nodiscard]] std::optional<Quantifier::Kind> find_quantifier(std::string_view word);

// Whether this is the word of an element's value, column or row: v, i or j.
[[nodiscard]] bool names_element(std::string_view word);

// Whether the body may be left out: sum(grid).
[[nodiscard]] inline bool has_short_form(Quantifier::Kind kind) {
  return kind >= Quantifier::Kind::sum;
}

}  // namespace fungescope
