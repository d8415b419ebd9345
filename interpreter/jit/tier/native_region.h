// A compiled region, as the tier keeps it.
#pragma once

#include "jit/ir/ir.h"
#include "jit/tier/machine_code.h"

#include <cstdint>
#include <memory>
#include <vector>

namespace fungescope::jit {

struct NativeExit {
  ExitKind kind = ExitKind::before_block;
  Block* block = nullptr;
  std::uint16_t op = 0;
  std::uint32_t count = 0;     // how often it was taken
  bool assumes_wrong = false;  // what the code took for granted here is known to be wrong
};

struct NativeRegion {
  std::unique_ptr<MachineCode> code;
  std::vector<Block*> entries;       // entry number i + 1
  std::vector<std::int16_t> depths;  // of the stack at each: slot 0 is so far below the top
  std::vector<Block*> blocks;        // each once
  std::vector<Block*> headers;       // of its loops
  std::vector<CellIndex> relied;
  std::vector<NativeExit> exits;
  bool maps_writes = false;
  std::uint32_t grown = 0;  // how often it was compiled anew
  std::uint64_t runs = 0;
  Tick ticks = 0;
  std::uint64_t leaves = 0;  // to code that could be part of it
};

}  // namespace fungescope::jit
