// The symbols that stand for the numbers of a puzzle in output.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

class NumberSymbols {
 public:
  // Decimal numbers. Those of grids with more than nine numbers need a separator.
  explicit NumberSymbols(std::size_t numbers);
  // The first character of `text`, which is UTF-8, for 1, the second one for 2, and so on. Fails if
  // it does not have `numbers` different characters that are visible.
  [[nodiscard]] static Result<NumberSymbols> parse(std::string_view text, std::size_t numbers);

  static constexpr std::string_view blank = ".";

  // Returns the symbol of a number, or `blank` for 0.
  [[nodiscard]] std::string_view of(std::size_t number) const {
    return number == 0 ? blank : std::string_view(symbols_[number - 1]);
  }
  // Returns whether each symbol is one character.
  [[nodiscard]] bool are_characters() const { return characters_; }

 private:
  NumberSymbols() = default;

  std::vector<std::string> symbols_;
  bool characters_ = true;
};

}  // namespace fungescope
