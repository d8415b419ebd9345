#include "sudoku/solving/solver_knowledge.h"

#include <vector>

namespace fungescope::puzzles {
namespace {

class KnowledgeObserver final : public Observer {
 public:
  explicit KnowledgeObserver(const CheckedRegions& regions) : regions_(regions) {}

  [[nodiscard]] Interest interest() const override { return Interest::writes; }

  void on_write(Tick tick, Point /*by*/, Point at, std::int64_t before, std::int64_t now) override {
    const Rectangle& places = regions_[ComparedRegion::pspace];
    const Rectangle& grid = regions_[ComparedRegion::grid];
    if (places.contains(at)) {
      if (before == now) return;
      // A cell of the grid is a block of three by three places, one for each digit.
      const auto x = static_cast<std::size_t>(at.x - places.corner.x);
      const auto y = static_cast<std::size_t>(at.y - places.corner.y);
      knowledge_.ruled_out[y / 3 * 9 + x / 3][y % 3 * 3 + x % 3] = now == 0 ? 0 : tick;
    } else if (grid.contains(at)) {
      const auto x = static_cast<std::size_t>(at.x - grid.corner.x);
      const auto y = static_cast<std::size_t>(at.y - grid.corner.y);
      // The source's own grid may hold the same given.
      Tick& known = knowledge_.digits[y * 9 + x];
      if (before != now || known == 0) known = tick;
    } else if (regions_[ComparedRegion::rlatter].contains(at) && now > 0) {
      ++knowledge_.guesses;  // the depth of the guess
    }
  }

  [[nodiscard]] SolverKnowledge finish(Tick ticks) {
    knowledge_.ticks = ticks;
    return knowledge_;
  }

 private:
  CheckedRegions regions_;
  SolverKnowledge knowledge_;
};

}  // namespace

std::uint64_t count_guesses(const BuiltInSolver& solver, const Grid& puzzle) {
  ReferenceSolver reference(contents_of(solver.program.start.field, solver.regions), puzzle);
  std::vector<CellChange> changes;
  std::uint64_t guesses = 0;
  for (; reference.step(changes); changes.clear()) {
    for (const CellChange& change : changes) {
      // The region holds the depth of the guess in each cell.
      if (change.region == ComparedRegion::rlatter && change.now > 0) ++guesses;
    }
  }
  return guesses;
}

std::optional<SolverKnowledge> record_knowledge(const BuiltInSolver& solver, const Grid& puzzle,
                                                const std::atomic<bool>& interrupted) {
  Machine machine = solver.program.start;
  Engine engine(EngineKind::automatic);
  engine.load(machine, solver.program.start);
  StringInput input(to_line(puzzle, '0') + "\n");
  NullOutput output;
  KnowledgeObserver observer(solver.regions);
  const StopReason why =
      engine.run_interruptible(machine, {input, output}, no_limit, interrupted, &observer);
  if (why != StopReason::ended) return std::nullopt;
  return observer.finish(machine.tick);
}

}  // namespace fungescope::puzzles
