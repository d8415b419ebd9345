#include "sudoku/cli/generate/generated_puzzles.h"

#include "base/escape.h"
#include "base/json.h"
#include "base/text_table.h"

#include <algorithm>
#include <numeric>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::string_view csv_header = "puzzle,solution,clues,level,rating,hardest,seed,ticks\n";

constexpr std::string_view blank = ".";

bool is_between(std::string_view character, std::string_view first, std::string_view last) {
  return character.size() == first.size() && character >= first && character <= last;
}

// Returns whether a code point changes the one before it, or takes no column: combining marks, zero
// width and variation selectors.
bool is_attached(std::string_view character) {
  return is_between(character, "\u0300", "\u036f") || is_between(character, "\u200b", "\u200f") ||
         is_between(character, "\u2060", "\u2064") || is_between(character, "\u20d0", "\u20ff") ||
         is_between(character, "\ufe00", "\ufe0f") || character == "\ufeff" ||
         character == "\u00ad";
}

bool is_blank(std::string_view character) {
  return character == " " || character == "\u00a0" || is_between(character, "\u2000", "\u200a") ||
         character == "\u3000";
}

tl::unexpected<Error> bad_symbols(std::string what, std::string advice) {
  return fail({"--symbols"}, std::move(what), std::move(advice));
}

// Quotes a field that symbols make ambiguous (RFC 4180).
std::string csv_field(std::string text) {
  if (text.find_first_of(",\"") == std::string::npos) return text;
  for (std::size_t at = 0; (at = text.find('"', at)) != std::string::npos; at += 2) {
    text.insert(at, 1, '"');
  }
  return '"' + text + '"';
}

}  // namespace

Result<DigitSymbols> parse_symbols(std::string_view text) {
  DigitSymbols symbols;
  std::size_t count = 0;
  while (!text.empty()) {
    const std::size_t size = code_point_size(text);
    if (size == 0) return bad_symbols("the text is not UTF-8", "write the symbols in UTF-8");
    const std::string character(text.substr(0, size));
    text.remove_prefix(size);
    if (is_blank(character) || is_attached(character) || escape_controls(character) != character) {
      return bad_symbols(
          fmt::format("the character {} cannot be seen by itself", single_quoted(character)),
          "use visible characters");
    }
    if (character == blank) {
      return bad_symbols("'.' stands for an unknown cell", "use another character");
    }
    if (std::find(symbols.begin(), symbols.end(), character) != symbols.end()) {
      return bad_symbols(fmt::format("{} is there twice", single_quoted(character)),
                         "give 9 different characters");
    }
    if (count < symbols.size()) symbols[count] = character;
    ++count;
  }
  if (count != symbols.size()) {
    return bad_symbols(fmt::format("there {} {} symbol{}", count == 1 ? "is" : "are", count,
                                   count == 1 ? "" : "s"),
                       "give 9, one for each digit");
  }
  return symbols;
}

namespace {

std::vector<std::string> cells_of(const puzzles::Grid& grid, const DigitSymbols& symbols) {
  std::vector<std::string> cells;
  for (const std::uint8_t digit : grid.cells) {
    cells.emplace_back(digit == 0 ? blank : std::string_view(symbols[digit - 1U]));
  }
  return cells;
}

std::string line_of(const puzzles::Grid& grid, const DigitSymbols& symbols) {
  return fmt::format("{}", fmt::join(cells_of(grid, symbols), ""));
}

std::string csv_of(const Candidate& candidate, const DigitSymbols& symbols) {
  std::string rated = ",,";
  if (candidate.path) {
    rated = fmt::format("{},{},{}", techniques::name_of(techniques::level_of(*candidate.path)),
                        techniques::rating_text(*candidate.path),
                        techniques::name_of(candidate.path->hardest));
  }
  return fmt::format("{},{},{},{},{},{}\n", csv_field(line_of(candidate.made.grid, symbols)),
                     csv_field(line_of(candidate.made.solution, symbols)),
                     puzzles::count_clues(candidate.made.grid), rated, candidate.made.seed,
                     candidate.made.ticks);
}

std::string json_of(const Candidate& candidate, const DigitSymbols& symbols) {
  Json json = Json::object();
  json["puzzle"] = line_of(candidate.made.grid, symbols);
  json["solution"] = line_of(candidate.made.solution, symbols);
  json["clues"] = puzzles::count_clues(candidate.made.grid);
  if (candidate.path) {
    json["level"] = techniques::name_of(techniques::level_of(*candidate.path));
    json["rating"] = candidate.path->needs_search() ? Json() : Json(candidate.path->rating / 10.0);
    json["hardest"] = techniques::name_of(candidate.path->hardest);
  }
  // As text, since many readers of JSON round numbers of 64 bits.
  json["seed"] = std::to_string(candidate.made.seed);
  json["ticks"] = candidate.made.ticks;
  return json_text(json) + "\n";
}

}  // namespace

std::string PuzzleFormat::apply(const Candidate& candidate, bool first, bool header) const {
  const std::vector<std::string> cells = cells_of(candidate.made.grid, symbols);
  std::string text;
  switch (format) {
    case SolutionFormat::json:
      return json_of(candidate, symbols);
    case SolutionFormat::csv:
      return (first && header ? std::string(csv_header) : "") + csv_of(candidate, symbols);
    case SolutionFormat::grid:
      text = first ? "" : "\n";
      for (std::size_t i = 0; i < cells.size(); ++i) text += cells[i] + (i % 9 == 8 ? "\n" : "");
      return text;
    case SolutionFormat::pretty:
      return (first ? "" : "\n") + draw_grid({cells, {}}, style);
    case SolutionFormat::automatic:
    case SolutionFormat::line:
      break;
  }
  return line_of(candidate.made.grid, symbols) + "\n";
}

bool GenerateWriter::write(BatchTask& task) {
  using puzzles::GeneratedPuzzle;
  const Candidate& candidate = *task.candidate;
  if (candidate.made.status == GeneratedPuzzle::Status::stopped) return end(End::stopped);
  ++tried_;
  const bool wanted =
      candidate.made.status == GeneratedPuzzle::Status::accepted && !candidate.other_level;
  if (wanted) {
    if (options_.output_is_terminal) progress_.clear();
    if (!output_.write(options_.format.apply(candidate, kept_ == 0, options_.header))) {
      return end(End::closed);
    }
    tried_in_vain_ = 0;
    if (++kept_ == options_.count) return end(End::complete);
  } else if (candidate.other_level) {
    ++other_levels_;
  } else {
    if (rejected() == 0) first_rejection_ = candidate.made.reason;
    ++rejections_[static_cast<std::size_t>(candidate.made.rejection)];
  }
  if (!wanted && ++tried_in_vain_ == options_.max_tries) return end(End::gave_up);
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
