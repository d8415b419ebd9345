// The reasons of steps.
#include "sudoku/techniques/words/explanation.h"
#include <fmt/format.h>

namespace fungescope::techniques {
namespace {

// "a", "a, and b", "a, b, and c".
std::string join(std::vector<std::string> clauses, const char* conjunction) {
  if (clauses.size() > 1) clauses.back().insert(0, conjunction);
  return fmt::format("{}", fmt::join(clauses, ", "));
}

struct RulingOut {
  Cell source = 0;
  CellSet cells;  // that see it, and none before it
};

// The cells with a digit that rule it out of others, which lose those cells.
std::vector<RulingOut> sources_of(const Candidates& board, Digit digit, CellSet& others) {
  std::vector<RulingOut> found;
  for (const Cell source : every_cell) {
    if (board.grid().cells[source] != digit) continue;
    const CellSet seen = others & geometry.peers[source];
    if (seen.empty()) continue;
    found.push_back({source, seen});
    others -= seen;
  }
  return found;
}

// The cells of a hidden single's unit that do not get its digit.
CellSet other_places(const Step& step, const Candidates& board) {
  CellSet others = board.open() & geometry.sets[step.units[0]];
  others.erase(step.placement->cell);
  return others;
}

// "7 is ruled out of r5c1 and r5c2 by r4c2, and of r5c9 by earlier eliminations".
std::string ruled_out_of(const Candidates& board, Digit digit, CellSet cells) {
  std::vector<std::string> clauses;
  for (const auto& [source, seen] : sources_of(board, digit, cells)) {
    clauses.push_back(fmt::format("of {} by {}", to_text(seen), to_text(source)));
  }
  if (!cells.empty())
    clauses.push_back(fmt::format("of {} by earlier eliminations", to_text(cells)));
  return fmt::format("{} is ruled out {}", digit, join(clauses, "and "));
}

// "1 and 2 are ruled out by row 5, and 3 by column 3".
std::string ruled_out_of(const Candidates& board, Cell cell, DigitMask digits) {
  std::vector<std::string> clauses;
  auto add = [&](DigitMask here, const std::string& by) {
    if (here == 0) return;
    const std::string verb = !clauses.empty()   ? ""
                             : count(here) == 1 ? " is ruled out"
                                                : " are ruled out";
    clauses.push_back(fmt::format("{}{} by {}", digits_text(here), verb, by));
    digits = without(digits, here);
  };
  for (const UnitKind kind : {UnitKind::row, UnitKind::column, UnitKind::box}) {
    const Unit unit = unit_of(cell, kind);
    DigitMask here = 0;
    for (const Cell other : geometry.cells[unit]) {
      const Digit digit = board.grid().cells[other];
      if (digit != 0) here |= static_cast<DigitMask>(digits & mask_of(digit));
    }
    add(here, unit_text(unit));
  }
  add(digits, "earlier eliminations");
  return join(clauses, "and ");
}

std::string reason_for_single(const Step& step, const Candidates& board) {
  const auto [cell, digit] = *step.placement;
  if (step.technique == Technique::last_value) return "since its other cells are filled";
  if (step.technique == Technique::naked_single) {
    return "since " + ruled_out_of(board, cell, without(all_digits, mask_of(digit)));
  }
  return "since " + ruled_out_of(board, digit, other_places(step, board));
}

std::string intersection(const Step& step) {
  std::string text = fmt::format("since the places for {} in {}, {}, are all in {}",
                                 digits_text(step.digits), unit_text(step.units[0]),
                                 to_text(cells_of(step.pattern)), unit_text(step.units[1]));
  if (step.placement) {
    text += fmt::format(", so that {}, and {} is the last place for {} in {}",
                        eliminations_text(step.eliminations), to_text(step.placement->cell),
                        step.placement->digit, unit_text(step.units[2]));
  }
  return text;
}

std::string hidden_set(const Step& step) {
  std::string text =
      fmt::format("since {} have no other places in {} than {}", digits_text(step.digits),
                  unit_text(step.units[0]), to_text(cells_of(step.pattern)));
  if (step.placement) {
    text += fmt::format(", which leaves {} as the last place for {}", to_text(step.placement->cell),
                        step.placement->digit);
  }
  return text;
}

std::string naked_set(const Step& step) {
  return fmt::format("since {} in {} have no other candidates than {}",
                     to_text(cells_of(step.pattern)), unit_text(step.units[0]),
                     digits_text(step.digits));
}

std::string fish(const Step& step) {
  const auto half = static_cast<std::ptrdiff_t>(step.units.size() / 2);
  return fmt::format("since the places for {} in {} are all in {}", digits_text(step.digits),
                     units_text({step.units.begin(), step.units.begin() + half}),
                     units_text({step.units.begin() + half, step.units.end()}));
}

std::string group_text(const CellSet& group) {
  return group.size() == 1 ? to_text(group) : fmt::format("({})", to_text(group, "or"));
}

// "r4c8 sees both", of the cells that lose a digit.
std::string seen_by_losers(const Step& step, std::string_view what) {
  const CellSet losers = cells_of(step.eliminations);
  return fmt::format("{} see{} {}", to_text(losers), losers.size() == 1 ? "s" : "", what);
}

std::string turbot_fish(const Step& step) {
  const std::string digit = digits_text(step.digits);
  std::vector<std::string> groups;
  for (const CellSet& group : step.groups) groups.push_back(group_text(group));
  std::string text = fmt::format(
      "since {0} in {1} is in {2} or {3}, and in {4} in {5} or {6}; {3} and {5} cannot both have "
      "it, as they share {7}, so {2} or {6} has it",
      digit, unit_text(step.units[0]), groups[0], groups[1], unit_text(step.units[1]), groups[2],
      groups[3], unit_text(step.units[2]));
  if (step.units.size() > 3) {
    text += fmt::format("; they share {}, so exactly one of them does, and of {} and {} too",
                        unit_text(step.units[3]), groups[1], groups[2]);
  } else {
    const bool pair = step.groups.front().size() == 1 && step.groups.back().size() == 1;
    text += ", and " + seen_by_losers(step, pair ? "both" : "all of these");
  }
  return text;
}

std::string wing(const Step& step) {
  const std::string z = digits_text(step.digits);
  const auto& [pivot, pivot_digits] = step.pattern[0];
  const auto& [first, first_digits] = step.pattern[1];
  const auto& [second, second_digits] = step.pattern[2];
  const bool pivot_has_it = step.technique == Technique::xyz_wing;
  return fmt::format("since {} is {}: {} makes {} = {}, {} makes {} = {}, {}and {}", to_text(pivot),
                     digits_text(pivot_digits, "or"),
                     digits_text(without(first_digits, step.digits)), to_text(first), z,
                     digits_text(without(second_digits, step.digits)), to_text(second), z,
                     pivot_has_it ? "else it is " + z + " itself, " : "",
                     seen_by_losers(step, pivot_has_it ? "all three" : "both"));
}

// "r1c2 is 8, or r3c2 is 4 or 5".
std::string extras_text(const std::vector<CellDigits>& extras) {
  std::vector<std::string> words;
  for (const auto& [cell, digits] : extras) {
    words.push_back(fmt::format("{} is {}", to_text(cell), digits_text(digits, "or")));
  }
  return join(words, "or ");
}

// The further candidates of a unique loop or a BUG itself, without the candidates of a set with it.
std::vector<CellDigits> own_extras(const Step& step) {
  if (step.technique == Technique::bivalue_universal_grave) return step.extras;
  std::vector<CellDigits> own;
  for (const CellDigits& extra : step.extras) {
    if (cells_of(step.pattern).contains(extra.cell)) own.push_back(extra);
  }
  return own;
}

std::string why_one_is_right(const Step& step) {
  if (step.technique == Technique::bivalue_universal_grave) {
    return "since with two candidates in each empty cell, and two places for each digit, there "
           "would not be exactly one solution";
  }
  return fmt::format("since with only {} in {}, the two could be exchanged for a second solution",
                     digits_text(step.digits), to_text(cells_of(step.pattern)));
}

// The digit of type 4, which the eliminations leave.
DigitMask locked_digit(const Step& step) {
  if (step.technique == Technique::bivalue_universal_grave) return step.pattern.front().digits;
  return without(step.digits, step.eliminations.front().digits);
}

std::string deadly_pattern(const Step& step) {
  const bool grave = step.technique == Technique::bivalue_universal_grave;
  const std::vector<CellDigits> own = own_extras(step);
  std::string text = fmt::format("{}, so {}", why_one_is_right(step), extras_text(own));
  if (step.type == 3) {
    const CellSet partners =
        grave ? cells_of(step.pattern) : cells_of(step.extras) - cells_of(step.pattern);
    text += fmt::format("; whichever it is makes a naked set with {} in {}", to_text(partners),
                        unit_text(step.units[0]));
  } else if (step.type == 4) {
    text += fmt::format("; the other of {} is {}, which has no other place in {}",
                        to_text(cells_of(own)), digits_text(locked_digit(step)),
                        unit_text(step.units[0]));
  }
  return text;
}

std::string node_text(const Node& node) {
  return fmt::format("{} is {}{}", to_text(node.cell), node.on ? "" : "not ", node.digit);
}

// ", then r1c2 is 5, r1c3 is not 5"; the first node is the assumption.
std::string consequences(const std::vector<Node>& nodes) {
  std::string text;
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    text += (i == 1 ? ", then " : ", ") + node_text(nodes[i]);
  }
  return text;
}

std::string chain(const Step& step) {
  return "since if " + node_text(step.chain.front()) + consequences(step.chain);
}

std::string cycle(const Step& step) {
  return fmt::format(
      "{}, and if {}, each of these is the opposite; either way, a cell that loses a digit sees it "
      "in the cycle",
      chain(step),
      node_text({step.chain.front().cell, step.chain.front().digit, !step.chain.front().on}));
}

std::string contradiction(const Step& step) {
  const auto& [one, other] = std::pair{step.chains[0], step.chains[1]};
  return fmt::format(
      "since if {}{}; but also{}", node_text(one.front()), consequences(one),
      other.size() > 1 ? consequences(other).substr(1) : " " + node_text(other.front()));
}

std::string why_one_holds(const Step& step) {
  const std::string cell = to_text(step.pattern[0].cell);
  const std::string digits = digits_text(step.pattern[0].digits);
  switch (step.technique) {
    case Technique::dynamic_double_chains:
      return fmt::format("since it follows whether {} is {} or not", cell, digits);
    case Technique::cell_forcing_chains:
    case Technique::dynamic_cell_chains:
      return fmt::format("since each candidate of {} leads to it", cell);
    default:
      return fmt::format("since each place for {} in {} leads to it", digits,
                         unit_text(step.units[0]));
  }
}

std::string multiple_chains(const Step& step) {
  std::string text = why_one_holds(step);
  for (const auto& chain : step.chains) {
    text += (&chain == &step.chains.front() ? ": if " : "; if ") + node_text(chain.front()) +
            consequences(chain);
  }
  return text;
}

std::string search(const Step& step) {
  if (step.eliminations.empty()) return "since it has no other candidate";
  return fmt::format("since no technique applies, and trying {} ends in a contradiction",
                     digits_text(step.eliminations.front().digits, "or"));
}

}  // namespace

