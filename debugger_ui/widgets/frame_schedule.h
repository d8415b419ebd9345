// When the next frame is due although nothing happens. The window sleeps between frames: whatever
// changes with time alone asks, while it is drawn, for the frame in which it will have changed.
//
//     if (context.time - since_ < delay) context.schedule.within(delay - (context.time - since_));
#pragma once

#include <algorithm>
#include <limits>

namespace fungescope::ui {

class FrameSchedule {
 public:
  // Asks for a frame in at most `seconds` after this one; 0 or less: the next one that the display
  // can show, for animations and work that continues in each frame.
  void within(double seconds) { seconds_ = std::min(seconds_, std::max(seconds, 0.0)); }

  // Infinite if no frame was asked for.
  [[nodiscard]] double seconds() const { return seconds_; }

 private:
  double seconds_ = std::numeric_limits<double>::infinity();
};

}  // namespace fungescope::ui
