#include "debugger_ui/sudoku/app/play_layout.h"
#include "session/run_control/run_controller.h"
#include "session/run_control/search.h"

#include "sudoku/board/board_why_text.h"
#include <fmt/format.h>

namespace fungescope::ui {
FirstDeduction find_first_deduction(Session& session, Monitor* monitor) {
  FirstDeduction found;
  const auto map = find_board(session.symbols());
  if (!map) return found;
  History& history = session.history();
  ScopedSeek scoped_seek(history);
  found.interrupted = !scoped_seek.seek(history.begin(), monitor);
  if (found.interrupted) return found;
  BoardEventGoal goal(session, *map);
  for (;;) {
    const StopInfo stop =
        run_to_breakpoint(session, RunDirection::forward, {no_limit, &goal.goal()}, monitor, {});
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
  std::string text = fmt::format("{} = {}", board_cell_name(event.cell), event.digit);
  if (event.kind == BoardEvent::Kind::guessed) text += ", a guess";
  if (!event.reason.empty()) text += ": " + event.reason;
  return text;
}

}  // namespace fungescope::ui
