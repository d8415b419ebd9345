// What the window draws: one instant of the run, and what is going on, as a value. The thread of
// the virtual machine makes pictures, the window's thread draws the newest; nothing in one
// changes any more once it is published, and parts that rarely change are shared.
//
// A picture holds what the window looks at (look.h) and no more: cells outside
// `cells.area`, stack values outside `stack`, and output before `output.from` are asked for by
// looking there; they come a frame later.
#pragma once

#include "debugger_ui/session_thread/view_request.h"
#include "history/history.h"
#include "lang/dialect.h"
#include "lang/playfield.h"
#include "lang/static_analysis.h"
#include "session/commands/command.h"
#include "session/expressions/symbols.h"
#include "session/queries/timeline_sampler.h"
#include "session/views/board.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::ui {

// The program: another object after each reload, or another file.
struct ProgramInfo {
  std::string file;                         // as it was opened; empty: the built-in solver
  std::string name;                         // for titles: "sudoku.b93"
  std::shared_ptr<const Playfield> source;  // as loaded, no cell changed
  Dialect dialect;
  Symbols symbols;
  std::vector<Error> warnings;
  std::optional<BoardMap> board;

  [[nodiscard]] Size field() const { return source->size(); }
};

// Cells of the playfield, row by row.
struct CellsSnapshot {
  static constexpr std::uint8_t modified = 1;  // differs from the source
  static constexpr std::uint8_t changed = 2;   // differs from the stop before (only while paused)

  Rectangle area;
  std::vector<std::int64_t> values;
  std::vector<std::uint8_t> flags;

  // `at` lies in the area.
  [[nodiscard]] std::size_t index_of(Point at) const {
    return static_cast<std::size_t>((at.y - area.corner.y) * area.size.width + at.x -
                                    area.corner.x);
  }
};

// How often, over the ticks from + 1 .. to, for the cells of CellsSnapshot::area, row by row.
struct HeatSnapshot {
  struct Cell {
    std::uint64_t executions = 0;
    std::uint64_t reads = 0;
    std::uint64_t writes = 0;
    Tick last_write = 0;  // 0: none in the interval
  };
  Rectangle area;
  Tick from = 0;
  Tick to = 0;
  std::vector<Cell> cells;
  Cell most;  // the highest of each
};

struct RegionSnapshot {
  Region region;
  std::vector<std::int64_t> values;  // row by row
  std::vector<std::int64_t> before;  // at the stop before; empty: not known (while playing)
};

struct VariableSnapshot {
  Watch watch;
  std::int64_t value = 0;
  std::int64_t before = 0;
};

struct StackSnapshot {
  std::uint64_t size = 0;
  std::uint64_t first = 0;           // how far from the top values[0] is
  std::vector<std::int64_t> values;  // from there downwards
};

struct OutputSnapshot {
  std::uint64_t size = 0;  // printed so far, in bytes
  std::uint64_t from = 0;  // where `text` begins
  std::string text;
};

struct InputSnapshot {
  std::uint64_t position = 0;  // bytes read so far
  std::uint64_t from = 0;      // where `text` begins: a little before the position
  std::string text;            // the bytes read last and those that come next, at most some KB
  std::uint64_t size = 0;      // known in all
  bool closed = false;
};

struct BreakpointSnapshot {
  std::uint32_t id = 0;
  BreakpointKind kind = BreakpointKind::cell;
  std::string text;       // as `describe` has it
  std::string condition;  // empty: none
  std::string log;
  Rectangle area;
  std::optional<Direction> direction;
  bool enabled = true;
  std::string problem;
  std::uint64_t hits = 0;
};

// How far the run has been compared with the reference solver.
struct CheckSnapshot {
  bool possible = false;    // the program has the regions, and the puzzle is known
  Tick agreed_until = 0;    // all changes up to this tick were the same
  std::size_t changes = 0;  // so many
  std::optional<Tick> difference_at;
  std::string difference;  // in words
};

// What the virtual machine's thread does.
struct Activity {
  enum class Kind : std::uint8_t { nothing, playing, command };
  Kind kind = Kind::nothing;
  RunDirection direction = RunDirection::forward;  // playing
  std::string line;                                // command: what takes so long
  Tick now = 0;                                    // command: where it is
  Tick goal = 0;                                   // no_limit: nobody knows
  double seconds = 0;                              // command: since it began
  double ticks_per_second = 0;                     // playing: measured
};

struct ViewSnapshot {
  std::uint64_t serial = 0;   // rises with each picture
  std::uint64_t instant = 0;  // another number whenever the instant, the branch or an edit changed

  Tick tick = 0;
  Tick begin = 0;
  Tick end = 0;  // recorded up to here
  BranchId branch = 0;
  std::vector<BranchInfo> branches;
  std::vector<Bookmark> bookmarks;
  std::optional<StopInfo> last_stop;

  Point ip;
  Direction direction = Direction::east;
  bool string_mode = false;
  Status status = Status::running;
  std::string fault;         // in words, if there is one
  std::vector<Point> trail;  // cells executed last, oldest first; without the present one

  std::shared_ptr<const ProgramInfo> program;
  std::shared_ptr<const Reachability> reachable;  // null until it is known
  CellsSnapshot cells;
  std::shared_ptr<const HeatSnapshot> heat;  // null until it is known, or not looked at
  std::vector<RegionSnapshot> regions;
  std::vector<VariableSnapshot> variables;  // by scope, in order of declaration
  std::vector<Debugger::Watched> watched;   // free expressions
  StackSnapshot stack;
  OutputSnapshot output;
  InputSnapshot input;
  std::vector<BreakpointSnapshot> breakpoints;
  std::optional<BoardView> board;
  CheckSnapshot check;
  // The whole run, roughly, as it was played; and the answer to Look::strip, as far as it is done.
  std::shared_ptr<const std::vector<TimelineSample>> played;
  std::shared_ptr<const TimelineSamples> timeline;

  History::Usage usage;
  Activity activity;

  [[nodiscard]] bool playing() const { return activity.kind == Activity::Kind::playing; }
  [[nodiscard]] bool busy() const { return activity.kind == Activity::Kind::command; }
};

}  // namespace fungescope::ui
