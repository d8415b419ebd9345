// The debugger without a face: one program, its history, the names in it, and
// the stops that are set. Front ends submit commands (session/commands/command.h) and
// read views; what a session can be asked and told is in free functions beside
// it, a file each:
//
//     sources.h     the sources that a run has had, by reloads
//     symbols.h     regions and variables by their names
//     expression.h  the one expression language of conditions, watches and logs
//     stops.h       breakpoints of all kinds, as data
//     bookmarks.h   names for instants
//     stop_quest.h  the stops as something to search for
//     travel.h      forwards and backwards to the next stop
//     steps.h       the steps that a person thinks in
//     questions.h   who wrote this cell, who pushed this value, when was this true
//     heat.h        counts by cell, for overlays
//     trail.h       the cells that were executed last
//     profile.h     counts of executions, reads and writes
//     strip.h       samples of a run for a timeline
//     trace.h       an interval, tick by tick
//     views.h       regions and variables decoded, with what changed
//     find.h        where a text stands in the field
//     board.h       the sudoku map as a board
//     recording.h   a run as a file
#pragma once

#include "base/result.h"
#include "history/history.h"
#include "lang/loader.h"
#include "session/bookmarks.h"
#include "session/run_control/breakpoint.h"
#include "session/sources.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

namespace fungescope {

struct SessionOptions {
  LoadOptions load;             // `load.file` names the program in messages
  std::vector<Region> regions;  // declared by hand; they replace those of the same name
  std::uint64_t seed = 0;
  std::size_t max_stack = ValueStack::default_limit;
  HistoryOptions history;
};

class Session {
 public:
  // Loads the program and stops before its first tick.
  static Result<std::unique_ptr<Session>> open(std::string source, InputLog input,
                                               SessionOptions options);

  [[nodiscard]] History& history() { return history_; }
  [[nodiscard]] const History& history() const { return history_; }
  [[nodiscard]] const Machine& machine() const { return history_.machine(); }
  [[nodiscard]] const SessionOptions& options() const { return options_; }

  // The source of the present instant, and the names in it: going to before a reload, or to
  // another branch, brings back the old ones. References stay valid.
  [[nodiscard]] const Source& source() const { return sources_.of(machine().field); }
  [[nodiscard]] const Symbols& symbols() const { return source().symbols; }
  // All that the run has had, oldest first.
  [[nodiscard]] const SourceList& sources() const { return sources_; }

  // As the names of the present instant have them: stops are read again when the present comes to
  // another source, and those that mean nothing there are out of force (Stop::problem) until it
  // leaves it. Pointers to a stop stay valid.
  [[nodiscard]] BreakpointList& breakpoints();

  [[nodiscard]] BookmarkList& bookmarks() { return bookmarks_; }
  [[nodiscard]] const BookmarkList& bookmarks() const { return bookmarks_; }

  // Expressions that a person watches, as they were written.
  [[nodiscard]] std::vector<std::string>& watched() { return watched_; }
  [[nodiscard]] const std::vector<std::string>& watched() const { return watched_; }

  // Where the machine stopped last before the present stop: what views compare
  // with. `mark_previous` makes the present instant the previous one; commands that
  // travel call it before they set out.
  [[nodiscard]] const Snapshot& previous() const { return previous_; }
  void mark_previous() { previous_ = history_.snapshot(); }

  // Declares a region by hand, as SessionOptions::regions do: it replaces the one of that name, in
  // any case, here and in what is reloaded. Fails where it does not lie inside the field. No edit:
  // the run stays what it is. Cost: a copy of the source's text.
  Result<void> declare_region(const Region& region);

  // A changed source: an edit of the history, with names of its own. Fails where the source
  // cannot be loaded, or does not fit the present instant.
  struct Reload {
    std::uint64_t cells_changed = 0;  // whose source byte is another one
    std::uint64_t values_kept = 0;  // cells that the program had changed and that keep their value
    std::uint64_t values_lost = 0;  // those that had been changed and are as in the new source
    Size before;
    Size after;
    std::vector<Error> warnings;
    std::vector<Breakpoint>
        unresolved_breakpoints;  // those that mean nothing here; their `problem` says why
  };
  Result<Reload> reload(std::string source);

 private:
  Session(Source first, History history, SessionOptions options);

  SessionOptions options_;
  SourceList sources_;
  BreakpointList stops_;
  const Source* stops_read_for_;
  BookmarkList bookmarks_;
  std::vector<std::string> watched_;
  History history_;
  Snapshot previous_;
};

}  // namespace fungescope
