// The path through the playfield of the part of an answer that is unfolded.
#pragma once

#include "debugger_ui/panels/why/cause_rows.h"
#include "debugger_ui/widgets/selection.h"
#include "session/why/why_text.h"

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

namespace fungescope::ui {

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
