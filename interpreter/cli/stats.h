// What `--stats` tells about a run.
#pragma once

#include "cli/jit_report.h"
#include "jit/tier/engine.h"
#include "vm/machine.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace fungescope {

struct RunStats {
  Tick ticks = 0;
  double seconds = 0;
  EngineKind engine = EngineKind::automatic;
  JitStats jit;
  Size field;
  std::size_t max_stack = 0;  // the deepest that the stack was
  std::uint64_t seed = 0;
  std::string_view exit;  // "end", "max-ticks", "error", "interrupted", "output-closed"
};

// A line for people, without a line end; about the JIT there is another, jit_stats.h.
[[nodiscard]] std::string to_text(const RunStats& stats);
// One JSON object on one line, without a line end.
[[nodiscard]] std::string to_json(const RunStats& stats);

}  // namespace fungescope
