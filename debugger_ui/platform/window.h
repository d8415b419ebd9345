// A desktop window, through GLFW.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/imgui_host.h"
#include "debugger_ui/platform/input.h"
#include "debugger_ui/platform/pictures/image.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>

#include <imgui/imgui.h>

namespace fungescope::ui {

// A window's position and size, remembered between runs. In screen coordinates.
struct WindowPlacement {
  struct Position {
    int x = 0;
    int y = 0;
  };
  PixelSize size{1400, 900};         // of the content, when not maximized
  std::optional<Position> position;  // of the content; unset, or off all monitors: the window
                                     // manager's choice
  bool maximized = false;
};

// Returns what to remember of a window that was opened at a size for once, as `opened`: `usual`, at
// the present position, unless the user has changed the size since.
[[nodiscard]] WindowPlacement to_remember(const WindowPlacement& present,
                                          const WindowPlacement& opened,
                                          const WindowPlacement& usual);

// In screen coordinates: the part of a monitor without panels and docks, and how far a window's
// frame reaches beyond its content.
struct WorkArea {
  WindowPlacement::Position corner;
  PixelSize size;
};
struct FrameWidths {
  int left = 0;
  int top = 0;
  int right = 0;
  int bottom = 0;
};
// Returns the placement, moved and reduced so that window and frame are within `area`.
[[nodiscard]] WindowPlacement placed_within(const WindowPlacement& placement, const WorkArea& area,
                                            const FrameWidths& frame);

// What the frame loop (app/frame_loop.h) needs of a window. Tests implement it in virtual time.
class Display {
 public:
  Display() = default;
  virtual ~Display() = default;
  Display(const Display&) = delete;
  Display& operator=(const Display&) = delete;

  [[nodiscard]] virtual double now() const = 0;                  // seconds since some instant
  [[nodiscard]] virtual PixelSize framebuffer_size() const = 0;  // pixels; 0 x 0 when not visible
  [[nodiscard]] virtual float scale() const = 0;                 // 1 = 96 dots an inch

  // Collects events. Blocks until there is one, but at most for `seconds`, which may be infinite;
  // 0 polls.
  virtual void wait_or_poll(double seconds) = 0;
  // Whether the window has lost its contents since the last call: draw and present them again.
  [[nodiscard]] virtual bool take_damage() = 0;
  // Swaps buffers; waits for vertical synchronisation.
  virtual void present() = 0;
  virtual void set_title(const std::string& /*title*/) {}
  virtual void set_cursor(ImGuiMouseCursor /*cursor*/) {}
};

// One per process, on the main thread; only `wake` may be called from others.
class Window final : public Display {
 public:
  // Makes its OpenGL 3.3 context current, with vertical synchronisation. Pushes
  // events to `input`, which must outlive it, in pixels of the framebuffer. Errors:
  // no display, no OpenGL 3.3; the message says what to do.
  [[nodiscard]] static Result<std::unique_ptr<Window>> create(const std::string& title,
                                                              const WindowPlacement& placement,
                                                              InputQueue& input);
  ~Window() override;

  [[nodiscard]] double now() const override {
    const auto time = std::chrono::steady_clock::now().time_since_epoch();
    return std::chrono::duration<double>(time).count();
  }
  [[nodiscard]] PixelSize framebuffer_size() const override;
  [[nodiscard]] float scale() const override;
  [[nodiscard]] WindowPlacement placement() const;

  void wait_or_poll(double seconds) override;
  [[nodiscard]] bool take_damage() override;
  void present() override;

  // Ends the current or the next wait in wait_or_poll. Callable from any thread;
  // does nothing without a window.
  static void wake();

  // Returns once that the user wants to close it, which stays open.
  [[nodiscard]] bool take_close_request();

  void set_title(const std::string& title) override;
  void set_cursor(ImGuiMouseCursor cursor) override;
  [[nodiscard]] Clipboard clipboard();  // valid as long as the window

 private:
  struct State;
  explicit Window(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fungescope::ui
