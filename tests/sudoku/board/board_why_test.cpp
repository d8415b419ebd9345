// The reasons of every digit that sudoku.b93 sets, compared with a log of the program's stores and
// with the events of the reference solver. Nothing of the code under test is used for that.
#include "sudoku/board/board_why.h"

#include "jit/tier/engine.h"
#include "lang/loader.h"
#include "session/debugged.h"

#include "sudoku/board/board_why_text.h"
#include "sudoku/solving/program_host.h"
#include "sudoku/solving/reference_solver.h"

namespace fungescope::puzzles {
namespace {

using Kind = BoardFact::Kind;

const std::string hard =
    "4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......";

struct RegionStore {
  Tick tick = 0;
  Point at;  // in its region
  std::int64_t before = 0;
  std::int64_t now = 0;
  std::string region;
};

// All stores of a run to the regions of the board and to the tallies.
class RegionStoreLog final : public Observer {
 public:
  explicit RegionStoreLog(const Annotations& annotations) {
    for (const char* name : {"grid", "pspace", "rlatter", "cells", "rows", "columns", "boxes"}) {
      areas_.emplace_back(name, annotations.find_region(name)->area);
    }
  }
  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick tick, Point /*by*/, Point at, std::int64_t before, std::int64_t now) override {
    for (const auto& [name, area] : areas_) {
      if (!area.contains(at)) continue;
      const RegionStore store{
          tick, {at.x - area.corner.x, at.y - area.corner.y}, before, now, name};
      if (name == "grid") {
        grid.push_back(store);
      } else if (name == "pspace") {
        marks.push_back(store);
      } else if (name != "rlatter") {
        tallies.push_back(store);
      }
    }
  }

  std::vector<RegionStore> grid;
  std::vector<RegionStore> marks;
  std::vector<RegionStore> tallies;

 private:
  std::vector<std::pair<std::string, Rectangle>> areas_;
};

// A change of the grid by the reference solver, after the givens.
struct ReferenceEvent {
  std::size_t cell = 0;
  int digit = 0;           // 0: taken away
  std::int64_t guess = 0;  // the depth, of a guess
};
std::vector<ReferenceEvent> reference_events(const RegionContents& initial, const Grid& puzzle) {
  ReferenceSolver solver(initial, puzzle);
  std::vector<CellChange> changes;
  solver.step(changes);  // the preparation, which stores the puzzle
  std::vector<ReferenceEvent> events;
  for (changes.clear(); solver.step(changes); changes.clear()) {
    std::int64_t guess = 0;
    for (const CellChange& change : changes) {
      if (change.region == ComparedRegion::rlatter) guess = change.now;
      if (change.region != ComparedRegion::grid) continue;
      const bool set = change.now != ' ';
      events.push_back({change.cell, set ? static_cast<int>(change.now - '0') : 0, guess});
    }
  }
  return events;
}

int digit_of(std::int64_t value) {
  return value >= '1' && value <= '9' ? static_cast<int>(value - '0') : 0;
}

bool same_box(Point a, Point b) {
  return a.x / 3 == b.x / 3 && a.y / 3 == b.y / 3;
}

class Checker {
 public:
  Checker(const std::string& puzzle, Tick until) {
    const auto program = load(embedded_solver(), LoadOptions{}).value();
    map_ = find_board(Symbols(program.annotations)).value();
    const CheckedRegions regions = find_checked_regions(program.annotations, "sudoku.b93").value();
    Machine machine(program.playfield);
    const RegionContents initial = contents_of(machine.field, regions);
    log_.emplace(program.annotations);
    StringInput input(puzzle + '\n');
    StringOutput output;
    Engine().run(machine, {input, output}, until, &*log_);
    events_ = reference_events(initial, grid_from_line(puzzle));
    debugged_.emplace(std::string(embedded_solver()),
                      InputLog(puzzle + '\n', InputLog::End::closed));
    match_events();
  }

