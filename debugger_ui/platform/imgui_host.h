// Runs Dear ImGui on the current OpenGL context, of a window or off screen.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/fonts.h"
#include "debugger_ui/platform/input.h"
#include "debugger_ui/platform/pictures/image.h"

#include <functional>
#include <memory>
#include <optional>
#include <string>

struct ImGuiContext;

namespace fungescope::ui {

struct Clipboard {
  std::function<std::string()> get;
  std::function<void(const std::string&)> set;
};

// Owns the ImGui context, its renderer and its fonts. All lengths are pixels of
// the framebuffer: the application multiplies with `scale()` whatever depends on the
// display's scale. The style is the application's. No imgui.ini is read or written.
// One instance at a time: newer renderers unload OpenGL's functions when one is destroyed.
class ImguiHost {
 public:
  // Requires a current OpenGL 3.3 context, also when destroyed. Without any font it
  // uses ImGui's own, and sets `font_error()`. Cost: about 100 ms, mostly fonts.
  explicit ImguiHost(float scale = 1);
  ~ImguiHost();
  ImguiHost(const ImguiHost&) = delete;
  ImguiHost& operator=(const ImguiHost&) = delete;

  // Both take effect at the next begin_frame.
  void set_scale(float scale);  // 0.5 to 4
  void set_font(FontChoice choice);
  [[nodiscard]] float scale() const { return scale_; }

  // Makes the renderer's objects again, at the next begin_frame: the OpenGL context has lost them.
  void restore();

  // The fonts of the current frame; null pointers before the first.
  [[nodiscard]] const Fonts& fonts() const { return fonts_; }
  // Why ImGui's own font is used; nothing when it is not.
  [[nodiscard]] const std::optional<Error>& font_error() const { return font_error_; }

  // Without it, copied text stays within the host.
  void set_clipboard(Clipboard clipboard);

  // Takes the input of one frame from the queue. `seconds` since the previous frame; 0 or more.
  void begin_frame(PixelSize pixels, double seconds, InputQueue& input);

  void end_frame();

  // Whether the last ended frame looks different from the last drawn one. Cost: a comparison of
  // both frames' vertices.
  [[nodiscard]] bool differs() const;

  // Clears the bound framebuffer to the style's window background and draws the last ended frame.
  // Most of a frame's cost with a software renderer: frames that nobody sees need not be drawn.
  void draw_frame();

  // Renders a separate picture off screen, of at most 2^28 pixels, with the same
  // style and fonts and without input. May be called within a frame or between two.
  // `draw` creates ImGui windows in a display of that size; it is called twice,
  // because ImGui's layout uses sizes measured in the previous frame.
  [[nodiscard]] Result<Image> render_offscreen(PixelSize size, const std::function<void()>& draw);

 private:
  class DrawnFrame;

  void build_atlas();
  void begin_aside(PixelSize size);

  FontChoice choice_;
  float scale_ = 1;
  bool atlas_is_old_ = true;

  ImGuiContext* context_ = nullptr;
  ImGuiContext* aside_ = nullptr;  // for render_offscreen; created on first use
  Fonts fonts_;
  std::optional<Error> font_error_;

  Clipboard clipboard_;
  std::string pasted_;  // owns the text that ImGui points to
  std::unique_ptr<DrawnFrame> drawn_;
  int press_frame_ = 0;       // the frame with the last press of the left button
  bool holds_input_ = false;  // this frame's input waits for a text field's focus
};

}  // namespace fungescope::ui
