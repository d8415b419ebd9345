// What `--stats` tells about the JIT, of one engine or of several.
#pragma once

#include "jit/tier/engine.h"

#include <mutex>
#include <optional>
#include <string>

#include <nlohmann/json_fwd.hpp>

namespace fungescope {

// Nothing where there is no JIT.
using JitStats = std::optional<jit::JitStatistics>;

[[nodiscard]] JitStats jit_stats_of(const Engine& engine);

// The highest tier that executed ticks. `kind` is the engine's.
[[nodiscard]] EngineKind executed_tier(EngineKind kind, const JitStats& jit);

// Of engines on several threads.
class JitTotals {
 public:
  void add(const JitStats& of_one);
  [[nodiscard]] JitStats sum() const;

 private:
  mutable std::mutex mutex_;
  JitStats sum_;
};

// "jit (98.7 % of the ticks)", or the name of another tier.
[[nodiscard]] std::string format_engine(EngineKind kind, const JitStats& jit, Tick ticks);
// A line for people, without a line end; empty if nothing was compiled.
[[nodiscard]] std::string to_text(const JitStats& jit);
// Adds the keys `engine`, `ticks_by_tier` and `jit`.
void add_tier_fields(nlohmann::ordered_json& json, EngineKind kind, const JitStats& jit,
                     Tick ticks);

}  // namespace fungescope
