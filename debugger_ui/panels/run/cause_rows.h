// The lines of an answer about causes as the rows of a tree that can be folded, and their path
// through the playfield. Does not use ImGui.
#pragma once

#include "debugger_ui/widgets/selection.h"
#include "session/why/why_text.h"

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
  explicit CauseRows(const CauseTree& tree);

  // The lines whose ancestors are all open, in order. The same until a line is folded or unfolded.
  [[nodiscard]] const std::vector<std::size_t>& visible() const { return visible_; }
  // The place of a line among the visible ones; that of the one it is folded into, if it is not.
  [[nodiscard]] std::size_t row_of(std::size_t line) const;

  [[nodiscard]] bool has_children(std::size_t line) const { return ends_[line] > line + 1; }
  [[nodiscard]] bool is_open(std::size_t line) const { return open_[line]; }
  void set_open(std::size_t line, bool open);
  // Unfolds the ancestors of a line, so that it is visible.
  void reveal(std::size_t line);

  // The line whose value a line is a cause of; a line at the top of the tree is one of the line
  // before it there. `no_line` for the first.
  static constexpr std::size_t no_line = ~std::size_t{0};
  [[nodiscard]] std::size_t effect_of(std::size_t line) const { return effects_[line]; }

  // The width of the widest visible line in characters, without the room for indentation.
  [[nodiscard]] std::size_t widest(std::size_t indent) const;

 private:
  void update();

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
[[nodiscard]] NumberedPath path_of(const CauseTree& tree, const CauseRows& rows);

}  // namespace fungescope::ui
