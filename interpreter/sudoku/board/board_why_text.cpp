#include "sudoku/board/board_why_text.h"

#include "base/text_table.h"

#include <algorithm>
#include <utility>

#include "sudoku/techniques/geometry.h"
#include <fmt/format.h>

namespace fungescope {
namespace {

using FactKind = BoardFact::Kind;

std::string tick_text(const std::optional<Tick>& tick) {
  return tick ? "tick " + with_separators(*tick) : "an unknown tick";
}

std::vector<std::string> digits_in(std::uint16_t candidates) {
  std::vector<std::string> digits;
  for (const int digit : mask_digits(candidates)) digits.push_back(fmt::to_string(digit));
  return digits;
}

std::string possible_text(std::uint16_t candidates) {
  const std::vector<std::string> digits = digits_in(candidates);
  if (digits.empty()) return "no digit is possible";
  return fmt::format("{} {} possible", join_names(digits), digits.size() == 1 ? "is" : "are");
}

std::string conflict_text(const BoardConflict& conflict) {
  if (conflict.unit) {
    const std::string_view what =
        conflict.cells.count() == 9 ? "no cell was left for" : "two cells have";
    return fmt::format("{} {} in {}", what, conflict.digit, board_unit_name(*conflict.unit));
  }
  for (std::size_t i = 0; i < conflict.cells.size(); ++i) {
    if (conflict.cells[i]) return "no digit was left for " + board_cell_name(board_cell(i));
  }
  return {};
}

std::string reason_of_deduction(const BoardFact& fact) {
  if (!fact.unit) {
    return fmt::format("deduced, {}{}", tick_text(fact.tick),
                       fact.expanded ? "; nothing shows how" : "");
  }
  const std::string last =
      *fact.unit == cell_unit
          ? std::string("the only digit left for the cell")
          : fmt::format("the only cell left for {} in {}", fact.digit, board_unit_name(*fact.unit));
  return fmt::format("{} since {}, set at {}", last, tick_text(fact.since), tick_text(fact.tick));
}

std::string reason_of_guess(const BoardFact& fact) {
  std::string text = "guess " + depth_name(fact.depth);
  const std::vector<std::string> digits = digits_in(fact.candidates);
  if (digits.size() > 1) text += " of " + join_names(digits);
  if (fact.after) {
    text += fmt::format(", after {} = {}", board_cell_name(fact.after->cell), fact.after->digit);
  }
  return fmt::format("{}, {}; it still stands", text, tick_text(fact.tick));
}

std::string reason_of_refutation(const BoardFact& fact) {
  std::string text = "tried";
  if (fact.depth > 0) text += " as guess " + depth_name(fact.depth);
  text += fmt::format(" at {}, undone at {}", tick_text(fact.guessed_at), tick_text(fact.tick));
  if (!fact.contradiction || !fact.contradiction->conflict) return text;
  return fmt::format("{}: {} at tick {}", text, conflict_text(*fact.contradiction->conflict),
                     with_separators(fact.contradiction->tick));
}

// What a group excludes: "not 3", "not in r4c1 and r4c2".
std::string excluded_text(const BoardFact& fact, const BoardExclusionGroup& group) {
  std::vector<std::string> words;
  for (const BoardExclusion* const one : group.exclusions) {
    words.push_back(one->cell == fact.cell ? fmt::to_string(one->digit)
                                           : board_cell_name(one->cell));
  }
  const bool cells = group.exclusions.front()->cell != fact.cell;
  return fmt::format("not {}{}", cells ? "in " : "", join_names(words));
}

class BoardTreeWriter {
 public:
  explicit BoardTreeWriter(const BoardWhy& answer)
      : answer_(answer), numbers_(answer.facts.size()) {
    for (const BoardFact& fact : answer_.facts) {
      for (const BoardExclusionGroup& group : groups_of(fact)) {
        if (group.because) numbers_.add_use(*group.because);
      }
    }
  }

  CauseTree run() {
    write_fact(0, 0, {});
    tree_.summary = summary_lines();
    return std::move(tree_);
  }

 private:
  // Levels are at most as many as digits.
  void write_fact(std::size_t index, std::size_t level, std::string lead) {
    const BoardFact& fact = answer_.facts[index];
    const bool first = numbers_.is_new(index);
    CauseLine line;
    line.level = level;
    line.text = std::move(lead);
    line.cell = field_cell(fact.cell);
    if (first) line.tick = fact.kind == FactKind::blank ? answer_.tick : fact.tick;
    numbers_.append(tree_.lines, std::move(line), index, claim_of(fact),
                    reason_of(fact) + (fact.expanded ? "" : " ..."));
    if (!first) return;
    for (const BoardExclusionGroup& group : groups_of(fact)) {
      const std::string excluded = excluded_text(fact, group);
      if (group.because) {
        write_fact(*group.because, level + 1, excluded + ": ");
      } else {
        const BoardExclusion& one = *group.exclusions.front();
        tree_.lines.push_back({.level = level + 1,
                               .text = excluded + ": ruled out at " + tick_text(one.tick),
                               .value_end = excluded.size(),
                               .tick = one.tick,
                               .cell = field_cell(one.cell)});
      }
    }
  }

