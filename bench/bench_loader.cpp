// Measures opening a large program, of 2000 x 12,000 cells of dense code: reading the file, making
// the playfield, and the analyses of `inspect`.
#include "base/random.h"
#include "front_end/file_input.h"
#include "lang/analysis/static_analysis.h"
#include "lang/loader.h"

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <string>

#include <benchmark/benchmark.h>

namespace fungescope {
namespace {

constexpr std::size_t width = 2000;
constexpr std::size_t height = 12'000;

// Uniform over the printable characters, so that `#`, `A` and `"` are as frequent as all others.
std::string dense_source(std::string_view line_end) {
  Random random(1);
  std::string source;
  source.reserve((width + line_end.size()) * height);
  for (std::size_t y = 0; y < height; ++y) {
    for (std::size_t x = 0; x < width; ++x) {
      source += static_cast<char>(' ' + random.next() % 95);
    }
    source += line_end;
  }
  return source;
}

void open_and_load(benchmark::State& state) {
  const std::string path =
      (std::filesystem::temp_directory_path() / "fungescope_bench_loader.b93").string();
  std::ofstream(path, std::ios::binary) << dense_source("\n");
  for ([[maybe_unused]] auto _ : state) {
    const auto bytes = read_file(path);
    const auto program = load(*bytes, {});
    benchmark::DoNotOptimize(program->playfield.at(std::size_t{0}));
  }
  std::filesystem::remove(path);
}
BENCHMARK(open_and_load)->Unit(benchmark::kMillisecond);

void load_lf(benchmark::State& state) {
  const std::string source = dense_source("\n");
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(load(source, {}));
}
BENCHMARK(load_lf)->Unit(benchmark::kMillisecond);

void load_crlf(benchmark::State& state) {
  const std::string source = dense_source("\r\n");
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(load(source, {}));
}
BENCHMARK(load_crlf)->Unit(benchmark::kMillisecond);

// Ten bytes per line: measures the cost per line instead of per byte.
void load_million_short_lines(benchmark::State& state) {
  std::string source;
  for (int i = 0; i < 1'000'000; ++i) source += "12345678@\n";
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(load(source, {}));
}
BENCHMARK(load_million_short_lines)->Unit(benchmark::kMillisecond);

// A hit of the search for ARRAY at every fifth byte.
void load_many_false_arrays(benchmark::State& state) {
  std::string source;
  for (std::size_t i = 0; i < width * height / 5; ++i)
    source += i % 400 == 399 ? "ARRA\n" : "ARRAY";
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(load(source, {}));
}
BENCHMARK(load_many_false_arrays)->Unit(benchmark::kMillisecond);

void count_instructions(benchmark::State& state) {
  const auto program = load(dense_source("\n"), {});
  for ([[maybe_unused]] auto _ : state) benchmark::DoNotOptimize(histogram(program->playfield, {}));
}
BENCHMARK(count_instructions)->Unit(benchmark::kMillisecond);

void reach(benchmark::State& state) {
  const auto program = load(dense_source("\n"), {});
  for ([[maybe_unused]] auto _ : state)
    benchmark::DoNotOptimize(compute_reachability(program->playfield, {}).count);
}
BENCHMARK(reach)->Unit(benchmark::kMillisecond);

}  // namespace
}  // namespace fungescope

BENCHMARK_MAIN();
