// OpenGL: framebuffer objects, rendering without a display, and the software renderer. In the
// browser it is OpenGL ES 3.0, as WebGL 2.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/pictures/image.h"

#include <memory>
#include <string>
#include <string_view>

namespace fungescope::ui {

// Requires a current OpenGL 3.3 context, also when destroyed.
class Framebuffer {
 public:
  // Every OpenGL 3.3 supports sides of 1024 pixels, most support 16384. Fails when
  // the size is not supported.
  [[nodiscard]] static Result<std::unique_ptr<Framebuffer>> create(PixelSize size);

  ~Framebuffer();
  Framebuffer(const Framebuffer&) = delete;
  Framebuffer& operator=(const Framebuffer&) = delete;

  void bind() const;  // for drawing and reading; sets the viewport

  // Returns the upper left part of the picture, opaque. Waits for rendering to finish.
  [[nodiscard]] Image read(PixelSize part) const;
  [[nodiscard]] Image read() const { return read(size_); }

 private:
  explicit Framebuffer(PixelSize size) : size_(size) {}

  PixelSize size_;
  unsigned framebuffer_ = 0;
  unsigned color_ = 0;
};

// Replaces a `Window` if there is no display: makes a surfaceless EGL context current, and
// renders into a picture of the given size.
class Offscreen {
 public:
  // Errors: no EGL, or no OpenGL 3.3; the message names a package to install.
  [[nodiscard]] static Result<std::unique_ptr<Offscreen>> create(PixelSize size);
  ~Offscreen();
  Offscreen(const Offscreen&) = delete;
  Offscreen& operator=(const Offscreen&) = delete;

  // Makes the context current and binds the framebuffer, as `create` does.
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

// The first line of shaders, for the kind of OpenGL that the window has.
[[nodiscard]] const char* shader_version();

// Limits Mesa's llvmpipe to one thread, unless the user sets LP_NUM_THREADS: by default it renders
// on as many threads as there are cores, which slows the virtual machine. Call before the first
// OpenGL context is created. No effect on a graphics card.
void limit_software_renderer_threads();

// The current context's: "Mesa llvmpipe, OpenGL 4.5".
[[nodiscard]] std::string renderer_name();
// `renderer` is its name.
[[nodiscard]] bool is_software_renderer(std::string_view renderer);

}  // namespace fungescope::ui
