// What a short run on the reference interpreter teaches about a program that is to be
// compiled: which assumptions of lifting (lift.h: Experience) would be wrong, and, for a program
// that is compiled without ever having run, which cells are data although code seems to lead over
// them.
//
// Nothing here decides whether compiled code is right, only whether it is left seldom.
//
// Cost: some 15 ns a tick. Test: 'a rehearsal ...' in tests/jit/static_code_test.cpp.
#pragma once

#include "jit/lift/lift.h"
#include "vm/blocks/block_cache.h"
#include "vm/machine.h"

#include <cstdint>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

namespace fungescope::jit {

// Where the instruction pointer stands, and how.
struct CodePosition {
  CellIndex cell = 0;
  Heading heading;
  friend bool operator==(const CodePosition&, const CodePosition&) = default;
};

struct ExecutionProfile {
  std::vector<bool> executed;                   // by cell
  std::unordered_set<CellIndex> changed;        // cells that were written with another value
  std::unordered_set<CellIndex> aliased;        // written by a `p` that wrote to several
  std::unordered_set<CellIndex> out_of_bounds;  // cells of a `g` or `p` that went outside the field
  std::unordered_map<CellIndex, DividendRange> dividends;  // of each `/` and `%` that was executed
  std::vector<CodePosition> resume_points;  // where it went on after executing a changed cell
};

// Runs a copy of the machine for at most `ticks`, with `input`, then its end, to read.
[[nodiscard]] ExecutionProfile profile_run(Machine machine, const std::string& input, Tick ticks);

}  // namespace fungescope::jit
