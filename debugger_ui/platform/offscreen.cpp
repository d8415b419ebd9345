#include "debugger_ui/platform/opengl.h"

#include <array>

#include <EGL/egl.h>
#include <EGL/eglext.h>
#include <glad/gl.h>

namespace fungescope::ui {
namespace {

constexpr const char* install_egl = "install libegl1 and libgl1-mesa-dri";
constexpr const char* install_gl =
    "install libgl1-mesa-dri, or set LIBGL_ALWAYS_SOFTWARE=1 to draw without the graphics card";

EGLDisplay surfaceless_display() {
  const auto get_display = reinterpret_cast<PFNEGLGETPLATFORMDISPLAYEXTPROC>(
      eglGetProcAddress("eglGetPlatformDisplayEXT"));
  if (get_display == nullptr) return EGL_NO_DISPLAY;
  return get_display(EGL_PLATFORM_SURFACELESS_MESA, EGL_DEFAULT_DISPLAY, nullptr);
}

}  // namespace

struct Offscreen::State {
  EGLDisplay display = EGL_NO_DISPLAY;
  EGLContext context = EGL_NO_CONTEXT;
  std::unique_ptr<Framebuffer> target;

  ~State() {
    if (context != EGL_NO_CONTEXT) {
      make_current();
      target.reset();
      eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, EGL_NO_CONTEXT);
      eglDestroyContext(display, context);
    }
    // The EGL display is shared by the process, so it is not terminated here.
  }

  // Returns false without a context.
  bool make_current() const {  // NOLINT(modernize-use-nodiscard)
    return eglMakeCurrent(display, EGL_NO_SURFACE, EGL_NO_SURFACE, context) == EGL_TRUE;
  }

  Result<void> start() {
    display = surfaceless_display();
    if (display == EGL_NO_DISPLAY || !eglInitialize(display, nullptr, nullptr)) {
      return fail({}, "EGL cannot draw without a display here", install_egl);
    }
    constexpr std::array<EGLint, 5> config_wish{EGL_SURFACE_TYPE, EGL_DONT_CARE,
                                                EGL_RENDERABLE_TYPE, EGL_OPENGL_BIT, EGL_NONE};
    EGLConfig config = nullptr;
    EGLint count = 0;
    if (!eglBindAPI(EGL_OPENGL_API) ||
        !eglChooseConfig(display, config_wish.data(), &config, 1, &count) || count == 0) {
      return fail({}, "EGL has no OpenGL here", install_gl);
    }
    constexpr std::array<EGLint, 7> context_wish{EGL_CONTEXT_MAJOR_VERSION,
                                                 3,
                                                 EGL_CONTEXT_MINOR_VERSION,
                                                 3,
                                                 EGL_CONTEXT_OPENGL_PROFILE_MASK,
                                                 EGL_CONTEXT_OPENGL_CORE_PROFILE_BIT,
                                                 EGL_NONE};
    context = eglCreateContext(display, config, EGL_NO_CONTEXT, context_wish.data());
    if (context == EGL_NO_CONTEXT || !make_current() ||
        gladLoadGL(reinterpret_cast<GLADloadfunc>(eglGetProcAddress)) == 0) {
      return fail({}, "there is no OpenGL 3.3", install_gl);
    }
    return {};
  }
};

Offscreen::Offscreen(std::unique_ptr<State> state) : state_(std::move(state)) {}
Offscreen::~Offscreen() = default;

Result<std::unique_ptr<Offscreen>> Offscreen::create(PixelSize size) {
  limit_software_renderer_threads();
  auto state = std::make_unique<State>();
  TRY(state->start());
  state->target = TRY(Framebuffer::create(size));
  std::unique_ptr<Offscreen> offscreen(new Offscreen(std::move(state)));
  offscreen->bind();
  return offscreen;
}

void Offscreen::bind() {
  state_->make_current();
  state_->target->bind();
}

void Offscreen::finish() {
  state_->make_current();
  glFinish();
}

Image Offscreen::read() const {
  state_->make_current();
  return state_->target->read();
}

}  // namespace fungescope::ui
