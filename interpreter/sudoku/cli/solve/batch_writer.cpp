#include "sudoku/cli/solve/batch_writer.h"

#include "base/text_table.h"
#include "front_end/standard_streams.h"

#include <unistd.h>
#include <utility>

namespace fungescope {
namespace {

// Returns whether the run reached its end, so that `--check` compared all of it.
bool ran_to_an_end(const puzzles::SolveResult& answer) {
  using puzzles::SolveStatus;
  return answer.ticks > 0 && answer.status != SolveStatus::max_ticks &&
         answer.status != SolveStatus::error && answer.status != SolveStatus::interrupted;
}

}  // namespace

BatchWriter::BatchWriter(BatchWriterOptions options)
    : options_(std::move(options)),
      output_(STDOUT_FILENO),
      progress_(options_.show_progress),
      exit_code_(options_.exit_zero) {}

bool BatchWriter::write(BatchTask& task) {
  if (task.kind != BatchTask::Kind::malformed && task.kind != BatchTask::Kind::unreadable &&
      task.result.status == puzzles::SolveStatus::interrupted) {
    if (task.result.changes > 0) print_error(task);  // how far --check got
    return false;
  }
  count(task);
  progress_.update(stats_.puzzles(), options_.fraction_done());
  if (task.kind == BatchTask::Kind::unreadable) {
    print_error(task);
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
    print_error(*held_);  // for a single puzzle only the reason is printed
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
  exit_code_.add(task);
  if (task.kind == BatchTask::Kind::unreadable) return;
  if (task.kind == BatchTask::Kind::malformed) return stats_.add_malformed();
  const auto& answer = task.result;
  stats_.add(answer.status == puzzles::SolveStatus::solved, answer.ticks);
  if (ran_to_an_end(answer)) {
    ++compared_;
    changes_ += answer.changes;
  }
  differences_ += answer.status == puzzles::SolveStatus::difference ? 1 : 0;
  wrong_ += answer.status == puzzles::SolveStatus::wrong ? 1 : 0;
  unsolvable_ += answer.status == puzzles::SolveStatus::unsolvable ? 1 : 0;
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
  print_error(task);
  return accepted;
}

void BatchWriter::print_error(const BatchTask& task) {
  const std::string text = describe_failure(task);
  if (text.empty()) return;
  output_.flush();
  progress_.clear();
  print_message("fungescope: {}\n", text);
}

}  // namespace fungescope
