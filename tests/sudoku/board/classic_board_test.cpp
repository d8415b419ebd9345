// The board of classic.b93, a solver by another method that reads nothing, at every change of its
// memory map, and its reasons, compared with what its stores alone say: a digit is a guess if
// rlatter has just got the level that recursionLevel has, and rests on the guesses that stand.
#include "jit/tier/engine.h"
#include "session/debugged.h"

#include "sudoku/board/board.h"
#include "sudoku/board/board_events.h"
#include "sudoku/solving/puzzle.h"
#include "sudoku/support/store_log.h"

namespace fungescope::puzzles {
namespace {

using Origin = BoardCell::Origin;

// The program, with another puzzle drawn in its grid.
std::string classic_with(std::string_view puzzle) {
  std::string source = file_bytes(FUNGESCOPE_SOURCE "/tests/programs/classic.b93");
  std::size_t line = 0;
  for (std::size_t y = 0; y < 9; ++y) {
    line = source.find('\n', line) + 1;
    for (std::size_t x = 0; x < 9; ++x) {
      const char digit = puzzle[9 * y + x];
      source[line + 9 + x] = digit == '.' ? ' ' : digit;
    }
  }
  return source;
}

// What the stores so far say.
class Reconstruction {
 public:
  struct Digit {
    int digit = 0;
    Origin origin = Origin::blank;
    std::int64_t depth = 0;
    Tick tick = 0;
    std::uint16_t candidates = 0;  // when it was set
  };
  // A digit that was set. Of a guess that was undone, also when.
  struct Placed {
    std::size_t cell = 0;
    Digit digit;
    Tick undone = 0;
  };

  Reconstruction(const BoardMap& map, const Playfield& field, std::string puzzle)
      : map_(map), puzzle_(std::move(puzzle)), field_(field) {
    for (const Rectangle& area : cleared()) {
      for (std::int64_t i = 0; i < area.size.area(); ++i) {
        dirty_ += field.at({area.corner.x + i % area.size.width,
                            area.corner.y + i / area.size.width}) != 0;
      }
    }
  }

  // Returns what happened on the board; nothing for a store that is none of its events.
  std::optional<BoardEvent::Kind> store(Tick tick, Point at, std::int64_t before,
                                        std::int64_t now) {
    field_.set(at, now);
    for (const Rectangle& area : cleared()) {
      if (area.contains(at)) dirty_ += static_cast<int>(now != 0) - static_cast<int>(before != 0);
    }
    if (dirty_ == 0) cleared_ = true;
    if (at == *map_.level && !ready) first_ = now;
    if (Rectangle{map_.pspace, {27, 27}}.contains(at)) mark(tick, at, before, now);
    if (Rectangle{map_.grid, {9, 9}}.contains(at)) return set(tick, at, before, now);
    return std::nullopt;
  }

  [[nodiscard]] std::uint16_t candidates_of(std::size_t cell) const {
    std::uint16_t open = 0;
    for (int v = 1; v <= 9; ++v) {
      const bool possible = field_.at(map_.mark_at(board_cell(cell), v)) != 'X';
      open = static_cast<std::uint16_t>(open | static_cast<unsigned>(possible) << (v - 1));
    }
    return open;
  }
  [[nodiscard]] std::optional<Tick> marked(std::size_t cell, int digit) const {
    return marks_[cell * 9 + static_cast<std::size_t>(digit) - 1];
  }
  // The digit that was set last at or before an instant, if it still stands.
  [[nodiscard]] std::optional<std::size_t> newest_at(Tick tick) const {
    const Placed* last = nullptr;
    for (const Placed& one : placed_) last = one.digit.tick <= tick ? &one : last;
    const bool stands = last != nullptr && digits[last->cell].tick == last->digit.tick &&
                        digits[last->cell].digit != 0;
    return stands ? std::optional(last->cell) : std::nullopt;
  }
  // The guesses that were undone in a cell before the one that stands there, newest first.
  [[nodiscard]] std::vector<Placed> undone_before(std::size_t cell) const {
    const Digit& guess = digits[cell];
    Tick since = 0;
    for (const Digit& other : digits) {
      if (other.origin == Origin::guessed && other.depth == guess.depth - 1) since = other.tick;
    }
    std::vector<Placed> undone;
    for (auto one = placed_.rbegin(); one != placed_.rend(); ++one) {
      if (one->cell == cell && one->undone > since && one->digit.origin == Origin::guessed &&
          one->digit.depth == guess.depth) {
        undone.push_back(*one);
      }
    }
    return undone;
  }
  [[nodiscard]] std::int64_t depth() const {
    return std::max<std::int64_t>(0, field_.at(*map_.level) - first_);
  }
  [[nodiscard]] std::int64_t level_of(std::size_t cell) const {
    const Point at = board_cell(cell);
    return field_.at({map_.rlatter.x + at.x, map_.rlatter.y + at.y});
  }

