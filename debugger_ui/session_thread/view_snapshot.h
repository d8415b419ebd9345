// An immutable value with everything that the window draws: one instant of the run, and the current
// activity of the session's thread. That thread publishes snapshots, and the window's thread draws
// the newest one. Parts that rarely change are shared between snapshots.
//
// A snapshot contains only the parts that were requested: the window sends a ViewRequest each
// frame, and snapshots cost only what is in it. Cells outside `cells.area`, stack values outside
// `stack` and output before `output.from` arrive a frame after they are requested.
#pragma once

#include "base/extensions.h"
#include "history/history.h"
#include "lang/analysis/static_analysis.h"
#include "lang/dialect.h"
#include "lang/geometry.h"
#include "lang/loader.h"
#include "lang/playfield.h"
#include "session/commands/arguments.h"
#include "session/commands/command.h"
#include "session/expressions/symbols.h"
#include "session/queries/heat.h"
#include "session/queries/timeline_sampler.h"
#include "session/run_control/run_controller.h"
#include "session/views/notebook_view.h"
#include "session/views/region_board.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::ui {

// ---- The parts of the session that the next snapshots have to contain

// Samples of the ticks `from` to `to`: see session/queries/timeline_sampler.h.
struct TimelineViewRequest {
  Tick from = 0;
  Tick to = 0;
  std::uint32_t columns = 0;             // 0: no timeline is visible
  std::vector<std::string> expressions;  // sampled as curves
  bool hits = true;                      // count breakpoint hits
  friend bool operator==(const TimelineViewRequest&, const TimelineViewRequest&) = default;
};

struct TimelineSamples {
  TimelineViewRequest request;
  std::vector<TimelineSample> samples;
  bool done = false;
};

struct HeatRequest {
  bool wanted = false;
  bool whole_run = false;  // otherwise the last `ticks`
  Tick ticks = 1'000'000;
  bool overview = false;  // of the whole field by blocks, instead of ViewRequest::cells
  friend bool operator==(const HeatRequest&, const HeatRequest&) = default;
};

struct ViewRequest {
  Rectangle cells;                // of the playfield; clipped to it, and to `max_cells`
  std::uint64_t stack_first = 0;  // from the top
  std::uint64_t stack_count = 64;
  std::optional<std::uint64_t> output_from;  // a byte offset; unset: the end of the output
  bool board_ticks = false;  // when cells of boards were set: some milliseconds per stop
  bool region_boards = false;
  bool notebook = false;
  bool changes = true;  // since the previous stop
  HeatRequest heat;
  TimelineViewRequest timeline;

  static constexpr std::int64_t max_cells = 1 << 18;
  // Adds cells to those that another panel has requested: the rectangle around both, if that is
  // not too large.
  void add_cells(const Rectangle& area);
  friend bool operator==(const ViewRequest&, const ViewRequest&) = default;
};

// ---- Snapshots

// Immutable; replaced by another object when the program is reloaded or another file is opened.
struct ProgramInfo {
  std::string file;                         // the path it was opened with, or "@NAME"
  std::string name;                         // for titles: "sudoku.b93"
  std::shared_ptr<const Playfield> source;  // as loaded, before any write
  Dialect dialect;
  std::optional<LoadOptions::SizeOverride> size;  // of the field, if it was given
  std::uint64_t seed = 0;
  Symbols symbols;
  PhaseMap phases;
  std::vector<Error> warnings;
  Attachments attachments;  // of the kinds of programs that it is of (snapshot_extension.h)

  [[nodiscard]] Size field() const { return source->size(); }
};

// Cells of the playfield, row by row.
struct CellsSnapshot {
  static constexpr std::uint8_t modified = 1;  // differs from the source
  static constexpr std::uint8_t changed = 2;   // differs from the previous stop (only while paused)

  Rectangle area;
  std::vector<std::int64_t> values;
  std::vector<std::uint8_t> flags;

  // `at` must lie in the area.
  [[nodiscard]] std::size_t index_of(Point at) const {
    return static_cast<std::size_t>((at.y - area.corner.y) * area.size.width + at.x -
                                    area.corner.x);
  }
};

// Access counts over the ticks from + 1 to `to`, for the cells of CellsSnapshot::area, row by row.
// In an overview, each entry is that of a block of cells: the highest of their counts.
struct HeatSnapshot {
  struct Cell {
    std::uint64_t executions = 0;
    std::uint64_t reads = 0;
    std::uint64_t writes = 0;
    Tick last_write = 0;  // 0: none in the interval
  };
  Rectangle area;           // in cells
  unsigned block_bits = 0;  // blocks are squares of 1 << block_bits cells
  Tick from = 0;
  Tick to = 0;
  std::vector<Cell> cells;
  Cell max;  // of each count

  // In blocks.
  [[nodiscard]] Size size() const {
    const std::int64_t last = (std::int64_t{1} << block_bits) - 1;
    return {(area.size.width + last) >> block_bits, (area.size.height + last) >> block_bits};
  }
  // `at` must lie in the area.
  [[nodiscard]] std::size_t index_of(Point at) const {
    return static_cast<std::size_t>(((at.y - area.corner.y) >> block_bits) * size().width +
                                    ((at.x - area.corner.x) >> block_bits));
  }
};

struct RegionSnapshot {
  Region region;
  std::vector<std::int64_t> values;  // row by row
  std::vector<std::int64_t> before;  // at the previous stop; empty: unknown (while playing)
};

