// A debugging session without a user interface: one program with its history, its symbols and the
// breakpoints that are set. Front ends submit commands (commands/command.h) and read views. The
// operations on a session are free functions, in folders that docs/architecture.md lists.
#pragma once

#include "base/result.h"
#include "history/history.h"
#include "lang/analysis/phases.h"
#include "lang/annotations.h"
#include "lang/loader.h"
#include "lang/playfield.h"
#include "session/bookmarks.h"
#include "session/expressions/symbols.h"
#include "session/notebook.h"
#include "session/run_control/breakpoint.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <limits>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace fungescope {

// A version of the program's source, with its own symbols. A reload adds one; instants before the
// reload keep the earlier one.
struct Source {
  std::string text;
  Annotations annotations;  // without the regions that are declared by hand
  std::vector<Region>
      declared;  // by hand: an edit of the source may have moved them in a later one
  std::vector<Error> warnings;
  std::optional<Error> notice;  // why its dialect is not the default (Program::notice)
  Symbols symbols;
  // Its bytes are shared with every machine that runs it, which identifies a machine's source.
  std::shared_ptr<const Playfield> field;
  PhaseMap phases;  // declared by annotations, else by the titles of its blocks
};

struct SessionOptions {
  LoadOptions load;             // `load.file` names the program in messages
  std::vector<Region> regions;  // declared by hand; they replace regions of the same name
  std::uint64_t seed = 0;
  std::size_t max_stack = ValueStack::default_limit;  // the user's
  // The limit of the recording which the session was loaded from. It cannot exceed the user's.
  std::size_t recorded_max_stack = std::numeric_limits<std::size_t>::max();
  HistoryOptions history;

  [[nodiscard]] std::size_t effective_max_stack() const {
    return std::min(max_stack, recorded_max_stack);
  }
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

  // The source and symbols of the present instant: seeking to before a reload, or to another
  // branch, restores the earlier ones. References stay valid.
  [[nodiscard]] const Source& source() const { return source_of(machine().field); }
  [[nodiscard]] const Symbols& symbols() const { return source().symbols; }
  // Returns the source that a machine's field was made from.
  [[nodiscard]] const Source& source_of(const Playfield& field) const;
  // Every source that the run has had, oldest first.
  [[nodiscard]] const std::vector<std::unique_ptr<const Source>>& sources() const {
    return sources_;
  }

  // Breakpoints resolved against the symbols of the present instant. They are parsed again when the
  // present has another source; a breakpoint that does not resolve there is inactive
  // (Breakpoint::problem). Pointers to a breakpoint stay valid.
  [[nodiscard]] BreakpointList& breakpoints();

  [[nodiscard]] BookmarkList& bookmarks() { return bookmarks_; }
  [[nodiscard]] const BookmarkList& bookmarks() const { return bookmarks_; }

  // The visited instants. Debugger::submit records the visits of commands.
  [[nodiscard]] Notebook& notebook() { return notebook_; }
  [[nodiscard]] const Notebook& notebook() const { return notebook_; }

  // The watched expressions, as the user wrote them.
  [[nodiscard]] std::vector<std::string>& watched() { return watched_; }
  [[nodiscard]] const std::vector<std::string>& watched() const { return watched_; }

  // The instant of the previous stop, with which views compare the present. Commands that run the
  // machine call `mark_previous` first, which makes the present instant the previous one. It has no
  // values of a stack deeper than `max_compared_stack`, which would take long to copy.
  [[nodiscard]] const Snapshot& previous() const { return previous_; }
  [[nodiscard]] bool previous_has_stack() const { return previous_has_stack_; }
  void mark_previous();
  static constexpr std::size_t max_compared_stack = std::size_t{1} << 20U;
  // Returns what a watched expression was there; nothing if it was not watched then, or meant
  // nothing.
  [[nodiscard]] std::optional<std::int64_t> previous_value(const std::string& watched) const;

  // Declares a region, in every source into whose field it fits. Fails if the name is taken or
  // cannot be one (check_region_name), or if the region does not lie inside the present field.
  // Declaring the same region again has no effect. None of these edits the run. Cost: a copy of
  // each source's text.
  Result<void> declare_region(const Region& region);
  // Only of a region that was declared by hand.
  Result<void> rename_region(std::string_view name, const std::string& to);
  Result<Region> delete_region(std::string_view name);  // returns the one that was deleted

  // Replaces the source: an edit of the history, with its own symbols. Fails if the source cannot
  // be loaded or does not fit the present instant.
  struct Reload {
    std::uint64_t cells_changed = 0;  // whose source byte differs
    std::uint64_t values_kept = 0;    // cells changed by the program that keep their value
    std::uint64_t values_lost = 0;    // cells changed by the program that take the new source's
    Size before;
    Size after;
    std::vector<Error> warnings;
    std::vector<Breakpoint> unresolved_breakpoints;  // each `problem` gives the reason
  };
  Result<Reload> reload(std::string source) { return reload(std::move(source), options_.regions); }
  // The same with other regions declared by the user, as when an edit has moved their cells.
  Result<Reload> reload(std::string source, std::vector<Region> regions);

  // The program now has another name in messages and recordings, such as after it was saved to
  // another file.
  void rename(std::string file) { options_.load.file = std::move(file); }

 private:
  Session(Source first, History history, SessionOptions options);
  void add_source(Source source) {
    sources_.push_back(std::make_unique<const Source>(std::move(source)));
  }
  [[nodiscard]] Result<Region> declared_region(std::string_view name) const;
  void change_declared(const std::function<void(std::vector<Region>&)>& change);

  SessionOptions options_;
  std::vector<std::unique_ptr<const Source>> sources_;
  BreakpointList breakpoints_;
  const Source* breakpoints_source_ = nullptr;  // against which they were resolved last
  BookmarkList bookmarks_;
  Notebook notebook_;
  std::vector<std::string> watched_;
  History history_;
  Snapshot previous_;
  bool previous_has_stack_ = false;
  std::map<std::string, std::int64_t> previous_watched_;
};

}  // namespace fungescope
