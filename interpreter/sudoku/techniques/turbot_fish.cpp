// Two strong links of one digit, joined by a weak link. A strong link is a unit whose candidates of
// the digit lie in two groups, A and B: one of them has the digit. If B sees all of C, the second
// link's first group, then A or its second group D has the digit, and cells that see both lose it.
//
// Skyscraper (4.0): both units are rows, or columns. Two-string kite (4.1): a row and a column.
// Turbot fish (4.1): one of them is a box. Grouped (4.3): a group has several cells, so that it
// lies within one box and line; among these is the empty rectangle. If A also sees D, the four
// groups are a loop, and the rest of both units of its weak links loses the digit.
//
// Source: Sukaku Explainer (SudokuMonster and others, 2019), "Scraper, Kite, Turbot". Of all
// steps the one with the lowest rating comes first, then the one with the most eliminations.
#include <tuple>
#include <utility>

#include "sudoku/techniques/finders.h"

namespace fungescope::techniques {
namespace {

struct StrongLink {
  Unit unit = 0;
  CellSet first;
  CellSet second;
  bool grouped = false;
  [[nodiscard]] StrongLink reversed() const { return {unit, second, first, grouped}; }
};

// Returns the links of a line with three candidates or more: all lie in two of its boxes.
void add_grouped_line(const CellSet& cells, Unit unit, std::vector<StrongLink>& links) {
  const Unit first_box = unit_of(cells.first(), UnitKind::box);
  const CellSet first = cells & geometry.sets[first_box];
  const CellSet rest = cells - first;
  if (rest.empty()) return;
  const Unit second_box = unit_of(rest.first(), UnitKind::box);
  if (rest.is_subset_of(geometry.sets[second_box])) links.push_back({unit, first, rest, true});
}

// Returns the links of a box with three candidates or more: all lie in two of its lines.
void add_grouped_box(const CellSet& cells, Unit unit, std::vector<StrongLink>& links) {
  std::vector<Unit> lines;
  for (const UnitKind kind : {UnitKind::row, UnitKind::column}) {
    for (std::size_t i = 0; i < 9; ++i) {
      const Unit line = unit_of(kind, i);
      if (!(geometry.sets[line] & geometry.sets[unit]).empty()) lines.push_back(line);
    }
  }
  for (const Unit one : lines) {
    for (const Unit other : lines) {
      const CellSet first = cells & geometry.sets[one];
      const CellSet rest = cells - first;  // a cell of both lines counts for the first only
      if (one == other || first.empty() || rest.empty()) continue;
      if (rest.is_subset_of(geometry.sets[other])) links.push_back({unit, first, rest, true});
    }
  }
}

std::vector<StrongLink> strong_links(const Candidates& board, Digit digit) {
  std::vector<StrongLink> links;
  for (Unit unit = 0; unit < unit_count; ++unit) {
    const CellSet cells = cells_at(unit, board.places(unit, digit));
    if (cells.size() < 2) continue;
    if (cells.size() == 2) {
      const CellSet first = CellSet::of(cells.first());
      links.push_back({unit, first, cells - first, false});
    } else if (kind_of(unit) == UnitKind::box) {
      add_grouped_box(cells, unit, links);
    } else {
      add_grouped_line(cells, unit, links);
    }
  }
  return links;
}

// Returns a unit that contains both groups, if they are apart.
std::optional<Unit> shared_unit(const CellSet& a, const CellSet& b) {
  if (!(a & b).empty()) return std::nullopt;
  const CellSet both = a | b;
  for (const Unit unit : geometry.units[both.first()]) {
    if (both.is_subset_of(geometry.sets[unit])) return unit;
  }
  return std::nullopt;
}

std::pair<Technique, Rating> rate(const StrongLink& one, const StrongLink& other) {
  const UnitKind first = kind_of(one.unit);
  const UnitKind second = kind_of(other.unit);
  if (one.grouped || other.grouped) return {Technique::grouped_turbot_fish, 43};
  if (first == UnitKind::box || second == UnitKind::box) return {Technique::turbot_fish, 41};
  if (first == second) return {Technique::skyscraper, 40};
  return {Technique::two_string_kite, 41};
}

int count_eliminations(const Step& step) {
  int total = 0;
  for (const CellDigits& elimination : step.eliminations) total += count(elimination.digits);
  return total;
}

class Search {
 public:
  explicit Search(const Candidates& board) : board_(board) {}

  void run(Digit digit) {
    const std::vector<StrongLink> links = strong_links(board_, digit);
    for (std::size_t i = 0; i < links.size(); ++i) {
      for (std::size_t k = i + 1; k < links.size(); ++k) {
        if (links[i].unit == links[k].unit) continue;
        join(links[i], links[k], digit);
        join(links[i], links[k].reversed(), digit);
        join(links[i].reversed(), links[k], digit);
        join(links[i].reversed(), links[k].reversed(), digit);
      }
    }
  }
  [[nodiscard]] std::optional<Step> best() const { return best_; }

 private:
  void join(const StrongLink& one, const StrongLink& other, Digit digit) {
    const std::optional<Unit> bridge = shared_unit(one.second, other.first);
    if (!bridge) return;
    CellSet victims = common_peers(one.first | other.second);
    Step step;
    step.units = {one.unit, other.unit, *bridge};
    if (const std::optional<Unit> closing = shared_unit(one.first, other.second)) {
      victims |= geometry.sets[*bridge] - one.second - other.first;
      step.units.push_back(*closing);
    }
    step.digits = mask_of(digit);
    step.eliminations = candidates_in(board_, victims, step.digits);
    if (step.eliminations.empty()) return;
    std::tie(step.technique, step.rating) = rate(one, other);
    if (best_ && !is_better(step)) return;
    step.groups = {one.first, one.second, other.first, other.second};
    for (const CellSet& group : step.groups) {
      for (const Cell cell : group) step.pattern.push_back({cell, step.digits});
    }
    best_ = std::move(step);
  }
  [[nodiscard]] bool is_better(const Step& step) const {
    if (step.rating != best_->rating) return step.rating < best_->rating;
    return count_eliminations(step) > count_eliminations(*best_);
  }

  const Candidates& board_;
  std::optional<Step> best_;
};

}  // namespace

std::optional<Step> find_turbot_fish(const Candidates& board) {
  Search search(board);
  for (Digit digit = 1; digit <= 9; ++digit) search.run(digit);
  return search.best();
}

}  // namespace fungescope::techniques
