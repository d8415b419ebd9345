#include "cli/run_stats.h"

#include "base/text_table.h"

#include <algorithm>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fungescope {
namespace {

// Returns the highest tier that executed ticks. `kind` is the engine's.
EngineKind executed_tier(EngineKind kind, const JitStats& jit) {
  if (kind == EngineKind::reference) return kind;
  return jit && jit->native_ticks > 0 ? EngineKind::jit : EngineKind::interpreter;
}

}  // namespace

JitStats jit_stats_of(const Engine& engine) {
  const jit::JitStatistics* const found = engine.jit_statistics();
  return found == nullptr ? JitStats() : *found;
}

std::string format_engine(EngineKind kind, const JitStats& jit, Tick ticks) {
  const EngineKind tier = executed_tier(kind, jit);
  if (tier != EngineKind::jit || ticks == 0) return std::string(to_string(tier));
  const double share = static_cast<double>(jit->native_ticks) / static_cast<double>(ticks);
  return fmt::format("jit ({:.1f} % of the ticks)", 100 * share);
}

std::string to_text(const JitStats& jit) {
  if (!jit || jit->searches == 0) return {};
  return fmt::format(
      "jit: {} compiled in {:.2f} ms, {} of them again, {} invalidated, {} given up; "
      "{} in {:.2f} ms, {} refused; entered {}; {} bytes of code",
      count_text(jit->regions, "region"), jit->compile_seconds * 1e3,
      with_separators(jit->recompilations), with_separators(jit->invalidations),
      with_separators(jit->given_up), count_text(jit->searches, "search", "searches"),
      jit->search_seconds * 1e3, with_separators(jit->refused), count_text(jit->entries, "time"),
      with_separators(jit->code_size));
}

void add_tier_fields(nlohmann::ordered_json& json, EngineKind kind, const JitStats& jit,
                     Tick ticks) {
  json["engine"] = to_string(executed_tier(kind, jit));
  const bool reference = kind == EngineKind::reference;
  const Tick native = jit ? jit->native_ticks : 0;
  json["ticks_by_tier"] = {{"reference", reference ? ticks : 0},
                           {"interpreter", reference ? 0 : ticks - std::min(ticks, native)},
                           {"jit", native}};
  if (!jit) {
    json["jit"] = nullptr;
    return;
  }
  json["jit"] = {{"regions", jit->regions},
                 {"recompilations", jit->recompilations},
                 {"invalidations", jit->invalidations},
                 {"given_up", jit->given_up},
                 {"searches", jit->searches},
                 {"refused", jit->refused},
                 {"entries", jit->entries},
                 {"compile_seconds", jit->compile_seconds},
                 {"search_seconds", jit->search_seconds},
                 {"code_bytes", jit->code_size}};
}

}  // namespace fungescope
