#include "sudoku/board/given_input.h"

#include "session/run_control/search.h"

#include <limits>
#include <set>

namespace fungescope {

WhyOptions GivenInput::options() {
  WhyOptions options;
  options.depth = std::numeric_limits<std::size_t>::max();
  options.max_causes = 1000;
  // A digit is made within some hundred ticks, and each in its own windows.
  options.limits.window_ticks = Tick{1} << 9U;
  options.limits.kept_windows = 256;
  return options;
}

Result<std::vector<std::uint64_t>> GivenInput::of(Point at, Tick instant, std::int64_t value) {
  const auto origin = provenance_.of_cell(at, instant);
  if (!origin) {
    if (origin.error() == CutBy::interrupt) return interrupted_error();
    return std::vector<std::uint64_t>();
  }
  CauseGraph graph(provenance_, options_);
  static_cast<void>(graph.follow(*origin, value));
  if (graph.cut() == CutBy::interrupt) return interrupted_error();
  std::set<std::uint64_t> bytes;
  for (const Cause& cause : graph.take()) {
    for (std::uint64_t byte = cause.input_begin; byte < cause.input_end; ++byte) bytes.insert(byte);
  }
  return std::vector<std::uint64_t>(bytes.begin(), bytes.end());
}

}  // namespace fungescope
