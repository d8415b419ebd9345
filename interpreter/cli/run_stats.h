// Formats the statistics of `--stats`: of a run, and of the JIT's work in one engine or in several.
#pragma once

#include "jit/tier/engine.h"
#include "vm/machine.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>
#include <string_view>

#include <nlohmann/json_fwd.hpp>

namespace fungescope {

// ---- The JIT

// Nothing if there is no JIT.
using JitStats = std::optional<jit::JitStatistics>;

[[nodiscard]] JitStats jit_stats_of(const Engine& engine);

// Sums the work of engines on several threads.
class EngineTotals {
 public:
  // `ticks`: of all tiers. A run cut short may be in `stats` only.
  void add(const JitStats& stats, Tick ticks);
  [[nodiscard]] JitStats jit() const;
  [[nodiscard]] Tick ticks() const;

 private:
  mutable std::mutex mutex_;
  JitStats jit_;
  Tick ticks_ = 0;
};

// Returns "jit (98.7 % of the ticks)", or the name of another tier.
[[nodiscard]] std::string format_engine(EngineKind kind, const JitStats& jit, Tick ticks);
// Returns one line without its end; empty if nothing was worth a search.
[[nodiscard]] std::string to_text(const JitStats& jit);
// Adds the keys `engine`, `ticks_by_tier` and `jit`.
void add_tier_fields(nlohmann::ordered_json& json, EngineKind kind, const JitStats& jit,
                     Tick ticks);

// ---- A run

struct RunStats {
  Tick ticks = 0;
  double seconds = 0;
  EngineKind engine = EngineKind::automatic;
  JitStats jit;
  Size field;
  std::size_t max_stack = 0;  // the maximum depth of the stack
  std::uint64_t seed = 0;
  std::string_view exit;  // "end", "max-ticks", "error", "interrupted", "output-closed"
};

// Returns one line without its end, and without the JIT's own line.
[[nodiscard]] std::string to_text(const RunStats& stats);
// Returns one JSON object on one line, without a line end.
[[nodiscard]] std::string to_json(const RunStats& stats);

}  // namespace fungescope
