#include "sudoku/board/board_why.h"

#include "session/run_control/search.h"

#include <algorithm>
#include <deque>
#include <limits>
#include <map>
#include <set>
#include <utility>

#include "sudoku/board/board_history.h"
#include "sudoku/techniques/geometry.h"
#include <fmt/format.h>

namespace fungescope {
namespace {

using FactKind = BoardFact::Kind;
using CellOrigin = BoardCell::Origin;

// Whether the digit of one cell rules out a digit in another.
bool rules_out(Point cell, int digit, Point other, int other_digit) {
  if (cell == other) return digit != other_digit;
  return digit == other_digit &&
         techniques::sees(static_cast<techniques::Cell>(board_index(cell)),
                          static_cast<techniques::Cell>(board_index(other)));
}

// The other places of a unit: the digit in other cells or, of the cell itself, other digits.
std::vector<BoardExclusion> others_in(std::size_t unit, Point cell, int digit) {
  std::vector<BoardExclusion> others;
  for (std::size_t n = 0; n < 9; ++n) {
    BoardExclusion other{cell, static_cast<int>(n + 1), std::nullopt, std::nullopt};
    if (unit != cell_unit) {
      other.cell = board_cell(unit_cell(unit, n));
      other.digit = digit;
    }
    if (other.cell != cell || other.digit != digit) others.push_back(other);
  }
  return others;
}

class BoardWhyBuilder {
 public:
  BoardWhyBuilder(Session& session, const BoardMap& map, const BoardGivens& givens,
                  const BoardView& view, const BoardWhyOptions& options, Monitor* monitor)
      : session_(session),
        map_(map),
        givens_(givens),
        view_(view),
        options_(options),
        monitor_(monitor),
        stores_(session, map, monitor),
        inputs_(session, monitor) {}

  Result<std::vector<BoardFact>> run(Point cell) {
    TRY(stores_.search(view_));
    if (view_.at(cell).digit == 0) {
      BoardFact& blank = facts_.emplace_back();
      blank.cell = cell;
      blank.candidates = view_.at(cell).candidates;
      blank.expanded = false;
      pending_.push_back(0);
    } else {
      TRY(digit_fact(cell, 0));
    }
    while (!pending_.empty()) {
      const std::size_t next = pending_.front();
      pending_.pop_front();
      TRY(expand(next));
    }
    return std::move(facts_);
  }

 private:
  std::size_t add(BoardFact fact) {
    facts_.push_back(std::move(fact));
    return facts_.size() - 1;
  }

  // The fact of a digit that stands at the present.
  Result<std::size_t> digit_fact(Point cell, std::size_t level) {
    const auto known = digits_.find(board_index(cell));
    if (known != digits_.end()) return known->second;
    const auto write = TRY(stores_.digit(cell, stores_.present()));
    const BoardCell& shown = view_.at(cell);
    BoardFact fact;
    fact.cell = cell;
    fact.digit = shown.digit;
    fact.level = level;
    if (write) fact.tick = write->tick;
    if (write && write->edit) {
      fact.kind = FactKind::edited;
    } else if (shown.origin == CellOrigin::given) {
      fact.kind = FactKind::given;
      fact.input = TRY(inputs_.of(map_.digit_at(cell), fact.tick.value_or(0), shown.digit + '0'));
    } else if (shown.origin == CellOrigin::guessed) {
      fact.kind = FactKind::guessed;
      TRY(add_guess(fact, shown.depth));
    } else {
      fact.kind = FactKind::deduced;
    }
    const bool follow =
        fact.kind == FactKind::deduced || (fact.kind == FactKind::guessed && level == 0);
    fact.expanded = !follow;
    const std::size_t index = add(std::move(fact));
    digits_.emplace(board_index(cell), index);
    if (follow) pending_.push_back(index);
    return index;
  }

  // What was possible for a guess, and the guess before it.
  Result<void> add_guess(BoardFact& fact, std::int64_t depth) {
    fact.depth = depth;
    for (int v = 1; v <= 9; ++v) {
      const auto mark = TRY(stores_.mark(fact.cell, v, fact.tick.value_or(0)));
      if (!mark) fact.candidates = static_cast<std::uint16_t>(fact.candidates | 1U << (v - 1));
    }
    for (std::size_t i = 0; i < view_.cells.size(); ++i) {
      const BoardCell& other = view_.cells[i];
      if (other.origin != CellOrigin::guessed || other.depth != depth - 1) continue;
      const auto write = TRY(stores_.digit(board_cell(i), stores_.present()));
      fact.after = BoardDigit{board_cell(i), other.digit, std::nullopt};
      if (write) fact.after->tick = write->tick;
    }
    return {};
  }

