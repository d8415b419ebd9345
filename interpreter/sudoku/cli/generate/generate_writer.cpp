#include "sudoku/cli/generate/generate_writer.h"

#include "base/text_table.h"

#include <numeric>
#include <unistd.h>
#include <utility>

#include <fmt/format.h>

namespace fungescope {

GenerateWriter::GenerateWriter(GenerateWriterOptions options)
    : options_(std::move(options)), output_(STDOUT_FILENO), progress_(options_.show_progress) {}

bool GenerateWriter::write(BatchTask& task) {
  const Candidate& candidate = *task.candidate;
  if (candidate.fate == Candidate::Fate::stopped) return end(End::stopped);
  ++tried_;
  if (candidate.fate == Candidate::Fate::kept) {
    if (options_.output_is_terminal) progress_.clear();
    if (!output_.write(options_.format.apply(candidate, kept_ == 0, options_.header))) {
      return end(End::closed);
    }
    tried_in_vain_ = 0;
    if (++kept_ == options_.count) return end(End::complete);
  } else {
    if (candidate.fate == Candidate::Fate::other_level) {
      ++other_levels_;
    } else {
      if (rejected() == 0) first_rejection_ = candidate.made.reason;
      ++rejections_[static_cast<std::size_t>(candidate.made.rejection)];
    }
    if (++tried_in_vain_ == options_.max_tries) return end(End::gave_up);
  }
  show_progress();
  return true;
}

void GenerateWriter::on_idle() {
  if (!output_.flush() && !done()) end(End::closed);
  show_progress();
}

void GenerateWriter::finish() {
  progress_.clear();
  if (!output_.flush()) end_ = End::closed;
}

std::uint64_t GenerateWriter::rejected() const {
  return std::accumulate(rejections_.begin(), rejections_.end(), std::uint64_t{0});
}

bool GenerateWriter::end(End why) {
  end_ = why;
  return false;
}

void GenerateWriter::show_progress() {
  const std::chrono::duration<double> elapsed = std::chrono::steady_clock::now() - start_;
  const double fraction = static_cast<double>(kept_) / static_cast<double>(options_.count);
  progress_.update(kept_, fraction,
                   fmt::format("{} tried in {:.0f} s", with_separators(tried_), elapsed.count()));
}

}  // namespace fungescope
