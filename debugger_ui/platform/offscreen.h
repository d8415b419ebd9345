// OpenGL without a display: a surfaceless EGL context and a framebuffer object.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/pictures/image.h"

#include <memory>

namespace fungescope::ui {

// Replaces a `Window`: makes its context current and renders into a picture of the
// given size.
class Offscreen {
 public:
  // Errors: no EGL, or no OpenGL 3.3; the message names a package to install.
  [[nodiscard]] static Result<std::unique_ptr<Offscreen>> create(PixelSize size);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  [[nodiscard]] PixelSize size() const;
  [[nodiscard]] Result<void> resize(PixelSize size);

  // Makes the context current and binds the framebuffer, as `create` and `resize` do.
  void bind();

  // Waits until rendering is complete, as presenting a window does: the software renderer draws
  // on a thread of its own.
  void finish();

  // The picture, opaque.
  [[nodiscard]] Image read() const;

 private:
  struct State;
  explicit Offscreen(std::unique_ptr<State> state);
  std::unique_ptr<State> state_;
};

}  // namespace fungescope::ui
