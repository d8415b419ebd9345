// What a frame of the window costs its thread, in every layout, without the drawing of it: the
// budget is 4 ms.
#include "debugger_ui/frame/still.h"

#include <memory>
#include <string>

#include <benchmark/benchmark.h>

namespace {

using namespace fungescope;
using namespace fungescope::ui;

// 24 million cells, all of them code.
std::string large_program() {
  constexpr std::string_view line = ">:1+:2/9*v<^p0g#|_";
  std::string source;
  for (int y = 0; y < 12'000; ++y) {
    for (std::size_t x = 0; x < 2000; ++x)
      source += line[(x * 7 + static_cast<std::size_t>(y)) % line.size()];
    source += '\n';
  }
  return source;
}

void build_a_frame(benchmark::State& state, Layout layout, bool large) {
  ApplicationOptions options;
  options.user_files = false;
  options.open.keep = false;
  options.layout = layout;
  Result<Opened> opened = [&]() -> Result<Opened> {
    if (!large) return open_file(options.open, nullptr);
    auto session = Session::open(large_program(), {}, {});
    if (!session) return tl::unexpected(session.error());
    Opened result;
    result.start.session = std::move(*session);
    return result;
  }();
  if (!opened) return state.SkipWithError("it cannot be opened");
  auto still = Still::create({1920, 1200}, options, std::move(*opened));
  if (!still) return state.SkipWithError("there is no OpenGL 3.3");
  (void)(*still)->run("goto 300000");
  (*still)->settle();
  for ([[maybe_unused]] const auto _ : state) {
    (*still)->frame();
    state.SetIterationTime((*still)->application().build_seconds());
  }
}

}  // namespace

BENCHMARK_CAPTURE(build_a_frame, solver, Layout::solver, false)->UseManualTime()->Iterations(200);
BENCHMARK_CAPTURE(build_a_frame, code, Layout::code, false)->UseManualTime()->Iterations(200);
BENCHMARK_CAPTURE(build_a_frame, profile, Layout::profile, false)->UseManualTime()->Iterations(200);
BENCHMARK_CAPTURE(build_a_frame, solver_large, Layout::solver, true)
    ->UseManualTime()
    ->Iterations(50);
BENCHMARK_CAPTURE(build_a_frame, code_large, Layout::code, true)->UseManualTime()->Iterations(50);
BENCHMARK_CAPTURE(build_a_frame, profile_large, Layout::profile, true)
    ->UseManualTime()
    ->Iterations(50);

BENCHMARK_MAIN();