  // Checks the reasons of each `stride`-th digit at the instant at which it is set, and of a blank
  // cell at that instant.
  void check_sets(std::size_t stride, std::size_t depth) {
    Session& session = debugged_->debugger.session();
    for (std::size_t i = 0; i < sets_.size(); i += stride) {
      const RegionStore& set = log_->grid[sets_[i]];
      CAPTURE(set.tick);
      session.history().seek(set.tick);
      load_state(set.tick);
      const BoardWhy answer = ask(set.at, depth);
      CHECK(session.machine().tick == set.tick);
      CHECK(answer.tick == set.tick);
      CHECK(answer.facts[0].tick == set.tick);
      CHECK(answer.facts[0].digit == digit_of(set.now));
      check(answer);
      ++asked;
      if (const auto blank = blank_near(i); blank && i % 8 == 0) check(ask(*blank, depth));
    }
  }

  // Follows the popped place back through the run: it was made as the tally of that unit.
  void check_origins(std::size_t count) {
    for (std::size_t i = 0; i < sets_.size() && count > 0; ++i) {
      const RegionStore& set = log_->grid[sets_[i]];
      if (kinds_.at(set.tick).kind != Kind::deduced) continue;
      --count;
      debugged_->debugger.session().history().seek(set.tick);
      load_state(set.tick);
      const BoardWhy answer = ask(set.at, 1);
      const RegionStore& tally = tally_of(answer.facts[0]);
      const Response made = (*debugged_)("why SetValueAndHints::cx --depth 5");
      bool found = false;
      for (const Json& cause : made.data["causes"]) {
        if (cause["value"] != code_of(set.at, digit_of(set.now)) || !cause.contains("tick"))
          continue;
        const Tick tick = cause["tick"];
        found = found || (tick > *answer.facts[0].since && tick <= tally.tick);
      }
      CAPTURE(made.text);
      CHECK(found);
    }
  }

  std::size_t asked = 0;
  std::array<std::size_t, 6> seen{};  // facts, by kind
  std::array<std::size_t, 4> units{};

 private:
  struct Placed {
    Kind kind = Kind::given;
    int digit = 0;
    std::int64_t guess = 0;
  };

  // Finds which stores to the grid are SETs, and what each is in the reference's list.
  void match_events() {
    std::size_t next = 0;
    const Tick solving = log_->marks.front().tick;  // the first of CLEAR
    for (std::size_t i = 0; i < log_->grid.size(); ++i) {
      const RegionStore& store = log_->grid[i];
      if (store.tick < solving) continue;  // READ
      const bool changes = digit_of(store.now) != digit_of(store.before);
      if (!changes && digit_of(store.now) == 0) continue;
      Placed placed{Kind::given, digit_of(store.now), 0};
      if (changes) {
        REQUIRE(next < events_.size());
        const ReferenceEvent& event = events_[next++];
        CHECK(event.cell == static_cast<std::size_t>(store.at.y * 9 + store.at.x));
        CHECK(event.digit == placed.digit);
        placed.kind = event.guess != 0 ? Kind::guessed : Kind::deduced;
        placed.guess = event.digit == 0 ? 0 : event.guess;
      }
      kinds_[store.tick] = placed;
      if (placed.digit != 0) sets_.push_back(i);
    }
  }

  // The board at a tick, from the log alone.
  void load_state(Tick tick) {
    grid_ = {};
    grid_tick_ = {};
    mark_tick_ = {};
    guesses_.clear();
    for (const RegionStore& store : log_->grid) {
      if (store.tick > tick) break;
      const auto cell = static_cast<std::size_t>(store.at.y * 9 + store.at.x);
      grid_[cell] = digit_of(store.now);
      grid_tick_[cell] = store.tick;
      std::erase_if(guesses_, [&](const RegionStore& guess) { return guess.at == store.at; });
      const auto kind = kinds_.find(store.tick);
      if (kind != kinds_.end() && kind->second.guess != 0) guesses_.push_back(store);
    }
    for (const RegionStore& store : log_->marks) {
      if (store.tick > tick) break;
      mark_tick_[static_cast<std::size_t>(store.at.y * 27 + store.at.x)] =
          store.now == 'X' ? store.tick : 0;
    }
  }