  bool ready = false;
  std::array<Digit, 81> digits;

 private:
  [[nodiscard]] std::array<Rectangle, 3> cleared() const {
    return {{{map_.pspace, {27, 27}}, {map_.rstack, {27, 27}}, {map_.rlatter, {9, 9}}}};
  }

  void mark(Tick tick, Point at, std::int64_t before, std::int64_t now) {
    const auto x = static_cast<std::size_t>(at.x - map_.pspace.x);
    const auto y = static_cast<std::size_t>(at.y - map_.pspace.y);
    auto& known = marks_[(y / 3 * 9 + x / 3) * 9 + y % 3 * 3 + x % 3];
    if (now != 'X') known.reset();
    if (now == 'X' && before != 'X') known = tick;
  }

  std::optional<BoardEvent::Kind> set(Tick tick, Point at, std::int64_t before, std::int64_t now) {
    ready = ready || cleared_;
    const std::size_t cell = board_index({at.x - map_.grid.x, at.y - map_.grid.y});
    Digit& known = digits[cell];
    if (board_digit(now) == 0) {
      for (Placed& one : placed_) {
        if (one.cell == cell && one.digit.tick == known.tick) one.undone = tick;
      }
      known = {};
      if (board_digit(before) == 0 || !ready) return std::nullopt;
      return BoardEvent::Kind::undone;
    }
    const bool given = puzzle_[cell] == static_cast<char>(now);
    const bool guess = level_of(cell) == field_.at(*map_.level) && depth() > 0;
    const Origin origin = given ? Origin::given : guess ? Origin::guessed : Origin::deduced;
    known = {board_digit(now), origin, given ? 0 : depth(), tick, candidates_of(cell)};
    if (!ready) return std::nullopt;  // it copies the puzzle, or prepares its grid
    placed_.push_back({cell, known, 0});
    return given   ? BoardEvent::Kind::given
           : guess ? BoardEvent::Kind::guessed
                   : BoardEvent::Kind::deduced;
  }

  BoardMap map_;
  std::string puzzle_;
  Playfield field_;
  int dirty_ = 0;  // cells that are not 0
  bool cleared_ = false;
  std::int64_t first_ = 0;  // level
  std::array<std::optional<Tick>, 729> marks_;
  std::vector<Placed> placed_;
};

struct ClassicRun {
  explicit ClassicRun(std::string_view puzzle)
      : puzzle_cells(puzzle),
        debugged(classic_with(puzzle)),
        map(find_board(debugged.debugger.session().symbols()).value()),
        start(debugged.machine().field) {
    Machine machine(start);
    StoreLog log({{map.grid, {9, 9}},
                  {map.rlatter, {9, 9}},
                  {map.pspace, {27, 27}},
                  {map.rstack, {27, 27}},
                  {*map.level, {1, 1}}});
    StringInput input("");
    StringOutput output;
    CHECK(Engine().run(machine, {input, output}, 20'000'000, &log) == StopReason::ended);
    stores = std::move(log.stores);
    final_grid = grid_text(map, machine.field);
  }
  [[nodiscard]] Reconstruction reconstruction() const { return {map, start, puzzle_cells}; }

