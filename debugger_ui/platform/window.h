// A desktop window, through GLFW.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/image.h"
#include "debugger_ui/platform/imgui_host.h"
#include "debugger_ui/platform/input.h"

#include <memory>
#include <optional>
#include <string>

namespace fungescope::ui {

// The position and size of a window, to be restored in the next run. In screen coordinates.
struct WindowPlacement {
  struct Position {
    int x = 0;
    int y = 0;
  };
  PixelSize size{1400, 900};         // of the content, when not maximized
  std::optional<Position> position;  // unset, or outside all monitors: the window manager's choice
  bool maximized = false;
};

// One per process, on the main thread; only `wake` may be called from other threads.
class Window {
 public:
  // Makes its OpenGL 3.3 context current, with vertical synchronisation. Pushes events, in pixels
  // of the framebuffer, to `input`, which must outlive the window. Errors: no display, no
  // OpenGL 3.3, with what to do.
  [[nodiscard]] static Result<std::unique_ptr<Window>> create(const std::string& title,
                                                              const WindowPlacement& placement,
                                                              InputQueue& input);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  [[nodiscard]] PixelSize framebuffer_size() const;  // pixels; 0 x 0 when minimized
  [[nodiscard]] float scale() const;                 // of the display, 1 = 96 dots per inch
  [[nodiscard]] WindowPlacement placement() const;

  // Collects events. Sleeps until there is one or `wake` is called, at most for `seconds`; 0 does
  // not sleep.
  void wait_or_poll(double seconds);

  // Ends the current or next sleep in wait_or_poll. May be called from any thread, also without a
  // window.
  static void wake();

  // Presents the rendered frame; waits for vertical synchronisation.
  void present();

  [[nodiscard]] bool should_close() const;

  void set_title(const std::string& title);
  void set_cursor(Cursor cursor);
  [[nodiscard]] Clipboard clipboard();  // must not outlive the window

  // "Mesa llvmpipe, OpenGL 4.5", for the about box and error reports.
  [[nodiscard]] std::string renderer() const;

 private:
  struct State;
  explicit Window(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fungescope::ui
