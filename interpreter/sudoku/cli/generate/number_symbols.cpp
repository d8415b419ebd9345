#include "sudoku/cli/generate/number_symbols.h"

#include "base/escape.h"
#include "base/utf8.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope {
namespace {

// Returns whether a code point changes the one before it, or takes no column: combining marks, zero
// width and variation selectors.
bool is_attached(std::string_view character) {
  const auto between = [character](std::string_view first, std::string_view last) {
    return character.size() == first.size() && character >= first && character <= last;
  };
  return between("\u0300", "\u036f") || between("\u200b", "\u200f") ||
         between("\u2060", "\u2064") || between("\u20d0", "\u20ff") ||
         between("\ufe00", "\ufe0f") || character == "\ufeff" || character == "\u00ad";
}

bool is_blank(std::string_view character) {
  const auto between = [character](std::string_view first, std::string_view last) {
    return character.size() == first.size() && character >= first && character <= last;
  };
  return character == " " || character == "\u00a0" || between("\u2000", "\u200a") ||
         character == "\u3000";
}

tl::unexpected<Error> bad_symbols(std::string what, std::string advice) {
  return fail({"--symbols"}, std::move(what), std::move(advice));
}

}  // namespace

NumberSymbols::NumberSymbols(std::size_t numbers) : characters_(numbers <= 9) {
  for (std::size_t i = 1; i <= numbers; ++i) symbols_.push_back(std::to_string(i));
}

Result<NumberSymbols> NumberSymbols::parse(std::string_view text, std::size_t numbers) {
  NumberSymbols symbols;
  while (!text.empty()) {
    const std::size_t size = code_point_size(text);
    if (size == 0) return bad_symbols("the text is not UTF-8", "write the symbols in UTF-8");
    const std::string character(text.substr(0, size));
    text.remove_prefix(size);
    if (is_blank(character) || is_attached(character) || escape_controls(character) != character) {
      return bad_symbols(
          fmt::format("the character {} cannot be seen by itself", single_quoted(character)),
          "use visible characters");
    }
    if (character == blank) {
      return bad_symbols("'.' stands for an unknown cell", "use another character");
    }
    const bool repeated = std::find(symbols.symbols_.begin(), symbols.symbols_.end(), character) !=
                          symbols.symbols_.end();
    if (repeated) {
      return bad_symbols(fmt::format("{} is there twice", single_quoted(character)),
                         fmt::format("give {} different characters", numbers));
    }
    symbols.symbols_.push_back(character);
  }
  if (symbols.symbols_.size() != numbers) {
    return bad_symbols(
        fmt::format("there {} {} symbol{}", symbols.symbols_.size() == 1 ? "is" : "are",
                    symbols.symbols_.size(), symbols.symbols_.size() == 1 ? "" : "s"),
        fmt::format("give {}, one for each number", numbers));
  }
  return symbols;
}

}  // namespace fungescope
