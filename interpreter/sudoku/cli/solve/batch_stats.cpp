#include "sudoku/cli/solve/batch_stats.h"

#include "base/text_table.h"

#include <algorithm>
#include <bit>
#include <cmath>

#include <fmt/format.h>
#include <nlohmann/json.hpp>

namespace fungescope {
namespace {

constexpr unsigned step_bits = 6;  // 2^6 steps for each power of two

std::size_t bucket_of(Tick ticks) {
  const auto width = static_cast<unsigned>(std::bit_width(ticks));
  if (width <= step_bits) return ticks;
  const unsigned shift = width - step_bits - 1;
  return (std::size_t{shift} << step_bits) + (ticks >> shift);
}

// Returns the middle of a bucket.
Tick value_of(std::size_t bucket) {
  if (bucket < (2U << step_bits)) return bucket;
  const std::size_t shift = (bucket >> step_bits) - 1;
  const Tick low = Tick{bucket - (shift << step_bits)} << shift;
  return low + ((Tick{1} << shift) >> 1U);
}

double per_second(double amount, double seconds) {
  return seconds > 0 ? amount / seconds : 0;
}

}  // namespace

void BatchStats::add(bool solved, Tick ticks) {
  // First: it throws if memory is short, and then nothing is counted.
  if (exact_.size() < exact_limit) exact_.push_back(ticks);
  ++puzzles_;
  solved_ += solved ? 1 : 0;
  ++runs_;
  ticks_ += ticks;
  max_ticks_ = std::max(max_ticks_, ticks);
  ++histogram_[bucket_of(ticks)];
}

double BatchStats::mean() const {
  return runs_ == 0 ? 0 : static_cast<double>(ticks_) / static_cast<double>(runs_);
}

// The lower of the two middle values.
Tick BatchStats::median() const {
  if (runs_ == 0) return 0;
  const std::uint64_t rank = (runs_ - 1) / 2;
  if (runs_ <= exact_limit) {
    std::vector<Tick> sorted = exact_;
    const auto middle = sorted.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(sorted.begin(), middle, sorted.end());
    return *middle;
  }
  std::uint64_t below = 0;
  std::size_t bucket = 0;
  while (below + histogram_[bucket] <= rank) below += histogram_[bucket++];
  return value_of(bucket);
}

std::string BatchStats::to_text(const Run& run) const {
  return fmt::format(
      "{} puzzle{}, {} solved, in {:.3f} s ({:.1f} a second); {} ticks ({:.1f} million a second); "
      "a puzzle: mean {}, median {}, most {}; engine {}, jobs {}",
      with_separators(puzzles_), puzzles_ == 1 ? "" : "s", with_separators(solved_), run.seconds,
      per_second(static_cast<double>(puzzles_), run.seconds), with_separators(run.ticks),
      per_second(static_cast<double>(run.ticks), run.seconds) / 1e6,
      with_separators(static_cast<std::uint64_t>(std::llround(mean()))), with_separators(median()),
      with_separators(max_ticks_),
      run.solver.empty() ? format_engine(run.engine, run.jit, run.ticks) : std::string(run.solver),
      run.jobs);
}

std::string BatchStats::to_json(const Run& run) const {
  auto json = nlohmann::ordered_json::object();
  json["puzzles"] = puzzles_;
  json["solved"] = solved_;
  json["ticks"] = run.ticks;
  json["ticks_mean"] = mean();
  json["ticks_median"] = median();
  json["ticks_max"] = max_ticks_;
  json["seconds"] = run.seconds;
  json["ticks_per_second"] = per_second(static_cast<double>(run.ticks), run.seconds);
  json["puzzles_per_second"] = per_second(static_cast<double>(puzzles_), run.seconds);
  if (run.solver.empty()) {
    add_tier_fields(json, run.engine, run.jit, run.ticks);
  } else {
    json["engine"] = run.solver;
  }
  json["jobs"] = run.jobs;
  return json.dump();
}

}  // namespace fungescope
