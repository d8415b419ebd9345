// Formats the statistics of the JIT.
#pragma once

#include "jit/tier/engine.h"
#include "vm/machine.h"

#include <cstdint>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace fungescope {

// Nothing if there is no JIT.
using JitStats = std::optional<jit::JitStatistics>;

[[nodiscard]] JitStats jit_stats_of(const Engine& engine);

// Returns "jit (98.7 % of the ticks)", or the name of another tier.
[[nodiscard]] std::string format_engine(EngineKind kind, const JitStats& jit, Tick ticks);
// Returns one line without its end; empty if nothing was worth a search.
[[nodiscard]] std::string to_text(const JitStats& jit);
// Adds the keys `engine`, `ticks_by_tier` and `jit`.
void add_tier_fields(nlohmann::ordered_json& json, EngineKind kind, const JitStats& jit,
                     Tick ticks);

}  // namespace fungescope
