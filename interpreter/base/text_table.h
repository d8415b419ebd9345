// Formats text for reports: rows in aligned columns, and numbers, counts and lists in words.
#pragma once

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fungescope {

class TextTable {
 public:
  enum class Align : std::uint8_t { left, right };

  explicit TextTable(std::vector<Align> columns) : columns_(std::move(columns)) {}

  // Appends a row with a cell for each of the first columns; the others are empty. Control
  // characters are escaped (base/escape.h).
  void add_row(std::vector<std::string> cells);

  // Returns one line per row: `indent`, then the columns, separated by two blanks. Trailing blanks
  // are removed.
  [[nodiscard]] std::string to_string(std::string_view indent = "  ") const;

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// Returns the number of UTF-8 code points.
[[nodiscard]] std::size_t display_width(std::string_view text);

// Returns the number with thousands separators: "12,345,678".
[[nodiscard]] std::string with_separators(std::uint64_t number);

// Formats a count of things: "1 copy", "12,345 copies". Without `several` that is `one` with an s.
[[nodiscard]] std::string count_text(std::uint64_t count, std::string_view one,
                                     std::string_view several = {});

// Formats a list: "a", "a and b", "a, b and c".
[[nodiscard]] std::string join_names(const std::vector<std::string>& items,
                                     std::string_view conjunction = "and");

}  // namespace fungescope
