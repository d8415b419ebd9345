#include "debugger_ui/source_editing/apply_source.h"

#include "debugger_ui/source_editing/cell_references.h"
#include "session/session.h"

#include <cstdint>
#include <memory>
#include <utility>

namespace fungescope::ui {
namespace {

bool has_run(const History& history) {
  return history.end() != history.begin() || history.branches().size() > 1 ||
         !history.branches().front().edits.empty();
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
  CellReferences references{session.breakpoints().all(), session.options().regions,
                            session.watched()};
  AppliedSource applied;
  applied.lost = follow(moved, references);
  if (has_run(session.history())) {
    applied.branched = true;
    if (auto reloaded = session.reload(std::move(source), references.regions); !reloaded) {
      return tl::unexpected(reloaded.error());
    }
    set_breakpoints(session, std::move(references.breakpoints));
    session.watched() = std::move(references.watched);
    return applied;
  }
  SessionOptions options = session.options();
  options.regions = std::move(references.regions);
  auto opened = Session::open(std::move(source), session.history().input(), std::move(options));
  if (!opened) return tl::unexpected(opened.error());
  // The ids go on, so that the list numbers new breakpoints after those that are taken over.
  BreakpointList list = session.breakpoints();
  (*opened)->breakpoints() = std::move(list);
  set_breakpoints(**opened, std::move(references.breakpoints));
  (*opened)->watched() = references.watched;
  session.watched() = std::move(references.watched);  // of which the debugger takes over the rest
  debugger.replace_session(std::move(*opened));
  return applied;
}

Result<AppliedSource> apply_cells(Debugger& debugger, const std::vector<TypedCell>& cells,
                                  Size field) {
  Session& session = debugger.session();
  const Source& source = session.source();
  AppliedSource applied;
  // What is replaced while a source is loaded depends on the bytes around it.
  applied.needs_source = session.machine().field.size() != field ||
                         &source != session.sources().all().back().get() ||
                         !source.annotations.replacements.empty();
  if (applied.needs_source) return applied;
  const bool narrow = session.machine().dialect.signed_8_bit_cells;
  const auto value_of = [narrow](unsigned char byte) {
    return static_cast<std::int64_t>(byte) - (narrow && byte > 127 ? 256 : 0);
  };
  for (const TypedCell& cell : cells) {
    const std::int64_t before = session.machine().field.at(cell.at);
    const std::int64_t now = value_of(cell.byte);
    if (before == now || !(cell.now || before == value_of(cell.source))) continue;
    if (auto edited = session.history().edit(SetCell{cell.at, now}); !edited) {
      return tl::unexpected(edited.error());
    }
  }
  applied.branched = true;
  return applied;
}

}  // namespace fungescope::ui
