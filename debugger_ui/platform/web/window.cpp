// The window in the browser: a canvas with a WebGL 2 context. The page owns it: it passes input,
// size and focus (page_input.cpp), and calls the frame loop.
#include "debugger_ui/platform/window.h"

#include "debugger_ui/platform/web/page.h"

#include <emscripten/html5.h>
#include <utility>

namespace fungescope::ui {
namespace {

constexpr const char* canvas = "#canvas";

const char* css_name(ImGuiMouseCursor cursor) {
  switch (cursor) {
    case ImGuiMouseCursor_None:
      return "none";
    case ImGuiMouseCursor_TextInput:
      return "text";
    case ImGuiMouseCursor_Hand:
      return "pointer";
    case ImGuiMouseCursor_ResizeEW:
      return "ew-resize";
    case ImGuiMouseCursor_ResizeNS:
      return "ns-resize";
    case ImGuiMouseCursor_ResizeAll:
      return "move";
    case ImGuiMouseCursor_NotAllowed:
      return "not-allowed";
    default:
      return "default";
  }
}

}  // namespace

struct Window::State {
  EMSCRIPTEN_WEBGL_CONTEXT_HANDLE context = 0;
  ImGuiMouseCursor cursor = ImGuiMouseCursor_Arrow;

  ~State() {
    page_input().queue = nullptr;
    if (context > 0) emscripten_webgl_destroy_context(context);
  }
};

Window::Window(std::unique_ptr<State> state) : state_(std::move(state)) {}
Window::~Window() = default;

Result<std::unique_ptr<Window>> Window::create(const std::string& title,
                                               const WindowPlacement& /*placement*/,
                                               InputQueue& input) {
  auto state = std::make_unique<State>();
  EmscriptenWebGLContextAttributes attributes;
  emscripten_webgl_init_context_attributes(&attributes);
  attributes.majorVersion = 2;
  attributes.alpha = false;
  attributes.depth = false;
  attributes.stencil = false;
  attributes.antialias = false;
  state->context = emscripten_webgl_create_context(canvas, &attributes);
  if (state->context <= 0) {
    return fail({}, "the browser has no WebGL 2",
                "turn on hardware acceleration, or use a newer browser");
  }
  emscripten_webgl_make_context_current(state->context);
  page_input().queue = &input;
  std::unique_ptr<Window> window(new Window(std::move(state)));
  window->set_title(title);
  return window;
}

PixelSize Window::framebuffer_size() const {
  return page_input().hidden ? PixelSize{} : page_input().size;
}

float Window::scale() const {
  return page_input().scale;
}

// The page calls the loop again when it is time.
void Window::wait_or_poll(double /*seconds*/) {}

void Window::wake() {
  page_wake();
}

bool Window::take_damage() {
  return std::exchange(page_input().damaged, false);
}

// The browser shows what was drawn when control returns to it.
void Window::present() {}

void Window::set_title(const std::string& title) {
  page_set_title(title.c_str());
}

void Window::set_cursor(ImGuiMouseCursor cursor) {
  if (std::exchange(state_->cursor, cursor) != cursor) page_set_cursor(css_name(cursor));
}

// Reading the system's clipboard takes a permission, and time: the page tells what is pasted.
Clipboard Window::clipboard() {
  return {[] { return page_input().clipboard; },
          [](const std::string& text) {
            page_input().clipboard = text;
            page_copy(text.c_str());
          }};
}

}  // namespace fungescope::ui