struct VariableSnapshot {
  Watch watch;
  std::int64_t value = 0;
  std::int64_t before = 0;
  bool set = true;  // see is_unset
};

struct StackSnapshot {
  std::uint64_t size = 0;
  std::uint64_t first = 0;           // distance of values[0] from the top
  std::vector<std::int64_t> values;  // downwards from `first`
  // For each value: it is new, or another one than at the previous stop, at the same height. Empty
  // while playing.
  std::vector<bool> changed;
};

struct OutputSnapshot {
  std::uint64_t size = 0;  // bytes printed so far
  std::uint64_t from = 0;  // offset of `text`
  std::string text;
};

struct InputSnapshot {
  std::uint64_t position = 0;  // bytes read so far
  std::uint64_t from = 0;      // offset of `text`, shortly before `position`
  std::string text;            // the bytes around `position`, at most some KB
  std::uint64_t size = 0;      // of all known input
  bool closed = false;
  bool read_next = false;  // the next instruction reads
  bool awaited = false;    // the next instruction reads, and nothing is there for it
  bool resumes = false;    // `awaited`, and the run that came here goes on once something is

  // A line of the input whose first byte is read where OutputSnapshot::text is printed.
  struct Line {
    std::uint64_t from = 0;       // in the input
    std::uint64_t size = 0;       // with its line end
    std::string text;             // at most its first KB
    std::uint64_t output_at = 0;  // bytes printed before it was read
    Tick tick = 0;                // the instant before it was read
  };
  std::vector<Line> lines;  // ascending; read at or before the present
};

struct BreakpointSnapshot {
  std::uint32_t id = 0;
  BreakpointKind kind = BreakpointKind::cell;
  std::string text;       // as formatted by `describe`
  std::string condition;  // empty: none
  std::string log;
  Rectangle area;
  std::optional<Direction> direction;
  bool enabled = true;
  std::string problem;
  std::uint64_t hits = 0;
};

// The current activity of the session's thread.
struct Activity {
  enum class Kind : std::uint8_t { idle, playing, command };
  Kind kind = Kind::idle;
  RunDirection direction = RunDirection::forward;  // playing
  std::string line;                                // command
  Tick now = 0;                                    // command: the current tick
  Tick goal = 0;                                   // no_limit: unknown
  double seconds = 0;                              // command: elapsed
  double ticks_per_second = 0;                     // playing: measured
};

struct ViewSnapshot {
  std::uint64_t serial = 0;   // increases with each snapshot
  std::uint64_t instant = 0;  // changes when the tick, the branch or an edit changes

  Tick tick = 0;
  Tick begin = 0;
  Tick end = 0;  // recorded up to here
  BranchId branch = 0;
  std::vector<BranchInfo> branches;
  std::vector<Bookmark> bookmarks;
  std::optional<StopInfo> last_stop;
  // The previous stop, with which the parts are compared; nothing while playing, and where they
  // cannot be, or are not to be.
  std::optional<Tick> changed_since;
  std::string accessed;  // what a data breakpoint stopped at: see describe_access
  // Where SessionThread::go_to_visit leads, back and forward.
  std::optional<BranchInstant> visit_before;
  std::optional<BranchInstant> visit_after;
  std::vector<NotebookRow> notebook;  // if ViewRequest::notebook

  Point ip;
  Direction direction = Direction::east;
  bool string_mode = false;
  Status status = Status::running;
  std::string fault;         // in words, if there is one
  std::vector<Point> trail;  // cells executed last, oldest first, without the current one
  // The last accesses of playing since the snapshot that the window took before, oldest first.
  std::vector<Touch> touched;

  std::shared_ptr<const ProgramInfo> program;
  std::shared_ptr<const Reachability> reachable;  // null until computed
  CellsSnapshot cells;
  std::shared_ptr<const HeatSnapshot> heat;  // null if not requested, or until computed
  std::vector<RegionSnapshot> regions;
  std::vector<VariableSnapshot> variables;  // by scope, in order of declaration
  std::vector<Debugger::Watched> watched;   // free expressions
  StackSnapshot stack;
  OutputSnapshot output;
  InputSnapshot input;
  std::vector<BreakpointSnapshot> breakpoints;
  std::shared_ptr<const std::vector<LogMessage>> log;  // the last ones, oldest first; never null
  std::vector<RegionBoardView> region_boards;          // if requested
  Attachments attachments;  // of the program's kinds (snapshot_extension.h)
  // See session/why/why_text.h.
  std::shared_ptr<const LastAnswer> why;                      // null until something is asked
  bool why_holds = false;                                     // see still_holds
  std::shared_ptr<const std::vector<TimelineSample>> played;  // the whole run: PlaybackSamples
  std::shared_ptr<const TimelineSamples> timeline;  // for ViewRequest::timeline; may be incomplete
  // The present values of TimelineViewRequest::expressions; nothing for one that is none here.
  std::vector<std::optional<std::int64_t>> lane_values;

  History::Usage usage;
  Activity activity;

  [[nodiscard]] bool playing() const { return activity.kind == Activity::Kind::playing; }
  [[nodiscard]] bool busy() const { return activity.kind == Activity::Kind::command; }
};

// What the words of ticks stand for in fields of the window.
[[nodiscard]] inline TickWords tick_words(const ViewSnapshot& snapshot) {
  return {snapshot.begin, snapshot.end, snapshot.tick};
}

}  // namespace fungescope::ui
