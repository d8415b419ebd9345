// Runs Dear ImGui on the current OpenGL context, of a window or off screen.
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

// Owns the ImGui context, its renderer and its fonts. All lengths are pixels of the framebuffer:
// the application multiplies by `scale()`, and sets the style. Reads and writes no imgui.ini. Only
// one may exist at a time, as newer renderers unload OpenGL's functions on destruction.
class ImguiHost {
 public:
  // Needs a current OpenGL 3.3 context, also on destruction. Without any font it uses ImGui's own,
  // and sets `font_error()`. Takes about 100 ms, most of it for fonts.
  explicit ImguiHost(FontChoice choice = {}, float scale = 1);
  ~ImguiHost();
  ImguiHost(const ImguiHost&) = delete;
  ImguiHost& operator=(const ImguiHost&) = delete;

  // Take effect at the next begin_frame.
  void set_scale(float scale);  // 0.5 to 4
  void set_font(FontChoice choice);
  [[nodiscard]] float scale() const;

  // The fonts of the current frame; null pointers before the first.
  [[nodiscard]] const Fonts& fonts() const;
  // The reason for using ImGui's own font; null if another font is used.
  [[nodiscard]] const Error* font_error() const;

  // Without a clipboard, copied text stays within the host.
  void set_clipboard(Clipboard clipboard);

  // Takes the input of one frame from the queue. `seconds` since the previous frame: positive.
  void begin_frame(PixelSize pixels, double seconds, InputQueue& input);

  // Clears the bound framebuffer to the style's window background, and renders.
  void end_frame();

  // The mouse cursor requested by the last frame.
  [[nodiscard]] Cursor cursor() const;

  // Renders another image off screen, of up to 2^28 pixels, in the same style and fonts, without
  // input. May be called within a frame or between two. `draw` submits ImGui windows for a display
  // of that size; it is called twice, as ImGui's layout uses measurements of the previous frame.
  [[nodiscard]] Result<Image> render_offscreen(PixelSize size, const std::function<void()>& draw);

 private:
  struct State;
  std::unique_ptr<State> state_;
};

}  // namespace fungescope::ui
