// Formats rows of text in aligned columns, for reports.
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

}  // namespace fungescope