  BoardWhy ask(Point cell, std::size_t depth) {
    return why_on_board(debugged_->debugger.session(), map_, cell, BoardWhyOptions{depth}, nullptr)
        .value();
  }

  [[nodiscard]] std::optional<Point> blank_near(std::size_t i) const {
    for (std::size_t n = 0; n < 81; ++n) {
      const std::size_t cell = (i * 23 + n) % 81;
      if (grid_[cell] == 0) {
        return Point{static_cast<std::int64_t>(cell % 9), static_cast<std::int64_t>(cell / 9)};
      }
    }
    return std::nullopt;
  }

  [[nodiscard]] int digit_at(Point cell) const {
    return grid_[static_cast<std::size_t>(cell.y * 9 + cell.x)];
  }
  [[nodiscard]] Tick set_tick(Point cell) const {
    return grid_tick_[static_cast<std::size_t>(cell.y * 9 + cell.x)];
  }
  // When a digit was ruled out in a cell; 0 if it is possible.
  [[nodiscard]] Tick mark_tick(Point cell, int digit) const {
    const std::int64_t x = 3 * cell.x + (digit - 1) % 3;
    const std::int64_t y = 3 * cell.y + (digit - 1) / 3;
    return mark_tick_[static_cast<std::size_t>(y * 27 + x)];
  }

  void check(const BoardWhy& answer) {
    CAPTURE(to_text(to_tree(answer)));
    for (const BoardFact& fact : answer.facts) {
      CAPTURE(board_cell_name(fact.cell));
      ++seen[static_cast<std::size_t>(fact.kind)];
      switch (fact.kind) {
        case Kind::blank:
          check_blank(fact);
          break;
        case Kind::given:
        case Kind::deduced:
        case Kind::guessed:
          check_digit(fact);
          break;
        case Kind::refuted:
          check_refuted(fact);
          break;
        case Kind::edited:
          FAIL("nobody has edited the run");
      }
      for (const BoardExclusion& exclusion : fact.exclusions) {
        check_exclusion(answer, fact, exclusion);
      }
    }
  }

  void check_blank(const BoardFact& fact) const {
    CHECK(digit_at(fact.cell) == 0);
    std::size_t open = 0;
    for (int v = 1; v <= 9; ++v) {
      const bool possible = mark_tick(fact.cell, v) == 0;
      CHECK(((fact.candidates >> (v - 1) & 1) != 0) == possible);
      open += possible ? 1 : 0;
    }
    CHECK(fact.exclusions.size() == 9 - open);
  }

  void check_digit(const BoardFact& fact) {
    CHECK(digit_at(fact.cell) == fact.digit);
    REQUIRE(fact.tick == set_tick(fact.cell));
    const Placed& placed = kinds_.at(*fact.tick);
    CHECK(fact.kind == placed.kind);
    if (fact.kind == Kind::given) {
      const auto position = static_cast<std::uint64_t>(fact.cell.y * 9 + fact.cell.x);
      CHECK(fact.input == std::vector<std::uint64_t>{position});
    } else if (fact.kind == Kind::guessed) {
      check_guess(fact, placed);
    } else if (fact.expanded) {
      check_deduction(fact);
    }
  }

  void check_guess(const BoardFact& fact, const Placed& placed) const {
    CHECK(fact.depth == placed.guess);
    const auto own = std::find_if(guesses_.begin(), guesses_.end(),
                                  [&](const RegionStore& guess) { return guess.at == fact.cell; });
    REQUIRE(own != guesses_.end());
    REQUIRE(fact.after.has_value() == (own != guesses_.begin()));
    if (fact.after) {
      const RegionStore& before = *std::prev(own);
      CHECK(fact.after->cell == before.at);
      CHECK(fact.after->tick == before.tick);
      CHECK(fact.after->digit == digit_of(before.now));
    }
    for (int v = 1; v <= 9; ++v) {
      const Tick marked = mark_tick(fact.cell, v);
      const bool possible = marked == 0 || marked > *fact.tick;
      CHECK(((fact.candidates >> (v - 1) & 1) != 0) == possible);
    }
  }

