#include "debugger_ui/sudoku/app/play_layout.h"
#include "session/run_control/run_controller.h"
#include "session/run_control/search.h"

#include <string_view>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// "its only place in row 4": the session counts from 0, people from 1. Other numbers of reasons are
// digits.
std::string counted_from_one(std::string reason) {
  for (const std::string_view unit : {"row ", "column ", "box "}) {
    const auto found = reason.find(unit);
    if (found == std::string::npos) continue;
    const std::size_t at = found + unit.size();
    if (at < reason.size() && reason[at] >= '0' && reason[at] <= '8') ++reason[at];
  }
  return reason;
}

}  // namespace

FirstDeduction find_first_deduction(Session& session, Monitor* monitor) {
  FirstDeduction found;
  const auto map = find_board(session.symbols());
  if (!map) return found;
  History& history = session.history();
  ScopedSeek scoped_seek(history);
  found.interrupted = !scoped_seek.seek(history.begin(), monitor);
  if (found.interrupted) return found;
  BoardEventGoal goal(session, *map);
  RunController controller(session);
  for (;;) {
    const StopInfo stop = controller.run_to_goal(goal.goal(), monitor, {});
    if (stop.reason == StopInfo::Reason::breakpoint) continue;
    found.tick = history.tick();
    found.interrupted = stop.reason == StopInfo::Reason::interrupted;
    if (stop.reason != StopInfo::Reason::arrived) break;
    auto event = goal.describe(stop.event, monitor);
    if (!event || event->kind == BoardEvent::Kind::given) continue;
    found.event = std::move(event);
    return found;
  }
  constexpr std::uint64_t max_output = 200;
  const std::uint64_t size = history.machine().output_size;
  found.output = history.output(0, std::min(size, max_output));
  return found;
}

std::string player_text(const BoardEvent& event) {
  std::string text = fmt::format("r{}c{} = {}", event.cell.y + 1, event.cell.x + 1, event.digit);
  if (event.kind == BoardEvent::Kind::guessed) text += ", a guess";
  if (!event.reason.empty()) text += ": " + counted_from_one(event.reason);
  return text;
}

}  // namespace fungescope::ui
