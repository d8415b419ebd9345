#include "debugger_ui/sudoku/tasks/board_snapshot.h"

#include "lang/analysis/static_analysis.h"

#include <array>
#include <vector>

namespace fungescope::ui {
namespace {

void describe_program(ProgramInfo& program) {
  const auto map = find_board(program.symbols);
  if (!map) return;
  const bool reads = reads_input(*program.source, program.dialect);
  program.attachments.set(std::make_shared<const ProgramBoard>(ProgramBoard{*map, reads}));
}

void add_puzzle(const Session& session, ViewSnapshot& snapshot) {
  const ProgramBoard* const board = program_board(*snapshot.program);
  if (board == nullptr) return;
  snapshot.attachments.set(std::make_shared<const UpcomingPuzzle>(
      UpcomingPuzzle{puzzle_to_solve(session, board->map, board->reads_input)}));
}

std::vector<std::unique_ptr<BackgroundTask>> make_tasks() {
  std::vector<std::unique_ptr<BackgroundTask>> tasks;
  tasks.push_back(make_board_task());
  tasks.push_back(make_event_task());
  tasks.push_back(make_check_task());
  return tasks;
}

class SudokuEvents final : public PlayEvents {
 public:
  bool begin(Session& session) override {
    goal_.reset();
    const auto map = find_board(session.symbols());
    if (!map) return false;
    area_ = {map->grid, {9, 9}};
    goal_ = std::make_unique<BoardEventGoal>(session, *map);
    return true;
  }
  [[nodiscard]] Rectangle area() const override { return area_; }
  [[nodiscard]] const RunGoal& goal(Monitor* monitor) override { return goal_->goal(monitor); }

  void reach(const TrapEvent& store, Monitor* monitor) override {
    event_ = goal_->describe(store, monitor);
  }
  // The first digit that is deduced, the first guess and the first undo are to be read. Where
  // another play begins before them, they are the first again.
  bool take_rest() override {
    if (!event_ || event_->kind == BoardEvent::Kind::given) return false;
    Tick& first = first_[static_cast<std::size_t>(event_->kind)];
    if (event_->tick > first) return false;
    first = event_->tick;
    return true;
  }
  void forget() override { event_.reset(); }
  void show(ViewSnapshot& snapshot) const override {
    snapshot.attachments.set(event_ ? std::make_shared<const BoardEvent>(*event_) : nullptr);
  }

 private:
  Rectangle area_;
  std::unique_ptr<BoardEventGoal> goal_;
  std::optional<BoardEvent> event_;  // the last one
  // By kind, where the first one was met.
  std::array<Tick, 4> first_{no_limit, no_limit, no_limit, no_limit};
};

}  // namespace

const SnapshotExtension& sudoku_snapshots() {
  static constexpr SnapshotExtension extension{
      describe_program, add_puzzle, make_tasks,
      []() -> std::unique_ptr<PlayEvents> { return std::make_unique<SudokuEvents>(); }};
  return extension;
}

const RegionSnapshot* region_named(const ViewSnapshot& snapshot, std::string_view name) {
  const Region* const region = snapshot.program->symbols.region(name);
  for (const RegionSnapshot& candidate : snapshot.regions) {
    if (region != nullptr && candidate.region.name == region->name) return &candidate;
  }
  return nullptr;
}

std::optional<puzzles::Grid> program_puzzle(const ViewSnapshot& snapshot) {
  const ProgramBoard* const board = program_board(*snapshot.program);
  if (board == nullptr) return std::nullopt;
  if (!board->reads_input) {
    const BoardView* const view = board_view(snapshot);
    if (view == nullptr) return std::nullopt;
    if (!view->givens.empty()) return puzzles::grid_from_line(view->givens);
    if (!view->upcoming) return std::nullopt;
  }
  const auto upcoming = snapshot.attachments.get<UpcomingPuzzle>();
  if (upcoming == nullptr || upcoming->cells.empty()) return std::nullopt;
  return puzzles::grid_from_line(upcoming->cells);
}

}  // namespace fungescope::ui
