// The puzzles in tests/data, and their solutions in the same order.
#pragma once

#include "support/files.h"

#include <string>
#include <vector>

namespace fungescope::puzzles::test {

inline std::vector<std::string> lines_of(const std::string& name) {
  return fungescope::test::data_lines("puzzles/" + name);
}

inline const std::vector<std::string> data_files{"norvig_easy50", "norvig_top95",
                                                 "norvig_hardest11"};

}  // namespace fungescope::puzzles::test
