// Formats the statistics of the JIT, in one engine or in several.
#pragma once

#include "jit/tier/engine.h"
#include "vm/machine.h"

#include <cstdint>
#include <mutex>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace fungescope {

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

}  // namespace fungescope