  // Adds what ruled out the other places, and the facts that did.
  Result<void> expand(std::size_t index) {
    if (facts_[index].level >= options_.depth) return {};
    BoardFact fact = facts_[index];
    if (fact.kind == FactKind::deduced) {
      TRY(choose_unit(fact));
    } else {
      fact.exclusions = TRY(marked_others(cell_unit, fact));
    }
    for (BoardExclusion& exclusion : fact.exclusions) {
      exclusion.because = TRY(cause_of(exclusion, fact.level + 1));
    }
    if (fact.kind == FactKind::guessed && !map_.follows_reference) TRY(add_undone(fact));
    fact.expanded = true;
    facts_[index] = std::move(fact);
    return {};
  }

  // The other places of a unit that were ruled out when a digit was set.
  Result<std::vector<BoardExclusion>> marked_others(std::size_t unit, const BoardFact& fact) {
    const Tick instant = fact.kind == FactKind::blank ? stores_.present() : fact.tick.value_or(0);
    std::vector<BoardExclusion> marked;
    for (BoardExclusion& other : others_in(unit, fact.cell, fact.digit)) {
      const auto mark = TRY(stores_.mark(other.cell, other.digit, instant));
      if (!mark) continue;
      other.tick = mark->tick;
      marked.push_back(other);
    }
    return marked;
  }

  // Finds the unit in which the digit was the last one possible. There may be several. The
  // reference method takes the newest of the singles that it found; of those that one exclusion
  // made, the last in the order of its tallies: row, column, cell, box. Of other programs the first
  // is taken, the cell before all.
  Result<void> choose_unit(BoardFact& fact) {
    const auto row = static_cast<std::size_t>(fact.cell.y);
    const auto column = static_cast<std::size_t>(9 + fact.cell.x);
    const auto box = static_cast<std::size_t>(18 + fact.cell.y / 3 * 3 + fact.cell.x / 3);
    const std::array units = map_.follows_reference ? std::array{row, column, cell_unit, box}
                                                    : std::array{cell_unit, row, column, box};
    for (const std::size_t unit : units) {
      auto marked = TRY(marked_others(unit, fact));
      if (marked.size() != 8) continue;
      Tick since = 0;
      for (const BoardExclusion& one : marked) since = std::max(since, one.tick.value_or(0));
      if (fact.since && since < *fact.since) continue;
      fact.unit = unit;
      fact.since = since;
      fact.exclusions = std::move(marked);
      if (!map_.follows_reference) break;
    }
    return {};
  }

  // The fact because of which a candidate was ruled out.
  Result<std::optional<std::size_t>> cause_of(const BoardExclusion& exclusion, std::size_t level) {
    const auto write = TRY(stores_.mark(exclusion.cell, exclusion.digit, *exclusion.tick));
    if (write && write->edit) {
      return fact_of_candidate(exclusion, level, [&](BoardFact& fact) {
        fact.kind = FactKind::edited;
        fact.tick = write->tick;
        return Result<bool>(true);
      });
    }
    const auto last = stores_.last_digit_before(*exclusion.tick);
    if (last && rules_out(*last, view_.at(*last).digit, exclusion.cell, exclusion.digit)) {
      const auto direct = TRY(is_newest_digit(*last, *exclusion.tick));
      if (!direct) return std::nullopt;
      return TRY(digit_fact(*last, level));
    }
    if (!map_.follows_reference) return std::nullopt;
    return fact_of_candidate(exclusion, level,
                             [&](BoardFact& fact) { return refute(fact, *exclusion.tick); });
  }

