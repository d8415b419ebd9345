// The board of sudoku.b93 at every change of its memory map, and so at every tick, compared with
// what the reference solver knows at that moment. The instants from which it means something are
// those after the first store of a given: returnAddr is 1 while they are set, and then 0.
#include "jit/tier/engine.h"
#include "lang/loader.h"
#include "support/test.h"

#include "sudoku/board/board.h"
#include "sudoku/solving/program_host.h"
#include "sudoku/solving/reference_solver.h"

namespace fungescope::puzzles {
namespace {

// Follows the reference solver change by change. It knows more than the four regions say: when the
// givens have been read, a digit is the guess that rlatter has just announced, or is deduced at the
// depth of the last guess that has not been taken back.
class Knowledge {
 public:
  Knowledge(const RegionContents& initial, const Grid& puzzle) : solver_(initial, puzzle) {
    for (std::size_t i = 0; i < cell_count; ++i) {
      if (puzzle.cells[i] != 0) origin[i] = BoardCell::Origin::given;
      digit[i] = puzzle.cells[i];
    }
    candidates.fill(0x1ff);
  }

  // Goes on to the next change.
  CellChange next() {
    while (next_ == changes_.size()) {
      changes_.clear();
      next_ = 0;
      REQUIRE(solver_.step(changes_));
    }
    const CellChange change = changes_[next_++];
    learn(change);
    return change;
  }

  std::array<BoardCell::Origin, cell_count> origin{};
  std::array<int, cell_count> digit{};
  std::array<std::int64_t, cell_count> depth{};
  std::array<std::uint16_t, cell_count> candidates{};
  std::int64_t level = 0;
  bool stores_depth_next = false;  // of a place that has just been ruled out

 private:
  void learn(const CellChange& change) {
    stores_depth_next = false;
    const std::size_t i = change.cell;
    switch (change.region) {
      case ComparedRegion::grid:
        if (origin[i] == BoardCell::Origin::given) return;
        digit[i] = change.now == ' ' ? 0 : static_cast<int>(change.now - '0');
        origin[i] = digit[i] == 0 ? BoardCell::Origin::blank
                    : i == guess_ ? BoardCell::Origin::guessed
                                  : BoardCell::Origin::deduced;
        depth[i] = digit[i] == 0 ? 0 : level;
        return;
      case ComparedRegion::rlatter:
        if (change.now > 0) guess_ = i;
        if (change.now > 0) level = change.now;
        if (change.now == 0 && change.before == level && level > 0) --level;
        if (change.now == 0) guess_ = cell_count;
        return;
      case ComparedRegion::pspace: {
        const std::size_t x = i % 27;
        const std::size_t y = i / 27;
        const auto bit = static_cast<std::uint16_t>(1U << (y % 3 * 3 + x % 3));
        std::uint16_t& open = candidates[y / 3 * 9 + x / 3];
        open = static_cast<std::uint16_t>(change.now == 0 ? open | bit : open & ~bit);
        stores_depth_next = change.now == 'X' && level > 0;
        return;
      }
      case ComparedRegion::rstack:
        return;
    }
  }

  ReferenceSolver solver_;
  std::vector<CellChange> changes_;
  std::size_t next_ = 0;
  std::size_t guess_ = cell_count;  // the cell in which a guess is about to be set
};

// Compares the board with the knowledge after each write to the map.
class BoardComparison final : public Observer {
 public:
  BoardComparison(const Machine& machine, const BoardMap& map, Point return_address,
                  const CheckedRegions& regions, const Grid& puzzle)
      : machine_(machine),
        map_(map),
        return_address_(return_address),
        regions_(regions),
        knowledge_(contents_of(machine.field, regions), puzzle) {}

  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick tick, Point /*by*/, Point at, std::int64_t before, std::int64_t now) override {
    machine_.field.set(at, now);
    machine_.tick = tick;
    givens_.follow(map_, machine_, {TrapEvent::write, {}, at, before, now});
    ready_ = ready_ || (regions_[ComparedRegion::grid].contains(at) &&
                        machine_.field.at(return_address_) == 1);
    if (before == now) return;
    bool inside = at == return_address_;
    for (const Rectangle& area : regions_.values) {
      if (!area.contains(at)) continue;
      inside = true;
      CHECK(knowledge_.next().now == now);
    }
    if (inside && failed_ == 0) compare(tick);
  }

  [[nodiscard]] std::size_t compared() const { return compared_; }
  [[nodiscard]] std::int64_t deepest() const { return deepest_; }

 private:
  void compare(Tick tick) {
    const BoardView view = view_board(map_, cells_of(machine_.field), givens_.at(map_, machine_));
    if (!ready_) {
      failed_ += view.ready ? 1 : 0;
      for (const BoardCell& it : view.cells) {
        failed_ +=
            it.origin != (it.digit == 0 ? BoardCell::Origin::blank : BoardCell::Origin::unknown)
                ? 1
                : 0;
      }
    } else {
      failed_ += view.ready ? 0 : 1;
      for (std::size_t i = 0; i < cell_count; ++i) failed_ += same(view.cells[i], i) ? 0 : 1;
      ++compared_;
    }
    CAPTURE(tick);
    CHECK(failed_ == 0);
  }

  bool same(const BoardCell& it, std::size_t i) {
    deepest_ = std::max(deepest_, it.depth);
    return it.origin == knowledge_.origin[i] && it.digit == knowledge_.digit[i] &&
           it.candidates == knowledge_.candidates[i] &&
           (it.depth == knowledge_.depth[i] || knowledge_.stores_depth_next);
  }

  Machine machine_;  // with the stores so far
  BoardMap map_;
  Point return_address_;
  CheckedRegions regions_;
  Knowledge knowledge_;
  BoardGivens givens_;
  bool ready_ = false;
  std::size_t compared_ = 0;
  std::int64_t deepest_ = 0;
  int failed_ = 0;
};

}  // namespace

TEST_CASE("at every tick the board is what the reference solver knows") {
  struct Case {
    std::string puzzle;
    std::size_t changes;  // while the board is ready
    std::int64_t depth;   // of the deepest guess
  };
  const std::vector<Case> cases{
      // Solved by deduction.
      {"..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3..", 698, 0},
      // Two guesses, the first of them wrong.
      {".6.5.4.3.1...9...8.........9...5...6.4.6.2.7.7...4...5.........4...8...1.5.2.3.4.", 1039,
       1},
      // Many of both, one in another.
      {"4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4......", 2296,
       8},
      {std::string(81, '.'), 1425, 47},
      // No solution.
      {"..9.287..8.6..4..5..3.....46.........2.71345.........23.....5..9..4..8.7..125.3..", 520, 0},
      // Givens that contradict each other.
      {"5.......5" + std::string(72, '.'), 28, 0}};
  const auto program = load(embedded_solver(), LoadOptions{}).value();
  const Symbols symbols(program.annotations);
  const BoardMap map = find_board(symbols).value();
  const Point return_address = symbols.variable("SetValueAndHints::returnAddr").value()->at;
  const CheckedRegions regions = find_checked_regions(program.annotations, "sudoku.b93").value();
  for (const Case& it : cases) {
    CAPTURE(it.puzzle);
    Machine machine(program.playfield);
    StringInput input(std::string(it.puzzle) + '\n');
    StringOutput output;
    BoardComparison comparison(machine, map, return_address, regions, grid_from_line(it.puzzle));
    CHECK(Engine().run(machine, {input, output}, 20'000'000, &comparison) == StopReason::ended);
    CHECK(comparison.compared() == it.changes);
    CHECK(comparison.deepest() == it.depth);
  }
}

}  // namespace fungescope::puzzles
