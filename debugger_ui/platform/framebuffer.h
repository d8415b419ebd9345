// A picture that OpenGL draws into instead of a window.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/image.h"

namespace fungescope::ui {

// Needs a current OpenGL 3.3 context, at its end too.
class Framebuffer {
 public:
  // The width and height that every OpenGL 3.3 has room for are 1024; most have
  // 16384. An error where there is none.
  [[nodiscard]] static Result<Framebuffer> create(PixelSize size);

  Framebuffer(Framebuffer&& other) noexcept;
  Framebuffer& operator=(Framebuffer&& other) noexcept;
  ~Framebuffer();

  void bind() const;  // for drawing and reading, with the viewport
  [[nodiscard]] PixelSize size() const { return size_; }

  // The upper left part of what was drawn, opaque. Waits for the drawing.
  [[nodiscard]] Image read(PixelSize part) const;
  [[nodiscard]] Image read() const { return read(size_); }

 private:
  explicit Framebuffer(PixelSize size) : size_(size) {}

  PixelSize size_;
  unsigned framebuffer_ = 0;
  unsigned color_ = 0;
};

}  // namespace fungescope::ui
