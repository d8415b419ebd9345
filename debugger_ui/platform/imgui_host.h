// Dear ImGui on a current OpenGL context, be it a window's or off screen.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/fonts.h"
#include "debugger_ui/platform/image.h"
#include "debugger_ui/platform/input.h"

#include <functional>
#include <memory>
#include <string>

namespace fungescope::ui {

struct Clipboard {
  std::function<std::string()> get;
  std::function<void(const std::string&)> set;
};

enum class Cursor : std::uint8_t {
  none,
  arrow,
  text,
  hand,
  resize_horizontally,
  resize_vertically,
  resize_all,
  not_allowed,
  count
};

// Owns the ImGui context, its renderer and its fonts. All lengths are pixels of
// the framebuffer: what a display's scale enlarges, the application multiplies
// with `scale()`. The style is the application's. No imgui.ini is read or written.
// One at a time: newer renderers unload OpenGL's functions when any of them ends.
class ImguiHost {
 public:
  // Needs a current OpenGL 3.3 context, at its end too. Without any font it
  // takes ImGui's own, and `font_error()` tells. Some 100 ms, most of it fonts.
  explicit ImguiHost(FontChoice choice = {}, float scale = 1);
  ~ImguiHost();
  ImguiHost(const ImguiHost&) = delete;
  ImguiHost& operator=(const ImguiHost&) = delete;

  // Both take effect at the next begin_frame.
  void set_scale(float scale);  // 0.5 to 4
  void set_font(FontChoice choice);
  [[nodiscard]] float scale() const;

  // Of the frame that has begun; null before the first.
  [[nodiscard]] const Fonts& fonts() const;
  // Why the text looks like ImGui's own font; null when it does not.
  [[nodiscard]] const Error* font_error() const;

  // Without it, copied text stays within the host.
  void set_clipboard(Clipboard clipboard);

  // Takes the input of one frame from the queue. `seconds` since the frame
  // before: more than 0.
  void begin_frame(PixelSize pixels, double seconds, InputQueue& input);

  // Clears the bound framebuffer to the style's window background and draws.
  void end_frame();

  // The pointer's shape that the last frame asked for.
  [[nodiscard]] Cursor cursor() const;

  // A second picture off screen, of any size up to 2^28 pixels, in the same
  // style and fonts, with no input. May be called within a frame or between two.
  // `draw` makes ImGui windows in a display of that size; it is called twice, as
  // ImGui lays out by what it measured a frame before.
  [[nodiscard]] Result<Image> render_offscreen(PixelSize size, const std::function<void()>& draw);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fungescope::ui
