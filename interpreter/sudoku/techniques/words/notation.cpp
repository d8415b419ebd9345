#include "sudoku/techniques/words/notation.h"

#include <fmt/format.h>

namespace fungescope::techniques {

std::string join(const std::vector<std::string>& words, std::string_view last) {
  std::string text;
  for (std::size_t i = 0; i < words.size(); ++i) {
    if (i > 0) text += i + 1 == words.size() ? last : ", ";
    text += words[i];
  }
  return text;
}

std::string to_text(Cell cell) {
  return fmt::format("r{}c{}", row_of(cell) + 1, column_of(cell) + 1);
}

std::string to_text(const CellSet& cells) {
  std::vector<std::string> words;
  for (const Cell cell : cells) words.push_back(to_text(cell));
  return join(words);
}

namespace {

std::string_view kind_name(Unit unit) {
  static constexpr std::array<std::string_view, 3> names{"box", "column", "row"};
  return names[static_cast<std::size_t>(kind_of(unit))];
}

}  // namespace

std::string unit_text(Unit unit) {
  return fmt::format("{} {}", kind_name(unit), unit % 9 + 1);
}

std::string units_text(const std::vector<Unit>& units) {
  std::vector<std::string> words;
  bool same_kind = units.size() > 1;
  for (const Unit unit : units) same_kind &= kind_of(unit) == kind_of(units.front());
  for (const Unit unit : units) {
    words.push_back(same_kind ? fmt::format("{}", unit % 9 + 1) : unit_text(unit));
  }
  if (!same_kind) return join(words);
  const std::string_view kind = kind_name(units.front());
  return fmt::format("{}{} {}", kind, kind == "box" ? "es" : "s", join(words));
}

std::string digits_text(DigitMask digits) {
  std::vector<std::string> words;
  for (const Digit digit : digits_in(digits)) words.push_back(fmt::format("{}", digit));
  return join(words);
}

std::string eliminations_text(const std::vector<CellDigits>& eliminations) {
  std::vector<bool> named(eliminations.size());
  std::string text;
  for (std::size_t i = 0; i < eliminations.size(); ++i) {
    if (named[i]) continue;
    CellSet cells;  // that lose the same digits
    for (std::size_t k = i; k < eliminations.size(); ++k) {
      if (eliminations[k].digits != eliminations[i].digits) continue;
      cells.insert(eliminations[k].cell);
      named[k] = true;
    }
    if (!text.empty()) text += "; ";
    text += fmt::format("{} {} {}", to_text(cells), cells.size() == 1 ? "loses" : "lose",
                        digits_text(eliminations[i].digits));
  }
  return text;
}

}  // namespace fungescope::techniques
