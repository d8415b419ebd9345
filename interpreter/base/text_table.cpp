#include "base/text_table.h"

#include "base/escape.h"

#include <algorithm>

namespace fungescope {

// Counts all bytes except continuation bytes.
std::size_t display_width(std::string_view text) {
  return static_cast<std::size_t>(std::count_if(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0xc0U) != 0x80U;
  }));
}

void TextTable::add_row(std::vector<std::string> cells) {
  for (std::string& cell : cells) cell = escape_controls(cell);
  rows_.push_back(std::move(cells));
}

std::string TextTable::to_string(std::string_view indent) const {
  std::vector<std::size_t> widths(columns_.size());
  for (const auto& row : rows_) {
    for (std::size_t i = 0; i < row.size(); ++i) {
      widths[i] = std::max(widths[i], display_width(row[i]));
    }
  }
  std::string text;
  for (const auto& row : rows_) {
    text += indent;
    for (std::size_t i = 0; i < row.size(); ++i) {
      const std::string padding(widths[i] - display_width(row[i]), ' ');
      if (i > 0) text += "  ";
      text += columns_[i] == Align::left ? row[i] + padding : padding + row[i];
    }
    text.erase(text.find_last_not_of(' ') + 1);
    text += '\n';
  }
  return text;
}

std::string with_separators(std::uint64_t number) {
  const std::string digits = std::to_string(number);
  std::string text;
  for (std::size_t i = 0; i < digits.size(); ++i) {
    if (i > 0 && (digits.size() - i) % 3 == 0) text += ',';
    text += digits[i];
  }
  return text;
}

std::string count_text(std::uint64_t count, std::string_view one, std::string_view several) {
  std::string text = with_separators(count) + ' ';
  if (count != 1 && !several.empty()) return text.append(several);
  return text.append(one).append(count == 1 ? "" : "s");
}

std::string join_names(const std::vector<std::string>& items, std::string_view conjunction) {
  std::string text;
  for (std::size_t i = 0; i < items.size(); ++i) {
    if (i > 0) {
      text += i + 1 < items.size() ? std::string(", ") : ' ' + std::string(conjunction) + ' ';
    }
    text += items[i];
  }
  return text;
}

}  // namespace fungescope