  std::string puzzle_cells;
  test::Debugged debugged;
  BoardMap map;
  Playfield start;
  std::vector<LoggedStore> stores;
  std::string final_grid;
};

bool same(const BoardCell& shown, const Reconstruction& known, std::size_t cell) {
  const Reconstruction::Digit& digit = known.digits[cell];
  return shown.digit == digit.digit && shown.origin == digit.origin && shown.depth == digit.depth &&
         shown.candidates == known.candidates_of(cell);
}

// Compares the answer to why about a cell.
void compare_reasons(ClassicRun& run, const Reconstruction& known, std::size_t cell, Tick now) {
  const std::string name = fmt::format("r{}c{}", cell / 9 + 1, cell % 9 + 1);
  const Json facts = run.debugged("why " + name).data["facts"];
  CAPTURE(facts[0]["text"].get<std::string>());
  constexpr std::array<std::string_view, 4> kinds{"blank", "given", "deduced", "guessed"};
  const Reconstruction::Digit& digit = known.digits[cell];
  CHECK(facts[0]["kind"] == kinds[static_cast<std::size_t>(digit.origin)]);
  CHECK(facts[0]["digit"] == digit.digit);
  if (digit.digit != 0) CHECK(facts[0]["tick"] == digit.tick);
  if (digit.origin == Origin::given) return;
  const bool guessed = digit.origin == Origin::guessed;
  if (guessed) CHECK(facts[0]["depth"] == digit.depth);
  if (guessed) CHECK(facts[0]["possible"] == mask_digits(digit.candidates));
  if (digit.digit == 0) CHECK(facts[0]["possible"] == mask_digits(known.candidates_of(cell)));
  if (digit.origin == Origin::deduced) CHECK(facts[0]["unit"] == "cell");

  std::vector<Json> exclusions = facts[0]["exclusions"].get<std::vector<Json>>();
  const auto take = [&](int value, Tick tick) {
    const auto found = std::find_if(exclusions.begin(), exclusions.end(), [&](const Json& one) {
      return one["digit"] == value && one["tick"] == tick && one["name"] == name;
    });
    REQUIRE(found != exclusions.end());
    const Json because = (*found)["because"];
    exclusions.erase(found);
    return because.is_null() ? Json() : facts[because.get<std::size_t>()];
  };
  const Tick until = digit.digit == 0 ? now : digit.tick;
  for (int v = 1; v <= 9; ++v) {
    const auto marked = known.marked(cell, v);
    if (v == digit.digit || !marked || *marked > until) continue;
    const Json because = take(v, *marked);
    const auto newest = known.newest_at(*marked);
    CHECK(because.is_null() == !newest);
    if (!newest || because.is_null()) continue;
    CHECK(because["name"] == fmt::format("r{}c{}", *newest / 9 + 1, *newest % 9 + 1));
    CHECK(because["digit"] == known.digits[*newest].digit);
    CHECK(because["tick"] == known.digits[*newest].tick);
  }
  if (guessed) {
    for (const Reconstruction::Placed& tried : known.undone_before(cell)) {
      const Json refuted = take(tried.digit.digit, tried.undone);
      CHECK(refuted["kind"] == "refuted");
      CHECK(refuted["guessed_at"] == tried.digit.tick);
      CHECK(refuted["depth"] == digit.depth);
    }
  }
  CHECK(exclusions.empty());
}

constexpr std::array<std::string_view, 3> classic_puzzles{
    // From hardest11 and easy50 in tests/data/puzzles; one without a solution.
    "1...34.8....8..5....4.6..21.18......3..1.2..6......81.52..7.9....6..9....9.64...2",
    "..7256400400000005010030060000508000008060200000107000030070090200000004006312700",
    "..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3.."};

}  // namespace

TEST_CASE("at every change the board of another method is what the stores before it say") {
  for (const std::string_view puzzle : classic_puzzles) {
    CAPTURE(puzzle);
    ClassicRun run(puzzle);
    Reconstruction known = run.reconstruction();
    BoardGivens givens;
    Machine machine(run.start);
    std::array<int, 4> kinds{};
    int failed = 0;
    for (const LoggedStore& store : run.stores) {
      machine.field.set(store.at, store.now);
      machine.tick = store.tick;
      givens.follow(run.map, machine, {TrapEvent::write, {}, store.at, store.before, store.now});
      const auto kind = known.store(store.tick, store.at, store.before, store.now);
      if (store.before == store.now && !kind) continue;
      CAPTURE(store.tick);
      if (kind) ++kinds[static_cast<std::size_t>(*kind)];
      const BoardView view =
          view_board(run.map, cells_of(machine.field), givens.at(run.map, machine));
      failed += view.ready == known.ready ? 0 : 1;
      if (!known.ready) continue;
      for (std::size_t i = 0; i < 81; ++i) failed += same(view.cells[i], known, i) ? 0 : 1;
      REQUIRE(failed == 0);
    }
    const bool solvable = solve_with_bitmasks(grid_from_line(puzzle)).count == 1;
    CHECK(kinds[0] == count_clues(grid_from_line(puzzle)));
    if (!solvable) continue;
    CHECK(kinds[2] > 1);
    CHECK(kinds[3] > 1);
    CHECK(kinds[0] + kinds[1] + kinds[2] - kinds[3] == 81);
  }
}

TEST_CASE("the reasons on the board of another method are what its stores say") {
  ClassicRun run(classic_puzzles[0]);
  Reconstruction known = run.reconstruction();
  // Instants: a given, a deduction without a guess, a guess, one digit later, within an undoing,
  // after it, the next guess, and the end.
  std::vector<Tick> instants;
  std::array<int, 4> met{};
  Tick tick = 0;
  const auto compare = [&] {
    CAPTURE(tick);
    run.debugged("goto " + std::to_string(tick));
    const std::size_t step = instants.size() % 4 == 3 ? 5 : 20;
    for (std::size_t i = 0; i < 81; ++i) {
      if (i % step == 0 || known.digits[i].origin == Origin::guessed) {
        compare_reasons(run, known, i, tick);
      }
    }
    instants.push_back(tick);
  };
  for (const LoggedStore& store : run.stores) {
    tick = store.tick;
    const auto kind = known.store(store.tick, store.at, store.before, store.now);
    const bool last = &store == &run.stores.back();
    if (!kind && !last) continue;
    const int nth = kind ? ++met[static_cast<std::size_t>(*kind)] : 0;
    if (last || nth == 1 || nth == 3) compare();
  }
  CHECK(instants.size() == 9);
}

}  // namespace fungescope::puzzles
