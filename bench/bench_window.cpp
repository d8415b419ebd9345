// Measures the window, off screen:
//
//     ./x bench --benchmark_filter=window
//
// `window_frame` is the CPU time of a frame on its thread, in every layout, theme and mode, without
// drawing: the budget is 4 ms. `window_play` is the speed of the machine while the window draws and
// paces itself as on this machine's renderer, compared with the bare engine (`of_headless`).
// `window_scrub` seeks to random ticks of a run of 10^9, each until a frame with that tick has been
// drawn.
#include "debugger_ui/app/frame_loop.h"
#include "debugger_ui/app/headless_application.h"
#include "debugger_ui/sudoku/sudoku_window.h"
#include "jit/tier/engine.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <random>
#include <string>
#include <thread>
#include <vector>

#include "busy_program.h"
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

enum class FrameMode : std::uint8_t {
  paused,
  light,  // paused, in the light theme
  edit,   // a character is typed before each frame
  glow,   // plays 100,000 ticks a second, so that the glow is as large as it gets
};

void window_frame(benchmark::State& state, LayoutPreset layout, bool large,
                  FrameMode mode = FrameMode::paused) {
  ApplicationOptions options;
  options.user_files = false;
  options.open.keep = false;
  options.layout = layout;
  options.dark = mode != FrameMode::light;
  options.edit = mode == FrameMode::edit;
  Result<OpenedFile> opened = [&]() -> Result<OpenedFile> {
    if (!large) return open_file(options.open, nullptr);
    auto session = Session::open(large_program(), {}, {});
    if (!session) return tl::unexpected(session.error());
    OpenedFile result;
    result.start.session = std::move(*session);
    return result;
  }();
  if (!opened) return state.SkipWithError("it cannot be opened");
  auto window = HeadlessApplication::create({1920, 1200}, options, std::move(*opened));
  if (!window) return state.SkipWithError("there is no OpenGL 3.3");
  (void)(*window)->run("goto 300000");
  (*window)->settle();
  SessionThread& session = (*window)->application().session();
  if (mode == FrameMode::glow) {
    session.elapse(0);
    session.play(RunDirection::forward, 100'000);
  }
  std::vector<double> times;
  for ([[maybe_unused]] const auto _ : state) {
    constexpr double frame = 1.0 / 30;
    if (mode == FrameMode::edit) {
      (*window)->input().push({.kind = InputEvent::Kind::text, .code_point = U'1'});
    }
    if (mode == FrameMode::glow) session.elapse(frame);
    if (mode == FrameMode::glow) session.settle();
    (*window)->frame(frame);
    times.push_back((*window)->application().build_seconds());
    state.SetIterationTime(times.back());
  }
  std::sort(times.begin(), times.end());
  state.counters["median_ms"] = times[times.size() / 2] * 1000;
  state.counters["p95_ms"] = times[times.size() * 95 / 100] * 1000;
}

using Clock = std::chrono::steady_clock;

double seconds_since(Clock::time_point begin) {
  return std::chrono::duration<double>(Clock::now() - begin).count();
}

std::unique_ptr<HeadlessApplication> window_on(std::string source, InputLog input) {
  ApplicationOptions options;
  options.user_files = false;
  options.open.keep = false;
  auto session = Session::open(std::move(source), std::move(input), {});
  OpenedFile opened;
  opened.start.session = std::move(session.value());
  auto window = HeadlessApplication::create({1600, 1000}, options, std::move(opened));
  return window ? std::move(*window) : nullptr;
}

std::unique_ptr<HeadlessApplication> busy_window() {
  return window_on(bench::busy_source(), bench::busy_input());
}

// Ticks per second of the bare engine, over about as many ticks as the window plays.
double headless_speed() {
  constexpr Tick ticks = 8 * bench::giga;
  Machine machine = bench::busy_machine();
  Engine engine;
  StringInput input(bench::busy_puzzle);
  NullOutput output;
  const auto begin = Clock::now();
  engine.run(machine, {input, output}, ticks);
  return static_cast<double>(ticks) / seconds_since(begin);
}

// One after the other, so that both have the same conditions.
void window_play(benchmark::State& state) {
  std::vector<double> ratios;
  double frames = 0;
  for ([[maybe_unused]] const auto _ : state) {
    const auto window = busy_window();
    if (!window) return state.SkipWithError("there is no OpenGL 3.3");
    window->settle();
    const double headless = headless_speed();
    window->application().session().play(RunDirection::forward, SessionThread::unlimited);
    const auto begin = Clock::now();
    while (seconds_since(begin) < 1) {
      const auto drawn = Clock::now();
      window->frame();
      window->present();
      ++frames;
      std::this_thread::sleep_for(
          std::chrono::duration<double>(pause_after_frame(seconds_since(drawn), true, true)));
    }
    const auto ticks = static_cast<double>(window->application().session().snapshot()->tick);
    ratios.push_back(ticks / seconds_since(begin) / headless);
  }
  std::sort(ratios.begin(), ratios.end());
  state.counters["of_headless"] = ratios[ratios.size() / 2];
  state.counters["frames/s"] = frames / static_cast<double>(ratios.size());
}

void window_scrub(benchmark::State& state) {
  static const std::unique_ptr<HeadlessApplication> window = [] {
    auto made = busy_window();
    if (made) (void)made->run("goto 1000000000");
    return made;
  }();
  if (!window) return state.SkipWithError("there is no OpenGL 3.3");
  window->settle();
  std::mt19937_64 random(1);
  std::vector<double> times;
  for ([[maybe_unused]] const auto _ : state) {
    const Tick tick = random() % bench::giga;
    const auto begin = Clock::now();
    window->application().session().seek(tick);
    while (window->application().snapshot().tick != tick) {
      window->frame();
      window->present();
    }
    times.push_back(seconds_since(begin));
    state.SetIterationTime(times.back());
  }
  std::sort(times.begin(), times.end());
  state.counters["median_ms"] = times[times.size() / 2] * 1000;
  state.counters["p95_ms"] = times[times.size() * 95 / 100] * 1000;
}

// Plays for a second at full speed, then pauses: the longest frame, snapshots per second, and the
// time to stop.
void window_stress(benchmark::State& state, const std::string& source) {
  double longest = 0;
  double rest = 0;
  double pictures = 0;
  double ticks = 0;
  for ([[maybe_unused]] const auto _ : state) {
    const auto window = window_on(source, InputLog("", InputLog::End::closed));
    if (!window) return state.SkipWithError("there is no OpenGL 3.3");
    Application& application = window->application();
    application.session().play(RunDirection::forward, SessionThread::unlimited);
    const auto begin = Clock::now();
    std::uint64_t serial = 0;
    while (seconds_since(begin) < 1) {
      const auto drawn = Clock::now();
      window->frame();
      window->present();
      longest = std::max(longest, seconds_since(drawn));
      if (application.snapshot().serial != serial) ++pictures;
      serial = application.snapshot().serial;
    }
    application.session().pause();
    const auto paused = Clock::now();
    while (application.snapshot().playing()) window->frame();
    rest = std::max(rest, seconds_since(paused));
    ticks += static_cast<double>(application.snapshot().tick);
  }
  const auto runs = static_cast<double>(state.iterations());
  state.counters["longest_frame_ms"] = longest * 1000;
  state.counters["rest_ms"] = rest * 1000;
  state.counters["pictures"] = pictures / runs;
  state.counters["Mticks"] = ticks / runs / 1e6;
}

}  // namespace

