#include "cli/stats.h"

#include "base/text_table.h"

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fungescope {
namespace {

double ticks_per_second(const RunStats& stats) {
  return stats.seconds > 0 ? static_cast<double>(stats.ticks) / stats.seconds : 0;
}

}  // namespace

std::string to_text(const RunStats& stats) {
  return fmt::format(
      "{} ticks in {:.3f} s ({:.1f} million a second), engine {}, field {}x{}, "
      "deepest stack {}, seed {}, exit: {}",
      with_separators(stats.ticks), stats.seconds, ticks_per_second(stats) / 1e6,
      format_engine(stats.engine, stats.jit, stats.ticks), stats.field.width, stats.field.height,
      with_separators(stats.max_stack), stats.seed, stats.exit);
}

std::string to_json(const RunStats& stats) {
  nlohmann::ordered_json json;
  json["ticks"] = stats.ticks;
  json["seconds"] = stats.seconds;
  json["ticks_per_second"] = ticks_per_second(stats);
  add_tier_fields(json, stats.engine, stats.jit, stats.ticks);
  json["width"] = stats.field.width;
  json["height"] = stats.field.height;
  json["max_stack"] = stats.max_stack;
  json["seed"] = stats.seed;
  json["exit"] = stats.exit;
  return json.dump();
}

}  // namespace fungescope
