// Runs `fungescope solve` as a process.
#pragma once

#include "support/process.h"
#include "support/test.h"

namespace fungescope::test {

inline std::vector<std::string> solve_arguments(const std::vector<std::string>& more) {
  std::vector<std::string> arguments{FUNGESCOPE_PROGRAM, "solve"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

inline ProcessResult solve(const std::vector<std::string>& arguments, std::string_view input = "") {
  return run_process(solve_arguments(arguments), input);
}

inline const std::string easy =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79";
inline const std::string easy_solution =
    "534678912672195348198342567859761423426853791713924856961537284287419635345286179";
inline const std::string easy_grid =
    "534678912\n672195348\n198342567\n859761423\n426853791\n713924856\n961537284\n287419635\n"
    "345286179\n";
// Row 1 leaves 9 for its last cell, and column 9 has one.
inline const std::string unsolvable =
    "12345678.............................................9...........................";

inline const std::string twice = "11" + std::string(79, '.');  // contradicts itself

}  // namespace fungescope::test
