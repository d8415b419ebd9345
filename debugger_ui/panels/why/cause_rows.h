// The lines of an answer about causes as the rows of a tree that can be folded. Does not use ImGui.
#pragma once

#include "session/why/why_text.h"

#include <cstddef>
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

}  // namespace fungescope::ui
