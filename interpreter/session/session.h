// The debugger without a face: one program, its history, the names in it, and
// the stops that are set. Front ends submit commands (session/command.h) and
// read views; what a session can be asked and told is in free functions beside
// it, a file each:
//
//     symbols.h     regions and variables by their names
//     expression.h  the one expression language of conditions, watches and logs
//     stops.h       breakpoints of all kinds, as data
//     travel.h      forwards and backwards to the next stop
//     steps.h       the steps that a person thinks in
//     questions.h   who wrote this cell, who pushed this value, when was this true
//     profile.h     counts of executions, reads and writes
//     trace.h       an interval, tick by tick
//     views.h       regions and variables decoded, with what changed
//     board.h       the sudoku map as a board
//     recording.h   a run as a file
#pragma once

#include "base/result.h"
#include "history/history.h"
#include "lang/loader.h"
#include "session/stops.h"
#include "session/symbols.h"

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
  [[nodiscard]] const Symbols& symbols() const { return symbols_; }
  [[nodiscard]] StopList& stops() { return stops_; }
  [[nodiscard]] const StopList& stops() const { return stops_; }

  [[nodiscard]] const SessionOptions& options() const { return options_; }
  [[nodiscard]] const std::string& source() const { return source_; }
  [[nodiscard]] const Annotations& annotations() const { return annotations_; }
  [[nodiscard]] const std::vector<Error>& warnings() const { return warnings_; }

  // Where the machine stopped last before the present stop: what views compare
  // with. `mark_stop` makes the present instant the previous one; commands that
  // travel call it before they set out.
  [[nodiscard]] const Snapshot& previous() const { return previous_; }
  void mark_stop() { previous_ = history_.snapshot(); }

  // A changed source: an edit of the history, and names anew. The stops stay.
  struct Reload {
    std::uint64_t cells_changed = 0;  // whose source byte is another one
    std::uint64_t values_kept = 0;    // cells that the program had changed and that keep their value
    std::uint64_t values_lost = 0;    // those that had been changed and are as in the new source
    Size before;
    Size after;
    std::vector<Error> warnings;
  };
  Result<Reload> reload(std::string source);

 private:
  Session(std::string source, const Program& program, History history, SessionOptions options);

  std::string source_;
  SessionOptions options_;
  Annotations annotations_;
  std::vector<Error> warnings_;
  Symbols symbols_;
  StopList stops_;
  History history_;
  Snapshot previous_;
};

}  // namespace fungescope
