#include "sudoku/techniques/words/explanation.h"

#include "sudoku/techniques/words/notation.h"
#include <fmt/format.h>

namespace fungescope::techniques {

std::string conclusion(const Step& step) {
  if (!step.placement) return eliminations_text(step.eliminations);
  return fmt::format("{} = {}", to_text(step.placement->cell), step.placement->digit);
}

std::string technique_text(const Step& step) {
  switch (step.technique) {
    case Technique::last_value:
      return fmt::format("last value of {}", unit_text(step.units[0]));
    case Technique::hidden_single_in_box:
    case Technique::hidden_single_in_line:
      return fmt::format("hidden single in {}", unit_text(step.units[0]));
    default:
      break;
  }
  if (step.type == 0) return std::string(name_of(step.technique));
  return fmt::format("{} of type {}", name_of(step.technique), step.type);
}

std::string explain(const Step& step, const Candidates& board) {
  return fmt::format("{}: {}, {}", conclusion(step), technique_text(step), reason(step, board));
}

namespace {

CellSet cells_of(const std::vector<CellDigits>& candidates) {
  CellSet cells;
  for (const auto& [cell, digits] : candidates) cells.insert(cell);
  return cells;
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

}  // namespace fungescope::techniques
