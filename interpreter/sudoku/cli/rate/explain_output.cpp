#include "sudoku/cli/rate/explain_output.h"

#include "base/json.h"
#include "base/text_table.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <utility>

#include <fmt/format.h>

namespace fungescope {
namespace {

using puzzles::SolverKnowledge;
using techniques::Candidates;
using techniques::CellDigits;
using techniques::Digit;
using techniques::Path;
using techniques::Step;

// Returns when the program had the step's digit, or had ruled out the last of its candidates.
Tick tick_of(const Step& step, const SolverKnowledge& knowledge) {
  if (step.placement) return knowledge.digits[step.placement->cell];
  Tick last = 0;
  for (const auto& [cell, digits] : step.eliminations) {
    for (const Digit digit : techniques::digits_in(digits)) {
      last = std::max(last, knowledge.ruled_out[cell][digit - 1U]);
    }
  }
  return last;
}

std::string rating_word(const Step& step) {
  return step.technique == techniques::Technique::search ? "search"
                                                         : techniques::rating_text(step.rating);
}

Json cell_json(techniques::Cell cell) {
  Json json = Json::object();
  json["row"] = techniques::row_of(cell) + 1;
  json["column"] = techniques::column_of(cell) + 1;
  return json;
}

Json eliminations_json(const std::vector<CellDigits>& eliminations) {
  Json list = Json::array();
  for (const auto& [cell, digits] : eliminations) {
    Json json = cell_json(cell);
    json["digits"] = Json::array();
    for (const Digit digit : techniques::digits_in(digits)) json["digits"].push_back(digit);
    list.push_back(std::move(json));
  }
  return list;
}

std::string step_json(const Step& step, const Candidates& board, std::size_t number,
                      const SolverKnowledge* knowledge) {
  Json json = Json::object();
  json["step"] = number;
  if (step.rating > 0) {
    json["rating"] = step.rating / 10.0;
  } else {
    json["rating"] = nullptr;
  }
  json["technique"] = techniques::name_of(step.technique);
  if (step.placement) {
    json["place"] = cell_json(step.placement->cell);
    json["place"]["digit"] = step.placement->digit;
  }
  if (!step.eliminations.empty()) json["eliminate"] = eliminations_json(step.eliminations);
  json["text"] = techniques::explain(step, board);
  if (knowledge != nullptr) json["tick"] = tick_of(step, *knowledge);
  return json_text(json) + "\n";
}

std::string summary(const Path& path) {
  if (path.steps.empty()) return "the grid is solved\n";
  const std::string rating =
      path.needs_search() ? "no rating" : "rating " + techniques::rating_text(path);
  return fmt::format(
      "{}, {}: {}; {} step{}\n", rating, techniques::name_of(techniques::level_of(path)),
      techniques::name_of(path.hardest), path.steps.size(), path.steps.size() == 1 ? "" : "s");
}

std::string format_path(Candidates board, const Path& path, ExplanationFormat format,
                        const SolverKnowledge* knowledge) {
  std::string text;
  std::size_t number = 0;
  for (const Step& step : path.steps) {
    ++number;
    if (format == ExplanationFormat::json) {
      text += step_json(step, board, number, knowledge);
    } else {
      const std::string tick =
          knowledge == nullptr
              ? ""
              : fmt::format(" tick {:>11} ", with_separators(tick_of(step, *knowledge)));
      text += fmt::format("{:>3}. {:<6} {} {}\n", number, rating_word(step), tick,
                          techniques::explain(step, board));
    }
    techniques::apply(step, board);
  }
  if (format == ExplanationFormat::text) text += summary(path);
  return text;
}

std::string format_hint(const Candidates& board, const Path& path,
                        const ExplanationOptions& options, const SolverKnowledge* knowledge) {
  const bool as_json = options.format == ExplanationFormat::json;
  if (path.steps.empty()) return as_json ? "{}\n" : summary(path);
  const Step& step = path.steps.front();
  const techniques::HintStrength strength = *options.next;
  if (as_json && strength == techniques::HintStrength::step) {
    return step_json(step, board, 1, knowledge);
  }
  const std::string hint = techniques::hint(step, board, strength);
  if (as_json) {
    Json json = Json::object();
    json["hint"] = hint;
    if (knowledge != nullptr) json["tick"] = tick_of(step, *knowledge);
    return json_text(json) + "\n";
  }
  if (knowledge == nullptr) return hint + "\n";
  return fmt::format("{}\nsudoku.b93 knew it at tick {}\n", hint,
                     with_separators(tick_of(step, *knowledge)));
}

}  // namespace

std::string format_explanation(const Candidates& start, const Path& path,
                               const ExplanationOptions& options,
                               const SolverKnowledge* knowledge) {
  if (options.next) return format_hint(start, path, options, knowledge);
  return format_path(start, path, options.format, knowledge);
}

}  // namespace fungescope
