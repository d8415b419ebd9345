// The built-in programs, each with input that keeps it busy: what benchmarks measure and what tests
// compare the tiers on.
#pragma once

#include "lang/loader.h"
#include "programs/catalogue.h"
#include "vm/machine.h"

#include <array>
#include <cstdint>
#include <string>
#include <utility>

namespace fungescope::bench {

// Has no solution, which is hard to prove: from Peter Norvig's essay "Solving Every Sudoku Puzzle".
// sudoku.b93 takes tens of billions of ticks.
inline constexpr const char* busy_puzzle =
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........\n";

struct Workload {
  const char* name;
  const char* program;  // in the catalogue
  const char* input;
  std::uint64_t seed = 0;
  int repeats = 1;  // of the input
};

inline constexpr std::array workloads{
    Workload{"sudoku", "sudoku", busy_puzzle},
    Workload{"setter", "setter", "1000 minimal\n"},
    Workload{"setter_rows", "setter", "100 rows\n"},
    Workload{"squares_sudoku", "squares", "sudoku 25\n", 1},
    Workload{"squares_latin", "squares", "true-latin 99\n", 1},
    Workload{"sudoku1k", "sudoku1k", "1\n2\n3\n4\n5\n6\n7\n8\n9\n", 5, 40},
    Workload{"cats", "cats", "none 6\n"},
    Workload{"hello", "hello", ""},
    Workload{"fizzbuzz", "fizzbuzz", ""},
};

// Returns all input of a workload.
inline std::string input_of(const Workload& workload) {
  std::string input;
  for (int i = 0; i < workload.repeats; ++i) input += workload.input;
  return input;
}

inline Machine machine_of(const Workload& workload) {
  const auto program = find_built_in(std::string("@") + workload.program);
  return Machine(std::move(load(program.value()->source, {}).value().playfield),
                 {{}, workload.seed});
}

}  // namespace fungescope::bench
