// Runs `fungescope rate` and `fungescope explain` as processes.
#pragma once

#include "support/files.h"
#include "support/process.h"

#include <string>
#include <string_view>
#include <vector>

namespace fungescope::test {

inline ProcessResult fungescope_command(const std::string& command,
                                        const std::vector<std::string>& more,
                                        std::string_view input = "") {
  std::vector<std::string> arguments{FUNGESCOPE_PROGRAM, command};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return run_process(arguments, input);
}

// Returns the ticks that `fungescope solve` tells for a puzzle.
inline std::string solver_ticks(const std::string& puzzle) {
  const std::string csv = fungescope_command("solve", {"--format", "csv"}, puzzle).out;
  return csv.substr(csv.rfind(',') + 1, csv.size() - csv.rfind(',') - 2);
}

// Rated 3.4, for a hidden pair.
inline const std::string pair_puzzle =
    ".8.2..4..57....1....23.....82..9...5...715...7...2..41.....67....3....18..7..9.5.";
// Rated 1.2, with hidden singles in boxes.
inline const std::string easy_puzzle =
    ".5.7.3.6...7...8.....816.......3......5...1..73..4..869.6...2.484.572.93...4.9...";
// Row 1 leaves 9 for its last cell, and column 9 has one.
inline const std::string unsolvable_puzzle =
    "12345678.............................................9...........................";

}  // namespace fungescope::test
