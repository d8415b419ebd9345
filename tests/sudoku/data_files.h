// The puzzles in tests/data, and their solutions in the same order.
#pragma once

#include <fstream>
#include <string>
#include <vector>

namespace fungescope::sudoku::test {

inline std::vector<std::string> lines_of(const std::string& name) {
  std::ifstream file(std::string(FUNGESCOPE_TEST_DATA) + "/puzzles/" + name);
  std::vector<std::string> lines;
  for (std::string line; std::getline(file, line);) lines.push_back(line);
  return lines;
}

inline const std::vector<std::string> data_files{"norvig_easy50", "norvig_top95",
                                                 "norvig_hardest11"};

}  // namespace fungescope::sudoku::test
