// The window's main loop: sleeps until something is due or has happened, and draws only frames that
// differ from the one on the display.
//
//     WakeFlag news([] { Window::wake(); });       // raised by the session's thread
//     FrameLoop loop({application, host, input, window, news, software});
//     while (!application.quit_requested()) loop.step();
//
// A frame is built after input, after news, when the window is damaged or resized, and when the
// frame before it asked for it (FrameSchedule, Application::update). After each of these, and after
// a frame that differs from the one before, more are built until several are equal: an ImGui window
// takes some frames to find its layout, and an animation continues. A frame equal to the one on the
// display is not rendered, as rendering is most of its cost.
#pragma once

#include "debugger_ui/app/application.h"
#include "debugger_ui/platform/imgui_host.h"
#include "debugger_ui/platform/input.h"
#include "debugger_ui/platform/window.h"

#include <algorithm>
#include <atomic>
#include <cstdint>
#include <functional>
#include <utility>

namespace fungescope::ui {

// Tells the window's thread that another thread has something new. The flag remembers what a wait
// cannot: news that arrives while the window's thread does not wait.
class WakeFlag {
 public:
  // `end_wait` ends the current wait of the window's thread, or its next one if it does not wait.
  explicit WakeFlag(std::function<void()> end_wait) : end_wait_(std::move(end_wait)) {}

  // Callable from any thread, after the news can be read.
  void raise() {
    if (!raised_.exchange(true)) end_wait_();
  }

  // On the window's thread. `take` must come before reading the news, and `raised` before waiting.
  [[nodiscard]] bool raised() const { return raised_; }
  void take() { raised_ = false; }

 private:
  std::function<void()> end_wait_;
  std::atomic<bool> raised_{false};
};

class FrameLoop {
 public:
  struct Parts {
    Application& application;
    ImguiHost& host;
    InputQueue& input;
    Display& display;
    WakeFlag& news;
    bool software = false;  // rendering occupies a processor core
  };
  struct Counts {
    std::uint64_t built = 0;
    std::uint64_t drawn = 0;
  };

  explicit FrameLoop(const Parts& parts) : parts_(parts), updated_(parts.display.now()) {}

  // Waits once, then updates the application and builds a frame if one is needed. Returns whether
  // it has built one.
  bool step();
  // When `step` has something to do next, unless there is input or news before: in seconds from
  // now; may be infinite. For main loops that wait themselves.
  [[nodiscard]] double seconds_to_step() const {
    return std::max(0.0, wake_time() - parts_.display.now());
  }
  [[nodiscard]] const Counts& counts() const { return counts_; }

 private:
  [[nodiscard]] bool is_shown() const;
  [[nodiscard]] double wake_time() const;
  void build_frame(PixelSize pixels);

  Parts parts_;
  Counts counts_;
  int equal_frames_ = 0;    // in a row, since the last event
  bool stale_ = true;       // something has happened that the last frame does not show
  bool damaged_ = false;    // the display has lost the last frame
  bool was_shown_ = false;  // the window was visible in the last step
  PixelSize pixels_;        // of the last frame
  std::string title_;       // of the display
  // Times of the display's clock.
  double updated_;         // the application
  double started_ = 0;     // the last frame
  double due_ = 0;         // the frame that the last one asked for
  double rest_until_ = 0;  // only input ends the rest
};

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
