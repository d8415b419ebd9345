// Columns of text, aligned: for the reports that people read.
#pragma once

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

  // One cell a column. Cells are counted as UTF-8 characters.
  void add_row(std::vector<std::string> cells) { rows_.push_back(std::move(cells)); }

  // Every row on a line of its own behind `indent`, columns two blanks apart,
  // no blanks at a line's end.
  [[nodiscard]] std::string to_string(std::string_view indent = "  ") const;

 private:
  std::vector<Align> columns_;
  std::vector<std::vector<std::string>> rows_;
};

// "12,345,678".
[[nodiscard]] std::string with_separators(std::uint64_t number);

}  // namespace fungescope
