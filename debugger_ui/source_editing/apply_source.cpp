#include "debugger_ui/source_editing/apply_source.h"

#include "session/session.h"

#include <memory>
#include <utility>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

bool has_run(const History& history) {
  return history.end() != history.begin() || history.branches().size() > 1 ||
         !history.branches().front().edits.empty();
}

// Moves the coordinates in the text of a breakpoint on cells. Names stay: they are resolved again.
// Returns false if its cells are deleted.
bool follow(Breakpoint& breakpoint, const editing::CoordinateMap& moved) {
  const bool about_cells =
      breakpoint.kind == BreakpointKind::cell || breakpoint.kind == BreakpointKind::data;
  if (!about_cells || moved.empty()) return true;
  const Point before = breakpoint.area.corner;
  const std::string coordinates = fmt::format("{},{}", before.x, before.y);
  const std::size_t found = breakpoint.text.find(coordinates);
  if (found == std::string::npos) return true;
  const auto after = moved.map(before);
  if (!after) return false;
  breakpoint.text.replace(found, coordinates.size(), fmt::format("{},{}", after->x, after->y));
  breakpoint.area.corner = *after;
  return true;
}

std::vector<Breakpoint> moved_breakpoints(const BreakpointList& list,
                                          const editing::CoordinateMap& moved,
                                          std::vector<std::string>& lost) {
  std::vector<Breakpoint> result;
  for (Breakpoint breakpoint : list.all()) {
    if (follow(breakpoint, moved)) {
      result.push_back(std::move(breakpoint));
    } else {
      lost.push_back(describe(breakpoint));
    }
  }
  return result;
}

void set_breakpoints(Session& session, std::vector<Breakpoint> breakpoints) {
  session.breakpoints().all() = std::move(breakpoints);
  for (Breakpoint& breakpoint : session.breakpoints().all()) {
    reparse(breakpoint, session.symbols(), session.machine().field.size());
  }
}

}  // namespace

Result<AppliedSource> apply_source(Debugger& debugger, std::string source,
                                   const editing::CoordinateMap& moved) {
  Session& session = debugger.session();
  AppliedSource applied;
  std::vector<Breakpoint> breakpoints =
      moved_breakpoints(session.breakpoints(), moved, applied.lost);
  if (has_run(session.history())) {
    applied.branched = true;
    if (auto reloaded = session.reload(std::move(source)); !reloaded) {
      return tl::unexpected(reloaded.error());
    }
    set_breakpoints(session, std::move(breakpoints));
    return applied;
  }
  auto opened = Session::open(std::move(source), session.history().input(), session.options());
  if (!opened) return tl::unexpected(opened.error());
  // The ids go on, so that the list numbers new breakpoints after those that are taken over.
  BreakpointList list = session.breakpoints();
  (*opened)->breakpoints() = std::move(list);
  set_breakpoints(**opened, std::move(breakpoints));
  (*opened)->watched() = session.watched();
  debugger.replace_session(std::move(*opened));
  return applied;
}

}  // namespace fungescope::ui
