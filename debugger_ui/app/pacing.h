// Frame pacing under software rendering.
#pragma once

#include <algorithm>

namespace fungescope::ui {

// Returns how long the window's thread sleeps after a frame, in seconds. A graphics card paces
// itself. Software rendering occupies a core, which slows the virtual machine on a machine with two
// cores: while it plays, rendering gets at most a third of the time, at no less than ten frames a
// second.
[[nodiscard]] inline double pause_after_frame(double drawing, bool playing, bool software) {
  if (!software || !playing) return 0;
  constexpr double longest = 0.1;
  return std::max(0.0, std::min(2 * drawing, longest - drawing));
}

}  // namespace fungescope::ui