  // Whether no store changed the grid after the store of a digit, up to an instant. The reference
  // method rules out for the newest digit only.
  Result<bool> is_newest_digit(Point cell, Tick instant) {
    if (map_.follows_reference) return true;
    const auto set = TRY(stores_.digit(cell, instant));
    if (!set) return false;
    const Rectangle grid{map_.grid, {9, 9}};
    SearchQuery query(session_.machine().field.size());
    query.traps.set(grid, Access::write);
    query.stores = cells_in(grid, session_.machine().field.size());
    query.lowest = set->tick;
    const auto other = TRY(
        find_last(session_.history(), query, instant, true, monitor_, [&](const SearchHit& hit) {
          return hit.event.is(TrapEvent::write) && session_.machine().tick > set->tick &&
                 hit.event.before != hit.event.now;
        }));
    return !other;
  }

  // A fact that is about a candidate and not about a digit of the board. `fill` returns whether it
  // is one.
  template <class Fill>
  Result<std::optional<std::size_t>> fact_of_candidate(const BoardExclusion& exclusion,
                                                       std::size_t level, const Fill& fill) {
    const std::pair key{board_index(exclusion.cell), exclusion.digit};
    const auto known = candidates_.find(key);
    if (known != candidates_.end()) return known->second;
    BoardFact fact;
    fact.cell = exclusion.cell;
    fact.digit = exclusion.digit;
    fact.level = level;
    fact.excludes = true;
    const auto filled = TRY(fill(fact));
    std::optional<std::size_t> index;
    if (filled) index = add(std::move(fact));
    candidates_.emplace(key, index);
    return index;
  }

  // Adds the digits that were guessed before in the same cell at the same depth: another method
  // than the reference's need not mark them.
  Result<void> add_undone(BoardFact& fact) {
    const Tick since = fact.after ? fact.after->tick.value_or(0) : 0;
    const SoughtStore changes{map_.digit_at(fact.cell), true};
    for (Tick before = fact.tick.value_or(0); before > since;) {
      const auto undoing = TRY(last_write_before(session_, changes, before - 1, monitor_));
      if (!undoing || undoing->edit || undoing->tick <= since) break;
      const int digit = board_digit(undoing->before);
      const auto guess = TRY(last_write_before(session_, changes, undoing->tick - 1, monitor_));
      if (digit == 0 || !guess || guess->tick <= since) break;
      if (session_.history().seek(guess->tick, monitor_) == StopReason::interrupted) {
        return interrupted_error();
      }
      const Machine& then = session_.machine();
      const BoardView view = view_board(map_, cells_of(then.field), givens_.at(map_, then));
      const BoardCell& shown = view.at(fact.cell);
      if (shown.origin != CellOrigin::guessed || shown.depth != fact.depth) break;
      BoardExclusion exclusion{fact.cell, digit, undoing->tick, std::nullopt};
      exclusion.because = TRY(fact_of_candidate(exclusion, fact.level + 1, [&](BoardFact& refuted) {
        refuted.depth = fact.depth;
        return refute(refuted, undoing->tick);
      }));
      const auto marked =
          std::find_if(fact.exclusions.begin(), fact.exclusions.end(),
                       [digit](const BoardExclusion& one) { return one.digit == digit; });
      if (marked == fact.exclusions.end()) {
        fact.exclusions.push_back(exclusion);
      } else if (!marked->because) {
        marked->because = exclusion.because;
      }
      before = guess->tick;
    }
    return {};
  }

  // Describes the guess that was undone before its digit was ruled out at `instant`.
  Result<bool> refute(BoardFact& fact, Tick instant) {
    const auto undoing = TRY(stores_.digit(fact.cell, instant));
    if (!undoing || undoing->edit || undoing->before != fact.digit + '0') return false;
    fact.kind = FactKind::refuted;
    fact.tick = undoing->tick;
    const auto guess = TRY(stores_.digit(fact.cell, undoing->tick - 1));
    if (guess) fact.guessed_at = guess->tick;
    if (!map_.follows_reference) return true;
    fact.contradiction = TRY(conflict_before(session_, map_, givens_, undoing->tick, monitor_));
    if (fact.contradiction) fact.depth = fact.contradiction->depth;
    return true;
  }

