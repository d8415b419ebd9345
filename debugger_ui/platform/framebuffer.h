// An off-screen render target of OpenGL.
#pragma once

#include "base/result.h"
#include "debugger_ui/platform/image.h"

namespace fungescope::ui {

// Needs a current OpenGL 3.3 context, also on destruction.
class Framebuffer {
 public:
  // Every OpenGL 3.3 supports a width and height of 1024; most support 16384. Error: too large.
  [[nodiscard]] static Result<Framebuffer> create(PixelSize size);

  Framebuffer(Framebuffer&& other) noexcept;
  Framebuffer& operator=(Framebuffer&& other) noexcept;
  ~Framebuffer();

  void bind() const;  // for drawing and reading; sets the viewport
  [[nodiscard]] PixelSize size() const { return size_; }

  // Returns the upper left part of the image, opaque. Waits until it is drawn.
  [[nodiscard]] Image read(PixelSize part) const;
  [[nodiscard]] Image read() const { return read(size_); }

 private:
  explicit Framebuffer(PixelSize size) : size_(size) {}

  PixelSize size_;
  unsigned framebuffer_ = 0;
  unsigned color_ = 0;
};

}  // namespace fungescope::ui
