// Implements the baseline of the benchmarks: the loop of most Befunge-93 implementations, a switch
// over the character under the instruction pointer.
//
// It has the arithmetic of the dialect `wide`, but no other dialects, no `&`, no stack limit and no
// observers, which makes it faster. The oracle of the tests is vm/reference_interpreter.h instead.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::bench {

struct PlainField {
  std::int64_t width = 0;
  std::int64_t height = 0;
  std::vector<std::int64_t> cells;  // row by row
};

// Runs until `@` or `limit` ticks, and appends to `output`. `?` draws as a Machine of this seed.
// Returns the executed ticks.
std::uint64_t run_plain_switch(PlainField& field, std::uint64_t limit, std::string_view input,
                               std::uint64_t seed, std::string& output);

}  // namespace fungescope::bench
