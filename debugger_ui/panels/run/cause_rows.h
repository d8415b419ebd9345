// The lines of an answer about causes as the rows of a tree that can be folded, and their path
// through the playfield. Does not use ImGui.
#pragma once

#include "debugger_ui/widgets/selection.h"
#include "session/why/why_text.h"

#include <algorithm>
#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace fungescope::ui {

class CauseRows {
 public:
  // An answer with more lines begins folded below as many levels as have this many lines.
  static constexpr std::size_t max_open_lines = 200;

  CauseRows() = default;
  explicit CauseRows(const CauseTree& tree) : tree_(&tree) {
    const std::vector<CauseLine>& lines = tree.lines;
    effects_.assign(lines.size(), no_line);
    parents_.assign(lines.size(), no_line);
    ends_.assign(lines.size(), lines.size());
    std::vector<std::size_t> above;           // the last line of each level
    std::vector<std::size_t> lines_at_level;  // how many each level has
    for (std::size_t i = 0; i < lines.size(); ++i) {
      const std::size_t level = std::min(lines[i].level, above.size());
      for (std::size_t j = level; j < above.size(); ++j) ends_[above[j]] = i;
      if (level > 0) parents_[i] = above[level - 1];
      effects_[i] = level == 0 && !above.empty() ? above[0] : parents_[i];
      above.resize(level);
      above.push_back(i);
      lines_at_level.resize(std::max(lines_at_level.size(), level + 1));
      ++lines_at_level[level];
    }
    std::size_t shown = 0;
    std::size_t levels = 0;  // that are shown
    while (levels < lines_at_level.size() && shown + lines_at_level[levels] <= max_open_lines) {
      shown += lines_at_level[levels++];
    }
    levels = std::max<std::size_t>(levels, 2);
    open_.resize(lines.size());
    for (std::size_t i = 0; i < lines.size(); ++i) open_[i] = lines[i].level + 1 < levels;
    update();
  }

  // The lines whose ancestors are all open, in order. The same until a line is folded or unfolded.
  [[nodiscard]] const std::vector<std::size_t>& visible() const { return visible_; }
  // The place of a line among the visible ones; that of the one it is folded into, if it is not.
  [[nodiscard]] std::size_t row_of(std::size_t line) const {
    const auto after = std::upper_bound(visible_.begin(), visible_.end(), line);
    return after == visible_.begin() ? 0 : static_cast<std::size_t>(after - visible_.begin()) - 1;
  }

  [[nodiscard]] bool has_children(std::size_t line) const { return ends_[line] > line + 1; }
  [[nodiscard]] bool is_open(std::size_t line) const { return open_[line]; }
  void set_open(std::size_t line, bool open) {
    if (open_[line] == open) return;
    open_[line] = open;
    update();
  }

  // Unfolds the ancestors of a line, so that it is visible.
  void reveal(std::size_t line) {
    for (std::size_t i = parents_[line]; i != no_line; i = parents_[i]) open_[i] = true;
    update();
  }

  // The line whose value a line is a cause of; a line at the top of the tree is one of the line
  // before it there. `no_line` for the first.
  static constexpr std::size_t no_line = ~std::size_t{0};
  [[nodiscard]] std::size_t effect_of(std::size_t line) const { return effects_[line]; }

  // The width of the widest visible line in characters, without the room for indentation.
  [[nodiscard]] std::size_t widest(std::size_t indent) const {
    std::size_t width = 0;
    for (const std::size_t i : visible_) {
      const CauseLine& line = tree_->lines[i];
      width = std::max(width, indent * std::min(line.level, max_indent) +
                                  level_prefix(line).size() + line.text.size());
    }
    return width;
  }

 private:
  void update() {
    visible_.clear();
    for (std::size_t i = 0; i < ends_.size(); i = open_[i] ? i + 1 : ends_[i])
      visible_.push_back(i);
  }

  const CauseTree* tree_ = nullptr;
  std::vector<std::size_t> effects_;
  std::vector<std::size_t> parents_;  // no_line at the top
  std::vector<std::size_t> ends_;     // one past the last line below each
  std::vector<bool> open_;
  std::vector<std::size_t> visible_;
};

// The path of the part of an answer that is unfolded.
struct NumberedPath {
  // More would cover the field; the first lines count.
  static constexpr std::size_t max_steps = 300;

  std::shared_ptr<const CausePath> path;
  std::vector<std::optional<std::size_t>> steps;  // of each line: index in the path

  // What stands before a line: the number of its step; 0: none.
  [[nodiscard]] std::size_t number_of(std::size_t line) const {
    return line < steps.size() && steps[line] ? path->steps[*steps[line]].number : 0;
  }
};

// An instruction is a step at its cell; what a value was stored in or read from, and nothing else
// made, is one at that cell. A line that refers to another is linked to the step of that.
[[nodiscard]] inline NumberedPath path_of(const CauseTree& tree, const CauseRows& rows) {
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
