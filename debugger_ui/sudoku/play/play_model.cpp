#include "debugger_ui/sudoku/play/play_model.h"

#include "debugger_ui/panels/common/panel_widgets.h"

#include <cstddef>

#include <fmt/format.h>

namespace fungescope::ui {
namespace {

// How many kept games of the level, with hints or without as this one, there are, and which place
// it has among them.
struct ResultPlace {
  std::size_t place = 0;
  std::size_t of = 0;
};
ResultPlace place_of(const game::GameResult& result, const game::BestTimes& best) {
  ResultPlace found;
  for (const game::GameResult& other :
       best.top(result.level, best.results().size(), game::HintedGames::include)) {
    if ((other.hints > 0) != (result.hints > 0)) continue;
    ++found.of;
    if (other == result) found.place = found.of;
  }
  return found;
}

}  // namespace

std::string result_title(const game::HelpUsed& help, std::int64_t milliseconds) {
  if (help.solution_shown) return "This is the solution";
  if (help.hints == 0) return "Solved in " + game::time_text(milliseconds);
  return "Solved with " + count_text(static_cast<std::uint64_t>(help.hints), "hint");
}

std::vector<std::string> result_lines(const game::HelpUsed& help, std::int64_t milliseconds,
                                      const PlayModel& model) {
  if (help.solution_shown) return {"Its time is not kept."};
  std::vector<std::string> lines;
  if (help.hints > 0) lines.push_back(fmt::format("In {}.", game::time_text(milliseconds)));
  if (!model.result) return lines;
  const ResultPlace found = place_of(*model.result, model.best);
  const std::string games = fmt::format("{}{}", techniques::name_of(model.result->level),
                                        model.result->hints > 0 ? " with hints" : "");
  if (found.of < 2) return lines;  // nothing to compare it with
  if (found.place == 1) lines.push_back(fmt::format("Your best time at {}.", games));
  if (found.place > 1) {
    lines.push_back(fmt::format("Place {} of your games at {}.", found.place, games));
  }
  return lines;
}

}  // namespace fungescope::ui
