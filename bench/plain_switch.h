// The baseline of the benchmarks: the loop that most implementations of Befunge-93 have, a
// switch over the character under the instruction pointer.
//
// It implements the `wide` dialect's arithmetic, without dialects, input, a stack limit or
// observers, which makes it faster. Only benchmarks use it; the oracle of the tests is
// vm/reference_interpreter.h.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace fungescope::bench {

struct PlainField {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::vector<std::int64_t> cells;  // row by row
};

// Runs until `@` or `limit` ticks. Returns the ticks executed; output is appended.
std::uint64_t run_plain_switch(PlainField& field, std::uint64_t limit, std::string& output);

}  // namespace fungescope::bench
