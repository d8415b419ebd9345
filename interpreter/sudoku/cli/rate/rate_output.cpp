#include "sudoku/cli/rate/rate_output.h"

#include "base/json.h"
#include "base/text_table.h"
#include "front_end/standard_streams.h"

#include <unistd.h>
#include <utility>

#include "sudoku/cli/rate/rated_puzzle.h"
#include <fmt/format.h>

namespace fungescope {
namespace {

using techniques::Path;
using techniques::Technique;

// The status of a puzzle that could be rated is "rated", of others that of `solve`.
std::string_view status_word(const BatchTask& task) {
  return task.rated != nullptr ? "rated" : format_status(task);
}

// Calls `visit` with each technique of a path and how often it was used, hardest first.
template <class Visit>
void for_each_use(const Path& path, Visit visit) {
  for (std::size_t i = techniques::technique_count; i-- > 0;) {
    if (path.uses[i] > 0) visit(techniques::name_of(static_cast<Technique>(i)), path.uses[i]);
  }
}

int steps_of(const Path& path) {
  int steps = 0;
  for (const int uses : path.uses) steps += uses;
  return steps;
}

std::string rating_text_line(const BatchTask& task) {
  if (task.rated == nullptr) {
    const bool has_puzzle = task.kind == BatchTask::Kind::puzzle;
    return has_puzzle ? fmt::format("{} {}\n", puzzles::to_line(task.puzzle), status_word(task))
                      : fmt::format("{}\n", status_word(task));
  }
  const RatedPuzzle& rated = *task.rated;
  std::string uses;
  for_each_use(rated.path, [&uses](std::string_view name, int count) {
    uses += fmt::format("{}{} x {}", uses.empty() ? "" : ", ", count, name);
  });
  const std::string run =
      rated.run
          ? fmt::format("{} guess{}, {} ticks", with_separators(rated.run->guesses),
                        rated.run->guesses == 1 ? "" : "es", with_separators(rated.run->ticks))
          : "with its candidates";
  return fmt::format("{} {:<6} {}, {}; {}; {}\n", puzzles::to_line(task.puzzle),
                     techniques::rating_text(rated.path),
                     techniques::name_of(techniques::level_of(rated.path)),
                     techniques::name_of(rated.path.hardest), run, uses);
}

std::string rating_csv_line(const BatchTask& task, bool first) {
  std::string line = first ? "puzzle,rating,hardest,guesses,ticks,level,status,steps,uses\n" : "";
  const bool has_puzzle = task.kind == BatchTask::Kind::puzzle;
  line += has_puzzle ? puzzles::to_line(task.puzzle) : "";
  if (task.rated == nullptr) return line + fmt::format(",,,,,,{},,\n", status_word(task));
  const RatedPuzzle& rated = *task.rated;
  std::string uses;
  for_each_use(rated.path, [&uses](std::string_view name, int count) {
    uses += fmt::format("{}{} {}", uses.empty() ? "" : "; ", count, name);
  });
  const std::string run =
      rated.run ? fmt::format("{},{}", rated.run->guesses, rated.run->ticks) : ",";
  return line + fmt::format(",{},{},{},{},{},{},{}\n", techniques::rating_text(rated.path),
                            techniques::name_of(rated.path.hardest), run,
                            techniques::name_of(techniques::level_of(rated.path)),
                            status_word(task), steps_of(rated.path), uses);
}

std::string rating_json_line(const BatchTask& task) {
  Json json = Json::object();
  json["file"] = *task.file;
  if (task.line > 0) json["line"] = task.line;
  json["status"] = status_word(task);
  const bool has_puzzle = task.kind == BatchTask::Kind::puzzle;
  if (has_puzzle) json["puzzle"] = puzzles::to_line(task.puzzle);
  if (task.rated == nullptr) {
    json["reason"] = has_puzzle ? task.result.reason : to_string(task.error);
    return json_text(json) + "\n";
  }
  const RatedPuzzle& rated = *task.rated;
  if (rated.path.needs_search()) {
    json["rating"] = nullptr;
  } else {
    json["rating"] = rated.path.rating / 10.0;
  }
  json["level"] = techniques::name_of(techniques::level_of(rated.path));
  json["hardest"] = techniques::name_of(rated.path.hardest);
  json["guesses"] = rated.run ? Json(rated.run->guesses) : Json(nullptr);
  json["ticks"] = rated.run ? Json(rated.run->ticks) : Json(nullptr);
  json["steps"] = steps_of(rated.path);
  Json uses = Json::object();
  for_each_use(rated.path,
               [&uses](std::string_view name, int count) { uses[std::string(name)] = count; });
  json["uses"] = std::move(uses);
  return json_text(json) + "\n";
}

}  // namespace

std::optional<RatingFormat> parse_rating_format(std::string_view name) {
  if (name == "text") return RatingFormat::text;
  if (name == "csv") return RatingFormat::csv;
  if (name == "json") return RatingFormat::json;
  return std::nullopt;
}

std::string format_rating(const BatchTask& task, RatingFormat format, bool first) {
  if (format == RatingFormat::csv) return rating_csv_line(task, first);
  return format == RatingFormat::json ? rating_json_line(task) : rating_text_line(task);
}

RateWriter::RateWriter(RatingFormat format, const FilterOptions& filter, bool show_progress,
                       std::function<double()> fraction_done)
    : format_(format),
      output_(STDOUT_FILENO),
      progress_(show_progress),
      fraction_done_(std::move(fraction_done)),
      header_due_(!filter.no_header),
      exit_code_(filter.exit_zero) {}

bool RateWriter::write(BatchTask& task) {
  const bool interrupted = task.kind == BatchTask::Kind::puzzle &&
                           task.result.status == puzzles::SolveStatus::interrupted;
  if (interrupted) return false;
  exit_code_.add(task);
  bool accepted = true;
  if (task.kind != BatchTask::Kind::unreadable) {
    progress_.update(++puzzles_, fraction_done_());
    accepted = output_.write(format_rating(task, format_, std::exchange(header_due_, false)));
  }
  const std::string failure = describe_failure(task);
  if (!failure.empty()) {
    output_.flush();
    progress_.clear();
    print_message("fungescope: {}\n", failure);
  }
  return accepted;
}

void RateWriter::on_idle() {
  output_.flush();
  progress_.update(puzzles_, fraction_done_());
}

void RateWriter::finish() {
  progress_.clear();
  output_.flush();
}

}  // namespace fungescope