  Session& session_;
  const BoardMap& map_;
  const BoardGivens& givens_;
  const BoardView& view_;
  const BoardWhyOptions& options_;
  Monitor* monitor_;
  BoardStores stores_;
  GivenInput inputs_;
  std::vector<BoardFact> facts_;
  std::map<std::size_t, std::size_t> digits_;  // facts, by the index of their cell
  std::map<std::pair<std::size_t, int>, std::optional<std::size_t>> candidates_;
  std::deque<std::size_t> pending_;  // facts to expand, the lowest level first
};

// Removes the exclusions that do not lead to a given with input.
void keep_input_only(std::vector<BoardFact>& facts) {
  std::vector<bool> leads(facts.size());
  for (bool changed = true; std::exchange(changed, false);) {
    for (std::size_t i = 0; i < facts.size(); ++i) {
      const BoardFact& fact = facts[i];
      const bool now =
          !fact.input.empty() ||
          std::any_of(fact.exclusions.begin(), fact.exclusions.end(),
                      [&leads](const auto& one) { return one.because && leads[*one.because]; });
      changed = changed || now != leads[i];
      leads[i] = now;
    }
  }
  for (BoardFact& fact : facts) {
    std::erase_if(fact.exclusions,
                  [&leads](const auto& one) { return !one.because || !leads[*one.because]; });
  }
}

// Returns the facts that the first one rests on, in the order of a walk that goes down first.
std::vector<BoardFact> depth_first(std::vector<BoardFact> facts) {
  constexpr std::size_t unseen = std::numeric_limits<std::size_t>::max();
  std::vector<std::size_t> position(facts.size(), unseen);
  std::vector<BoardFact> sorted;
  std::vector<std::size_t> pending{0};
  while (!pending.empty()) {
    const std::size_t index = pending.back();
    pending.pop_back();
    if (position[index] != unseen) continue;
    position[index] = sorted.size();
    sorted.push_back(std::move(facts[index]));
    const std::vector<BoardExclusion>& exclusions = sorted.back().exclusions;
    for (auto one = exclusions.rbegin(); one != exclusions.rend(); ++one) {
      if (one->because) pending.push_back(*one->because);
    }
  }
  for (BoardFact& fact : sorted) {
    for (BoardExclusion& one : fact.exclusions) {
      if (one.because) one.because = position[*one.because];
    }
  }
  return sorted;
}

BoardWhy::Summary summary_of(const std::vector<BoardFact>& facts) {
  BoardWhy::Summary summary;
  std::set<std::uint64_t> input;
  for (std::size_t i = 0; i < facts.size(); ++i) {
    const BoardFact& fact = facts[i];
    if (i > 0) ++summary.kinds[static_cast<std::size_t>(fact.kind)];
    if (!fact.expanded) ++summary.unexpanded;
    summary.depth = std::max(summary.depth, fact.level);
    input.insert(fact.input.begin(), fact.input.end());
  }
  summary.input.assign(input.begin(), input.end());
  return summary;
}

}  // namespace

std::string_view to_string(BoardFact::Kind kind) {
  constexpr std::array<std::string_view, 6> kinds{"blank",   "given",   "deduced",
                                                  "guessed", "refuted", "edited"};
  return kinds[static_cast<std::size_t>(kind)];
}

Result<BoardWhy> why_on_board(Session& session, const BoardMap& map, Point cell,
                              const BoardWhyOptions& options, Monitor* monitor) {
  BoardGivens givens;
  TRY(givens.search(session, map, monitor));
  const Machine& machine = session.machine();
  const BoardView view = view_board(map, cells_of(machine.field), givens.at(map, machine));
  if (!view.ready) {
    const std::string_view hint =
        view.phase == BoardPhase::Kind::undeclared ? "declare it by #$watch, as sudoku.b93 does"
        : view.phase == BoardPhase::Kind::before   ? "ask later: when board shows its givens"
                                                   : "why X,Y asks about the value of a cell";
    return fail({}, fmt::format("{}, so its board has no reasons", reason_not_ready(view.phase)),
                std::string(hint));
  }
  const ScopedSeek scoped_seek(session.history());
  auto facts = TRY(BoardWhyBuilder(session, map, givens, view, options, monitor).run(cell));
  BoardWhy answer;
  answer.tick = scoped_seek.present();
  answer.grid = map.grid;
  if (options.to_input) keep_input_only(facts);
  answer.facts = depth_first(std::move(facts));
  answer.summary = summary_of(answer.facts);
  return answer;
}

}  // namespace fungescope
