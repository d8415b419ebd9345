// How long the window's thread leaves the machine to others after a frame.
#pragma once

#include <algorithm>

namespace fungescope::ui {

// In seconds. A graphics card paces itself. Drawing by the processor takes a core, and on a
// machine with two of them the virtual machine shares its core with all else that runs: while it
// plays, drawing gets a third of the time, but pictures come at least ten times a second.
[[nodiscard]] inline double pause_after_frame(double drawing, bool playing, bool software) {
  if (!software || !playing) return 0;
  constexpr double longest = 0.1;
  return std::max(0.0, std::min(2 * drawing, longest - drawing));
}

}  // namespace fungescope::ui
