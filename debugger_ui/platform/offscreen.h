// OpenGL without a display: EGL without a surface, and a framebuffer object.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/image.h"

#include <memory>

namespace fungescope::ui {

// Stands where a `Window` would: makes its context current, and what is drawn
// goes into a picture of the given size.
class Offscreen {
 public:
  // Errors: no EGL, or no OpenGL 3.3; they say what to install.
  [[nodiscard]] static Result<std::unique_ptr<Offscreen>> create(PixelSize size);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  [[nodiscard]] PixelSize size() const;
  [[nodiscard]] Result<void> resize(PixelSize size);

  // Makes the context current and the picture the target. `create` and `resize`
  // have done so already.
  void bind();

  // Waits until all is drawn, as a window that presents its picture does: the software renderer
  // draws on a thread of its own.
  void finish();

  // What was drawn, opaque.
  [[nodiscard]] Image read() const;

 private:
  struct State;
  explicit Offscreen(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fungescope::ui