  [[nodiscard]] Point field_cell(Point cell) const {
    return {answer_.grid.x + cell.x, answer_.grid.y + cell.y};
  }

  [[nodiscard]] std::vector<SummaryLine> summary_lines() const {
    const BoardWhy::Summary& sum = answer_.summary;
    std::vector<SummaryLine> lines{{to_text(sum)}};
    if (!sum.input.empty()) lines.push_back({"input: " + byte_ranges(sum.input)});
    if (sum.unexpanded > 0) {
      lines.push_back({count_text(sum.unexpanded, "digit ends", "digits end") + " in ...",
                       "--depth N or --all goes deeper"});
    }
    return lines;
  }

  const BoardWhy& answer_;
  CauseTree tree_;
  CauseNumbers numbers_;
};

}  // namespace

std::string board_cell_name(Point cell) {
  return techniques::cell_name(static_cast<std::size_t>(cell.y), static_cast<std::size_t>(cell.x));
}

std::optional<Point> parse_board_cell(std::string_view text) {
  const auto number = [&text](char letter) -> std::optional<std::int64_t> {
    if (text.empty() || (text.front() | 0x20) != letter) return std::nullopt;
    text.remove_prefix(1);
    std::int64_t value = 0;
    std::size_t digits = 0;
    for (; digits < text.size() && digits < 4 && text[digits] >= '0' && text[digits] <= '9';
         ++digits) {
      value = value * 10 + (text[digits] - '0');
    }
    text.remove_prefix(digits);
    return digits == 0 || value == 0 ? std::nullopt : std::optional(value - 1);
  };
  const auto row = number('r');
  const auto column = row ? number('c') : std::nullopt;
  if (!column || !text.empty()) return std::nullopt;
  return Point{*column, *row};
}

std::string board_unit_name(std::size_t unit) {
  if (unit >= cell_unit) return "the cell";
  return techniques::unit_text(static_cast<techniques::Unit>((2 - unit / 9) * 9 + unit % 9));
}

std::string claim_of(const BoardFact& fact) {
  const std::string cell = board_cell_name(fact.cell);
  if (fact.kind == FactKind::blank) return cell + " is blank";
  return fmt::format("{} is {}{}", cell, fact.excludes ? "not " : "", fact.digit);
}

std::string reason_of(const BoardFact& fact) {
  switch (fact.kind) {
    case FactKind::blank:
      return possible_text(fact.candidates);
    case FactKind::given:
      if (fact.input.empty()) return "given, " + tick_text(fact.tick);
      return fmt::format("given, input {}, {}", byte_ranges(fact.input), tick_text(fact.tick));
    case FactKind::deduced:
      return reason_of_deduction(fact);
    case FactKind::guessed:
      return reason_of_guess(fact);
    case FactKind::refuted:
      return reason_of_refutation(fact);
    case FactKind::edited:
      return "an edit, " + tick_text(fact.tick);
  }
  return {};
}

std::vector<BoardExclusionGroup> groups_of(const BoardFact& fact) {
  std::vector<BoardExclusionGroup> groups;
  for (const BoardExclusion& exclusion : fact.exclusions) {
    const auto same = std::find_if(groups.begin(), groups.end(), [&](const auto& group) {
      return exclusion.because && group.because == exclusion.because;
    });
    if (same == groups.end()) {
      groups.push_back({{&exclusion}, exclusion.because});
    } else {
      same->exclusions.push_back(&exclusion);
    }
  }
  return groups;
}

std::string to_text(const BoardWhy::Summary& summary) {
  std::string text =
      fmt::format("{}, {}, {}", count_text(summary.of(FactKind::given), "given", "givens"),
                  count_text(summary.of(FactKind::guessed), "guess", "guesses"),
                  count_text(summary.of(FactKind::deduced), "deduction", "deductions"));
  if (const std::size_t refuted = summary.of(FactKind::refuted); refuted > 0) {
    text += ", " + count_text(refuted, "refuted guess", "refuted guesses");
  }
  if (const std::size_t edits = summary.of(FactKind::edited); edits > 0) {
    text += ", " + count_text(edits, "edit", "edits");
  }
  return fmt::format("{}; {} deep", text, summary.depth);
}

CauseTree to_tree(const BoardWhy& answer) {
  return BoardTreeWriter(answer).run();
}

}  // namespace fungescope