  // All other places of the unit are excluded, and the program took that unit's tally for it.
  void check_deduction(const BoardFact& fact) {
    REQUIRE(fact.unit);
    REQUIRE(fact.since);
    REQUIRE(fact.exclusions.size() == 8);
    const std::string name = board_unit_name(*fact.unit);
    Tick last = 0;
    for (std::size_t i = 0; i < 8; ++i) {
      const BoardExclusion& one = fact.exclusions[i];
      last = std::max(last, one.tick.value());
      for (std::size_t j = 0; j < i; ++j) {
        const BoardExclusion& other = fact.exclusions[j];
        CHECK_FALSE((one.cell == other.cell && one.digit == other.digit));
      }
      CHECK_FALSE((one.cell == fact.cell && one.digit == fact.digit));
      if (name == "the cell") {
        CHECK(one.cell == fact.cell);
        continue;
      }
      CHECK(one.digit == fact.digit);
      if (name.starts_with("row")) CHECK(one.cell.y == fact.cell.y);
      if (name.starts_with("column")) CHECK(one.cell.x == fact.cell.x);
      if (name.starts_with("box")) CHECK(same_box(one.cell, fact.cell));
    }
    CHECK(fact.since == last);
    CHECK(last < *fact.tick);
    const RegionStore& tally = tally_of(fact);
    const std::string wanted = name.starts_with("row")      ? "rows"
                               : name.starts_with("column") ? "columns"
                               : name.starts_with("box")    ? "boxes"
                                                            : "cells";
    CHECK(tally.region == wanted);
    CHECK(tally.tick > *fact.since);
    const auto marked = std::count_if(
        log_->marks.begin(), log_->marks.end(),
        [&](const RegionStore& mark) { return mark.tick > *fact.since && mark.tick < tally.tick; });
    CHECK(marked == 0);
    ++units[name == "the cell" ? 3 : *fact.unit / 9];
  }

  // sudoku.b93's number for a digit in a cell.
  static std::int64_t code_of(Point cell, int digit) {
    return 32 * (35 + 3 * cell.x + (digit - 1) % 3) + 1 + 3 * cell.y + (digit - 1) / 3;
  }

  // The tally that told last, before the digit was set, that this is the only place left.
  [[nodiscard]] const RegionStore& tally_of(const BoardFact& fact) const {
    const auto found =
        std::find_if(log_->tallies.rbegin(), log_->tallies.rend(), [&](const RegionStore& store) {
          return store.tick < *fact.tick && store.now == code_of(fact.cell, fact.digit);
        });
    REQUIRE(found != log_->tallies.rend());
    return *found;
  }

  void check_exclusion(const BoardWhy& answer, const BoardFact& fact,
                       const BoardExclusion& exclusion) {
    REQUIRE(exclusion.tick);
    CHECK(mark_tick(exclusion.cell, exclusion.digit) == *exclusion.tick);
    if (fact.tick) CHECK(*exclusion.tick < *fact.tick);
    REQUIRE(exclusion.because);
    const BoardFact& because = answer.facts.at(*exclusion.because);
    CHECK(because.level <= fact.level + 1);
    if (because.kind == Kind::refuted) {
      CHECK(because.cell == exclusion.cell);
      CHECK(because.digit == exclusion.digit);
      CHECK(*because.tick < *exclusion.tick);
      return;
    }
    // The premise was the newest digit then, and sees the cell.
    const auto newest =
        std::find_if(log_->grid.rbegin(), log_->grid.rend(),
                     [&](const RegionStore& store) { return store.tick < *exclusion.tick; });
    REQUIRE(newest != log_->grid.rend());
    CHECK(newest->tick == *because.tick);
    CHECK(newest->at == because.cell);
    const bool own = because.cell == exclusion.cell && because.digit != exclusion.digit;
    const bool sees = because.digit == exclusion.digit && because.cell != exclusion.cell &&
                      (because.cell.x == exclusion.cell.x || because.cell.y == exclusion.cell.y ||
                       same_box(because.cell, exclusion.cell));
    CHECK((own || sees));
  }

