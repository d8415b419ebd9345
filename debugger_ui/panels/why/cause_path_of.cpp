#include "debugger_ui/panels/why/cause_path_of.h"

#include <algorithm>

namespace fungescope::ui {

NumberedPath path_of(const CauseTree& tree, const CauseRows& rows) {
  NumberedPath result;
  auto path = std::make_shared<CausePath>();
  result.steps.resize(tree.lines.size());
  for (const std::size_t line : rows.visible()) {
    if (path->steps.size() == NumberedPath::max_steps) break;
    const CauseLine& cause = tree.lines[line];
    const std::optional<Point> at = cause.by ? cause.by : cause.cell;
    if (!at) continue;
    result.steps[line] = path->steps.size();
    path->steps.push_back({*at, cause.by ? cause.tick : std::nullopt, 0});
  }
  for (const std::size_t line : rows.visible()) {
    // Through lines without a cell, such as an edit of the stack.
    std::size_t effect = rows.effect_of(line);
    while (effect != CauseRows::no_line && !result.steps[effect]) effect = rows.effect_of(effect);
    const auto& cause = result.steps[tree.lines[line].same_as.value_or(line)];
    if (cause && effect != CauseRows::no_line) {
      path->links.push_back({*cause, *result.steps[effect]});
    }
  }
  std::vector<std::size_t> by_tick;
  for (std::size_t i = 0; i < path->steps.size(); ++i) {
    if (path->steps[i].tick) by_tick.push_back(i);
  }
  std::stable_sort(by_tick.begin(), by_tick.end(), [&](std::size_t a, std::size_t b) {
    return path->steps[a].tick < path->steps[b].tick;
  });
  for (std::size_t i = 0; i < by_tick.size(); ++i) path->steps[by_tick[i]].number = i + 1;
  result.path = std::move(path);
  return result;
}

}  // namespace fungescope::ui
