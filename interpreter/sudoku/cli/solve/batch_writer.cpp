#include "sudoku/cli/solve/batch_writer.h"

#include "base/text_table.h"
#include "front_end/standard_streams.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <utility>

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
      "{}, {} solved, in {:.3f} s ({:.1f} a second); {} ticks ({:.1f} million a second); "
      "a puzzle: mean {}, median {}, most {}; engine {}, jobs {}",
      count_text(puzzles_, "puzzle"), with_separators(solved_), run.seconds,
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

namespace {

// Returns whether the run reached its end, so that `--check` compared all of it.
bool ran_to_an_end(const puzzles::SolveResult& answer) {
  using puzzles::SolveStatus;
  return answer.ticks > 0 && answer.status != SolveStatus::max_ticks &&
         answer.status != SolveStatus::error && answer.status != SolveStatus::interrupted;
}

}  // namespace

bool BatchWriter::write(BatchTask& task) {
  if (task.has_puzzle() && task.result.status == puzzles::SolveStatus::interrupted) {
    if (task.result.changes > 0) print_failure(task);  // how far --check got
    return false;
  }
  count(task);
  progress_.update(stats_.puzzles(), options_.fraction_done());
  if (task.kind == BatchTask::Kind::unreadable) {
    print_failure(task);
    return true;
  }
  if (options_.format != SolutionFormat::automatic) return write_result(task, options_.format);
  if (written_ == 0 && !held_) {
    held_ = std::move(task);
    return !several_.load(std::memory_order_relaxed) || write_held(SolutionFormat::line);
  }
  return write_held(SolutionFormat::line) && write_result(task, SolutionFormat::line);
}

void BatchWriter::on_idle() {
  if (held_ && several_.load(std::memory_order_relaxed)) write_held(SolutionFormat::line);
  output_.flush();
  progress_.update(stats_.puzzles(), options_.fraction_done());
}

void BatchWriter::finish() {
  if (several_.load(std::memory_order_relaxed)) write_held(SolutionFormat::line);
  progress_.clear();
  const bool pretty = options_.output_is_terminal;
  if (held_ && exit_code_of(*held_) != exit_code::done) {
    print_failure(*held_);  // for a single puzzle only the reason is printed
  } else if (held_) {
    const BatchTask task = *held_;
    write_held(pretty ? SolutionFormat::pretty : SolutionFormat::grid);
    output_.flush();
    if (pretty && task.result.ticks > 0) {
      print_message("solved in {} ticks\n", with_separators(task.result.ticks));
    }
  }
  held_.reset();
  output_.flush();
}

void BatchWriter::count(const BatchTask& task) {
  add_to_exit_code(exit_code_, task, options_.exit_zero);
  if (task.kind == BatchTask::Kind::unreadable) return;
  if (task.kind == BatchTask::Kind::malformed) return stats_.add_malformed();
  const auto& answer = task.result;
  stats_.add(answer.status == puzzles::SolveStatus::solved, answer.ticks);
  if (ran_to_an_end(answer)) {
    ++checked_.compared;
    checked_.changes += answer.changes;
    checked_.followed += answer.method ? 1 : 0;
    if (!checked_.method) checked_.method = answer.method;
  }
  checked_.differences += answer.status == puzzles::SolveStatus::difference ? 1 : 0;
  checked_.wrong += answer.status == puzzles::SolveStatus::wrong ? 1 : 0;
  checked_.unsolvable += answer.status == puzzles::SolveStatus::unsolvable ? 1 : 0;
}

bool BatchWriter::write_held(SolutionFormat format) {
  if (!held_) return true;
  const BatchTask task = std::move(*held_);
  held_.reset();
  return write_result(task, format);
}

bool BatchWriter::write_result(const BatchTask& task, SolutionFormat format) {
  // On the same terminal the result would disrupt the progress line.
  if (options_.output_is_terminal) progress_.clear();
  // Only the header of csv depends on whether a row is the first.
  const bool first = written_++ == 0 && !(format == SolutionFormat::csv && options_.omit_header);
  const bool accepted = output_.write(format_result(task, format, options_.drawing, first));
  print_failure(task);
  return accepted;
}

}  // namespace fungescope
