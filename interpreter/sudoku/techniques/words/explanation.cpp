#include "sudoku/techniques/words/explanation.h"

#include "base/text_table.h"

#include <fmt/format.h>

namespace fungescope::techniques {

std::string conclusion(const Step& step) {
  if (!step.placement) return eliminations_text(step.eliminations);
  return fmt::format("{} = {}", to_text(step.placement->cell), step.placement->digit);
}

namespace {

// "naked pair", "unique rectangle of type 2", "hidden single in row 5".
std::string technique_text(const Step& step) {
  const bool box = step.technique == Technique::hidden_single_in_box;
  if (box || step.technique == Technique::hidden_single_in_line) {
    return "hidden single in " + unit_text(step.units[0]);
  }
  if (step.technique == Technique::last_value) return "last value of " + unit_text(step.units[0]);
  if (step.type == 0) return std::string(name_of(step.technique));
  return fmt::format("{} of type {}", name_of(step.technique), step.type);
}

std::vector<Unit> first_units(const Step& step, std::size_t number) {
  return {step.units.begin(), step.units.begin() + static_cast<std::ptrdiff_t>(number)};
}

std::string place_text(const Step& step) {
  const Focus focus = focus_of(step);
  if (!focus.units.empty()) return "in " + units_text(focus.units);
  return (step.chain.empty() ? "at " : "around ") + to_text(focus.cells);
}

}  // namespace

Focus focus_of(const Step& step) {
  switch (step.technique) {
    case Technique::x_wing:
    case Technique::swordfish:
    case Technique::jellyfish:  // the lines with few places
      return {first_units(step, step.units.size() / 2), {}};
    case Technique::skyscraper:
    case Technique::two_string_kite:
    case Technique::turbot_fish:
    case Technique::grouped_turbot_fish:  // the strong links
      return {first_units(step, 2), {}};
    case Technique::unique_rectangle:
    case Technique::unique_loop:
      return {{}, cells_of(step.pattern)};
    case Technique::bivalue_universal_grave:
      return {{}, cells_of(step.extras)};
    default:
      break;
  }
  if (!step.chain.empty()) return {{}, CellSet::of(step.chain.front().cell)};
  if (!step.units.empty()) return {first_units(step, 1), {}};
  return {{}, cells_of(step.pattern)};
}

std::string explain(const Step& step, const Candidates& board) {
  return fmt::format("{}: {}, {}", conclusion(step), technique_text(step), reason(step, board));
}

std::string hint(const Step& step, const Candidates& board, HintStrength strength) {
  switch (strength) {
    case HintStrength::where:
      return "look " + place_text(step);
    case HintStrength::technique:
      return fmt::format("look {}: {}", place_text(step), name_of(step.technique));
    case HintStrength::step:
      break;
  }
  return explain(step, board);
}

std::string to_text(const CellSet& cells, std::string_view conjunction) {
  std::vector<std::string> words;
  for (const Cell cell : cells) words.push_back(to_text(cell));
  return join_names(words, conjunction);
}

std::string units_text(const std::vector<Unit>& units) {
  std::vector<std::string> words;
  bool same_kind = units.size() > 1;
  for (const Unit unit : units) same_kind &= kind_of(unit) == kind_of(units.front());
  for (const Unit unit : units) {
    words.push_back(same_kind ? fmt::to_string(unit % 9 + 1) : unit_text(unit));
  }
  if (!same_kind) return join_names(words);
  const std::string_view kind = kind_name(units.front());
  return fmt::format("{}{} {}", kind, kind == "box" ? "es" : "s", join_names(words));
}

std::string digits_text(DigitMask digits, std::string_view conjunction) {
  std::vector<std::string> words;
  for (const Digit digit : digits_in(digits)) words.push_back(fmt::to_string(digit));
  return join_names(words, conjunction);
}

std::string eliminations_text(const std::vector<CellDigits>& eliminations) {
  std::vector<bool> named(eliminations.size());
  std::string text;
  for (std::size_t i = 0; i < eliminations.size(); ++i) {
    if (named[i]) continue;
    CellSet cells;  // that lose the same digits
    for (std::size_t k = i; k < eliminations.size(); ++k) {
      if (eliminations[k].digits != eliminations[i].digits) continue;
      cells.insert(eliminations[k].cell);
      named[k] = true;
    }
    if (!text.empty()) text += "; ";
    text += fmt::format("{} {} {}", to_text(cells), cells.size() == 1 ? "loses" : "lose",
                        digits_text(eliminations[i].digits));
  }
  return text;
}

}  // namespace fungescope::techniques