std::string reason(const Step& step, const Candidates& board) {
  switch (step.technique) {
    case Technique::last_value:
    case Technique::hidden_single_in_box:
    case Technique::hidden_single_in_line:
    case Technique::naked_single:
      return reason_for_single(step, board);
    case Technique::direct_pointing:
    case Technique::direct_claiming:
    case Technique::pointing:
    case Technique::claiming:
      return intersection(step);
    case Technique::direct_hidden_pair:
    case Technique::direct_hidden_triple:
    case Technique::hidden_pair:
    case Technique::hidden_triple:
    case Technique::hidden_quad:
      return hidden_set(step);
    case Technique::naked_pair:
    case Technique::naked_triple:
    case Technique::naked_quad:
      return naked_set(step);
    case Technique::x_wing:
    case Technique::swordfish:
    case Technique::jellyfish:
      return fish(step);
    case Technique::skyscraper:
    case Technique::two_string_kite:
    case Technique::turbot_fish:
    case Technique::grouped_turbot_fish:
      return turbot_fish(step);
    case Technique::xy_wing:
    case Technique::xyz_wing:
      return wing(step);
    case Technique::unique_rectangle:
    case Technique::unique_loop:
    case Technique::bivalue_universal_grave:
      return deadly_pattern(step);
    case Technique::x_cycle:
    case Technique::y_cycle:
    case Technique::bidirectional_cycle:
      return cycle(step);
    case Technique::forcing_x_chain:
    case Technique::forcing_chain:
      return chain(step);
    case Technique::nishio:
    case Technique::dynamic_contradiction_chains:
      return contradiction(step);
    case Technique::cell_forcing_chains:
    case Technique::region_forcing_chains:
    case Technique::dynamic_double_chains:
    case Technique::dynamic_cell_chains:
    case Technique::dynamic_region_chains:
      return multiple_chains(step);
    case Technique::search:
      break;
  }
  return search(step);
}

CellSet cited_cells(const Step& step, const Candidates& board) {
  CellSet cited;
  if (step.technique == Technique::naked_single) {
    DigitMask seen = 0;
    for (const UnitKind kind : {UnitKind::row, UnitKind::column, UnitKind::box}) {
      for (const Cell other : geometry.cells[unit_of(step.placement->cell, kind)]) {
        const Digit digit = board.grid().cells[other];
        if (digit == 0 || (seen & mask_of(digit)) != 0) continue;
        seen |= mask_of(digit);
        cited.insert(other);  // one for each digit
      }
    }
  } else if (step.technique == Technique::hidden_single_in_box ||
             step.technique == Technique::hidden_single_in_line) {
    CellSet others = other_places(step, board);
    for (const RulingOut& one : sources_of(board, step.placement->digit, others)) {
      cited.insert(one.source);
    }
  }
  return cited;
}

}  // namespace fungescope::techniques
