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
  Superblock* superblock = nullptr;
  std::uint16_t op = 0;
  std::uint32_t count = 0;          // how often it was taken
  bool speculation_failed = false;  // what the code took for granted here is known to be wrong
};

struct CompiledRegion {
  std::unique_ptr<MachineCode> code;
  std::vector<Superblock*> entries;      // entry number i + 1
  std::vector<std::int16_t> depths;      // of the stack at each: slot 0 is so far below the top
  std::vector<Superblock*> superblocks;  // each once
  std::vector<Superblock*> headers;      // of its loops
  std::vector<CellIndex> dependency;
  std::vector<NativeExit> exits;
  bool marks_writes = false;
  std::uint32_t recompiles = 0;  // how often it was compiled anew
  std::uint64_t runs = 0;
  Tick ticks = 0;
  std::uint64_t side_exits = 0;  // to code that could be part of it
};

}  // namespace fungescope::jit
