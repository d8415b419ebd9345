#include "debugger_ui/platform/opengl.h"

#include <algorithm>
#include <array>
#include <cstdlib>
#include <utility>

#include <glad/gl.h>

namespace fungescope::ui {

Result<std::unique_ptr<Framebuffer>> Framebuffer::create(PixelSize size) {
  GLint limit = 0;
  glGetIntegerv(GL_MAX_RENDERBUFFER_SIZE, &limit);
  if (size.width < 1 || size.height < 1 || size.width > limit || size.height > limit) {
    return fail({},
                "a picture of " + std::to_string(size.width) + "x" + std::to_string(size.height) +
                    " pixels cannot be drawn",
                "choose a size from 1x1 to " + std::to_string(limit) + "x" + std::to_string(limit));
  }
  std::unique_ptr<Framebuffer> result(new Framebuffer(size));
  GLint bound = 0;
  glGetIntegerv(GL_FRAMEBUFFER_BINDING, &bound);
  glGenRenderbuffers(1, &result->color_);
  glBindRenderbuffer(GL_RENDERBUFFER, result->color_);
  glRenderbufferStorage(GL_RENDERBUFFER, GL_RGBA8, size.width, size.height);
  glGenFramebuffers(1, &result->framebuffer_);
  glBindFramebuffer(GL_FRAMEBUFFER, result->framebuffer_);
  glFramebufferRenderbuffer(GL_FRAMEBUFFER, GL_COLOR_ATTACHMENT0, GL_RENDERBUFFER, result->color_);
  const GLenum status = glCheckFramebufferStatus(GL_FRAMEBUFFER);
  glBindFramebuffer(GL_FRAMEBUFFER, static_cast<GLuint>(bound));
  if (status != GL_FRAMEBUFFER_COMPLETE) {
    return fail({}, "OpenGL has no memory for the picture", "choose a smaller size");
  }
  return result;
}

Framebuffer::~Framebuffer() {
  if (framebuffer_ != 0) glDeleteFramebuffers(1, &framebuffer_);
  if (color_ != 0) glDeleteRenderbuffers(1, &color_);
}

void Framebuffer::bind() const {
  glBindFramebuffer(GL_FRAMEBUFFER, framebuffer_);
  glViewport(0, 0, size_.width, size_.height);
}

Image Framebuffer::read(PixelSize part) const {
  GLint bound = 0;
  glGetIntegerv(GL_READ_FRAMEBUFFER_BINDING, &bound);
  glBindFramebuffer(GL_READ_FRAMEBUFFER, framebuffer_);
  glPixelStorei(GL_PACK_ALIGNMENT, 4);
  Image image(part);
  // OpenGL's rows are bottom-up.
  glReadPixels(0, size_.height - part.height, part.width, part.height, GL_RGBA, GL_UNSIGNED_BYTE,
               image.rgba.data());
  glBindFramebuffer(GL_READ_FRAMEBUFFER, static_cast<GLuint>(bound));
  const std::size_t row = 4 * static_cast<std::size_t>(part.width);
  for (std::size_t top = 0, bottom = static_cast<std::size_t>(part.height) - 1; top < bottom;
       ++top, --bottom) {
    std::swap_ranges(image.rgba.begin() + static_cast<std::ptrdiff_t>(top * row),
                     image.rgba.begin() + static_cast<std::ptrdiff_t>((top + 1) * row),
                     image.rgba.begin() + static_cast<std::ptrdiff_t>(bottom * row));
  }
  for (std::size_t alpha = 3; alpha < image.rgba.size(); alpha += 4) image.rgba[alpha] = 255;
  return image;
}

const char* shader_version() {
#ifdef __EMSCRIPTEN__
  return "#version 300 es";
#else
  return "#version 330 core";
#endif
}

void limit_software_renderer_threads() {
  setenv("LP_NUM_THREADS", "1", 0);  // NOLINT(concurrency-mt-unsafe): before any other thread
}

std::string renderer_name() {
  const auto text = [](GLenum name) {
    const GLubyte* const value = glGetString(name);
    return std::string(value != nullptr ? reinterpret_cast<const char*>(value) : "unknown");
  };
  const std::string version = text(GL_VERSION);  // in a browser "OpenGL ES 3.0"
  return text(GL_RENDERER) + (version.starts_with("OpenGL") ? ", " : ", OpenGL ") + version;
}

bool is_software_renderer(std::string_view renderer) {
  constexpr std::array names{"llvmpipe", "softpipe",    "swrast",
                             "SWR",      "SwiftShader", "Basic Render"};
  return std::any_of(names.begin(), names.end(), [renderer](std::string_view name) {
    return renderer.find(name) != std::string_view::npos;
  });
}

}  // namespace fungescope::ui