  void check_refuted(const BoardFact& fact) const {
    CHECK(fact.excludes);
    REQUIRE(fact.guessed_at);
    REQUIRE(fact.tick);
    const Placed& guess = kinds_.at(*fact.guessed_at);
    CHECK(guess.kind == Kind::guessed);
    CHECK(guess.digit == fact.digit);
    CHECK(guess.guess == fact.depth);
    const Placed& undone = kinds_.at(*fact.tick);
    CHECK(undone.digit == 0);
    REQUIRE(fact.contradiction);
    CHECK(fact.contradiction->conflict);
    const auto last_mark = std::find_if(
        log_->marks.rbegin(), log_->marks.rend(),
        [&](const RegionStore& mark) { return mark.tick < *fact.tick && mark.now == 'X'; });
    CHECK(fact.contradiction->tick == last_mark->tick);
  }

  BoardMap map_;
  std::optional<RegionStoreLog> log_;
  std::vector<ReferenceEvent> events_;
  std::optional<fungescope::test::Debugged> debugged_;
  std::vector<std::size_t> sets_;  // indices in the log of the grid
  std::map<Tick, Placed> kinds_;   // by the tick of the store
  // The board at the instant in question.
  std::array<int, 81> grid_{};
  std::array<Tick, 81> grid_tick_{};
  std::array<Tick, 729> mark_tick_{};
  std::vector<RegionStore> guesses_;
};

}  // namespace

TEST_CASE("the reasons of every digit are what the program did") {
  struct Case {
    std::string puzzle;
    Tick until;
    std::size_t stride;
  };
  const std::size_t often = FUNGESCOPE_SANITIZED ? 40 : 1;
  const std::vector<Case> cases{
      // Solved by deduction.
      {"..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..",
       2'000'000, often},
      // Two guesses, the first of them wrong.
      {".6.5.4.3.1...9...8.........9...5...6.4.6.2.7.7...4...5.........4...8...1.5.2.3.4.",
       2'000'000, often},
      // Many of both.
      {hard, 2'000'000, often},
      {std::string(81, '.'), 700'000, often}};
  std::array<std::size_t, 6> seen{};
  std::array<std::size_t, 4> units{};
  std::size_t asked = 0;  // digits
  for (const Case& it : cases) {
    CAPTURE(it.puzzle);
    Checker checker(it.puzzle, it.until);
    checker.check_sets(it.stride, 1);
    asked += checker.asked;
    for (std::size_t i = 0; i < seen.size(); ++i) seen[i] += checker.seen[i];
    for (std::size_t i = 0; i < units.size(); ++i) units[i] += checker.units[i];
  }
  if (FUNGESCOPE_SANITIZED) return;
  CHECK(asked == 386);
  for (const Kind kind : {Kind::blank, Kind::given, Kind::deduced, Kind::guessed, Kind::refuted}) {
    CHECK(seen[static_cast<std::size_t>(kind)] > 10);
  }
  for (const std::size_t unit : units) CHECK(unit > 20);
}

TEST_CASE("whole trees of reasons hold") {
  Checker checker(hard, 2'000'000);
  checker.check_sets(FUNGESCOPE_SANITIZED ? 120 : 17, 81);
  CHECK(checker.asked > 0);
}

TEST_CASE("a deduced digit was popped as the tally of the unit that is named") {
  Checker checker(hard, 400'000);
  checker.check_origins(FUNGESCOPE_SANITIZED ? 2 : 12);
}

}  // namespace fungescope::puzzles