// A layout, on the solver and on the large field.
#define FRAMES(layout)                                                                           \
  BENCHMARK_CAPTURE(window_frame, layout, LayoutPreset::layout, false)                           \
      ->UseManualTime()                                                                          \
      ->Iterations(200);                                                                         \
  BENCHMARK_CAPTURE(window_frame, layout##_light, LayoutPreset::layout, false, FrameMode::light) \
      ->UseManualTime()                                                                          \
      ->Iterations(200);                                                                         \
  BENCHMARK_CAPTURE(window_frame, layout##_edit, LayoutPreset::layout, false, FrameMode::edit)   \
      ->UseManualTime()                                                                          \
      ->Iterations(200);                                                                         \
  BENCHMARK_CAPTURE(window_frame, layout##_glow, LayoutPreset::layout, false, FrameMode::glow)   \
      ->UseManualTime()                                                                          \
      ->Iterations(200);                                                                         \
  BENCHMARK_CAPTURE(window_frame, layout##_large, LayoutPreset::layout, true)                    \
      ->UseManualTime()                                                                          \
      ->Iterations(50);                                                                          \
  BENCHMARK_CAPTURE(window_frame, layout##_large_edit, LayoutPreset::layout, true,               \
                    FrameMode::edit)                                                             \
      ->UseManualTime()                                                                          \
      ->Iterations(50);                                                                          \
  BENCHMARK_CAPTURE(window_frame, layout##_large_glow, LayoutPreset::layout, true,               \
                    FrameMode::glow)                                                             \
      ->UseManualTime()                                                                          \
      ->Iterations(50)

FRAMES(solver);
FRAMES(code);
FRAMES(profile);
#undef FRAMES

BENCHMARK(window_play)->Iterations(7)->Unit(benchmark::kSecond);
BENCHMARK(window_scrub)->UseManualTime()->Iterations(200)->Unit(benchmark::kMillisecond);
BENCHMARK_CAPTURE(window_stress, endless, std::string("1+:v\n^  <\n"))->Iterations(2);
BENCHMARK_CAPTURE(window_stress, flood, std::string(">55+,v\n^    <\n"))->Iterations(2);
// 5 million values (40 MB) and more.
BENCHMARK_CAPTURE(window_stress, deep_stack, std::string("1v\n>:<\n"))->Iterations(2);
BENCHMARK_CAPTURE(window_stress, large, large_program())->Iterations(2);

int main(int argc, char** argv) {
  fungescope::ui::register_sudoku();
  benchmark::Initialize(&argc, argv);
  benchmark::RunSpecifiedBenchmarks();
}
