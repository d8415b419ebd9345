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

// A window's position and size, remembered between runs. In screen coordinates.
struct WindowPlacement {
  struct Position {
    int x = 0;
    int y = 0;
  };
  PixelSize size{1400, 900};         // of the content, when not maximized
  std::optional<Position> position;  // unset, or off all monitors: the window manager's choice
  bool maximized = false;
};

// One per process, on the main thread; only `wake` may be called from others.
class Window {
 public:
  // Makes its OpenGL 3.3 context current, with vertical synchronisation. Pushes
  // events to `input`, which must outlive it, in pixels of the framebuffer. Errors:
  // no display, no OpenGL 3.3; the message says what to do.
  [[nodiscard]] static Result<std::unique_ptr<Window>> create(const std::string& title,
                                                              const WindowPlacement& placement,
                                                              InputQueue& input);
  ~Window();
  Window(const Window&) = delete;
  Window& operator=(const Window&) = delete;

  [[nodiscard]] PixelSize framebuffer_size() const;  // pixels; 0 x 0 when minimized
  [[nodiscard]] float scale() const;                 // of the display, 1 = 96 dots an inch
  [[nodiscard]] WindowPlacement placement() const;

  // Collects events. Blocks until there is one or `wake` is called, at most for
  // `seconds`; 0 polls.
  void wait_or_poll(double seconds);

  // Ends the current or the next wait in wait_or_poll. Callable from any thread;
  // does nothing without a window.
  static void wake();

  // Swaps buffers; waits for vertical synchronisation.
  void present();

  [[nodiscard]] bool should_close() const;

  void set_title(const std::string& title);
  void set_cursor(Cursor cursor);
  [[nodiscard]] Clipboard clipboard();  // valid as long as the window

  // "Mesa llvmpipe, OpenGL 4.5": for an about box and error reports.
  [[nodiscard]] std::string renderer() const;

 private:
  struct State;
  explicit Window(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fungescope::ui
