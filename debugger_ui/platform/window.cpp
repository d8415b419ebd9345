#include "debugger_ui/platform/window.h"

#include "debugger_ui/platform/opengl.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <cmath>
#include <utility>

#include <GLFW/glfw3.h>
#include <glad/gl.h>

namespace fungescope::ui {

// The target of a window's callbacks, stored as its user pointer.
struct WindowInput {
  InputQueue* queue = nullptr;
  bool damaged = false;  // the window must be presented again
  Mods mods;             // of the last key event: GLFW does not pass them with wheel events
};

namespace {

std::atomic<bool> glfw_runs{false};

constexpr PixelSize smallest_window{480, 320};

constexpr const char* without_display =
    "set DISPLAY or WAYLAND_DISPLAY; --screenshot FILE.png works without a display";
constexpr const char* without_gl =
    "set LIBGL_ALWAYS_SOFTWARE=1 to draw without the graphics card, or install libgl1-mesa-dri";

std::string with_reason(std::string what) {
  const char* reason = nullptr;
  if (glfwGetError(&reason) != GLFW_NO_ERROR) what += " (" + std::string(reason) + ")";
  return what;
}

// The monitor of a remembered position may be disconnected, or smaller than it was: then the
// primary one counts, which is the first.
WindowPlacement on_a_monitor(WindowPlacement placement, const FrameWidths& frame) {
  std::optional<WorkArea> chosen;
  bool is_there = false;
  int count = 0;
  GLFWmonitor** const monitors = glfwGetMonitors(&count);
  for (int i = 0; i < count && !is_there; ++i) {
    WorkArea area;
    glfwGetMonitorWorkarea(monitors[i], &area.corner.x, &area.corner.y, &area.size.width,
                           &area.size.height);
    const auto& at = placement.position;
    is_there = at && at->x >= area.corner.x && at->x < area.corner.x + area.size.width &&
               at->y >= area.corner.y && at->y < area.corner.y + area.size.height;
    if (is_there || !chosen) chosen = area;
  }
  if (!chosen) return placement;
  if (!is_there) placement.position.reset();
  return placed_within(placement, *chosen, frame);
}

int standard_shape(ImGuiMouseCursor cursor) {
  switch (cursor) {
    case ImGuiMouseCursor_TextInput:
      return GLFW_IBEAM_CURSOR;
    case ImGuiMouseCursor_Hand:
      return GLFW_HAND_CURSOR;
    case ImGuiMouseCursor_ResizeEW:
      return GLFW_HRESIZE_CURSOR;
    case ImGuiMouseCursor_ResizeNS:
      return GLFW_VRESIZE_CURSOR;
#ifdef GLFW_RESIZE_ALL_CURSOR
    case ImGuiMouseCursor_ResizeAll:
      return GLFW_RESIZE_ALL_CURSOR;
    case ImGuiMouseCursor_NotAllowed:
      return GLFW_NOT_ALLOWED_CURSOR;
#endif
    default:
      return GLFW_ARROW_CURSOR;
  }
}

// ---- GLFW's events as InputEvents

using Kind = InputEvent::Kind;

struct GlfwKey {
  int theirs;
  Key ours;
};

constexpr auto glfw_keys = std::to_array<GlfwKey>({
    {GLFW_KEY_LEFT, Key::left},
    {GLFW_KEY_RIGHT, Key::right},
    {GLFW_KEY_UP, Key::up},
    {GLFW_KEY_DOWN, Key::down},
    {GLFW_KEY_HOME, Key::home},
    {GLFW_KEY_END, Key::end},
    {GLFW_KEY_PAGE_UP, Key::page_up},
    {GLFW_KEY_PAGE_DOWN, Key::page_down},
    {GLFW_KEY_TAB, Key::tab},
    {GLFW_KEY_ENTER, Key::enter},
    {GLFW_KEY_KP_ENTER, Key::keypad_enter},
    {GLFW_KEY_ESCAPE, Key::escape},
    {GLFW_KEY_SPACE, Key::space},
    {GLFW_KEY_BACKSPACE, Key::backspace},
    {GLFW_KEY_DELETE, Key::delete_key},
    {GLFW_KEY_INSERT, Key::insert},
    {GLFW_KEY_MENU, Key::menu},
    {GLFW_KEY_LEFT_ALT, Key::alt},
    {GLFW_KEY_KP_SUBTRACT, Key::minus},
    {GLFW_KEY_KP_ADD, Key::equal},
    {GLFW_KEY_KP_DIVIDE, Key::slash},
    {GLFW_KEY_KP_DECIMAL, Key::period},
});

// Maps by the keyboard layout in use, where Ctrl-Z is the key labelled Z, or else by the place.
Key key_of(int theirs, int scancode) {
  if (theirs >= GLFW_KEY_SPACE && theirs <= GLFW_KEY_GRAVE_ACCENT) {
    const char* const name = glfwGetKeyName(theirs, scancode);
    const bool named = name != nullptr && name[0] != '\0' && name[1] == '\0';
    const Key labelled = named ? key_of_character(name[0]) : Key::none;
    if (labelled != Key::none) return labelled;
    // GLFW's numbers of these keys are ASCII.
    const Key placed = key_of_character(static_cast<char>(theirs));
    if (placed != Key::none) return placed;
  }
  if (theirs >= GLFW_KEY_KP_0 && theirs <= GLFW_KEY_KP_9) {
    return nth_key(Key::digit_0, theirs - GLFW_KEY_KP_0);
  }
  if (theirs >= GLFW_KEY_F1 && theirs <= GLFW_KEY_F12)
    return nth_key(Key::f1, theirs - GLFW_KEY_F1);
  for (const GlfwKey& named : glfw_keys) {
    if (named.theirs == theirs) return named.ours;
  }
  return Key::none;
}

WindowInput& input_of(GLFWwindow* window) {
  return *static_cast<WindowInput*>(glfwGetWindowUserPointer(window));
}

Mods mods_of(int bits) {
  return {(bits & GLFW_MOD_CONTROL) != 0, (bits & GLFW_MOD_SHIFT) != 0, (bits & GLFW_MOD_ALT) != 0};
}

// X11 reports a modifier's own press with the modifiers from before it.
void add_own_modifier(int theirs, int action, Mods& mods) {
  const bool down = action != GLFW_RELEASE;
  if (theirs == GLFW_KEY_LEFT_CONTROL || theirs == GLFW_KEY_RIGHT_CONTROL) mods.ctrl = down;
  if (theirs == GLFW_KEY_LEFT_SHIFT || theirs == GLFW_KEY_RIGHT_SHIFT) mods.shift = down;
  if (theirs == GLFW_KEY_LEFT_ALT || theirs == GLFW_KEY_RIGHT_ALT) mods.alt = down;
}

void on_key(GLFWwindow* window, int theirs, int scancode, int action, int bits) {
  WindowInput& input = input_of(window);
  input.mods = mods_of(bits);
  add_own_modifier(theirs, action, input.mods);
  InputEvent event{.kind = Kind::mods, .mods = input.mods};
  event.key = key_of(theirs, scancode);
  if (event.key != Key::none) {
    event.kind = action == GLFW_PRESS     ? Kind::key_press
                 : action == GLFW_RELEASE ? Kind::key_release
                                          : Kind::key_repeat;
  }
  input.queue->push(std::move(event));
}

// GLFW's positions are in screen coordinates, ours in pixels.
void on_move(GLFWwindow* window, double x, double y) {
  int window_width = 0;
  int window_height = 0;
  int width = 0;
  int height = 0;
  glfwGetWindowSize(window, &window_width, &window_height);
  glfwGetFramebufferSize(window, &width, &height);
  if (window_width == 0 || window_height == 0) return;
  input_of(window).queue->move(static_cast<float>(x * width / window_width),
                               static_cast<float>(y * height / window_height));
}

void install_input(GLFWwindow* window, WindowInput& input) {
  glfwSetWindowUserPointer(window, &input);
  glfwSetKeyCallback(window, on_key);
  glfwSetCharCallback(window, [](GLFWwindow* at, unsigned code_point) {
    input_of(at).queue->push({.kind = Kind::text, .code_point = code_point});
  });
  glfwSetCursorPosCallback(window, on_move);
  glfwSetWindowPosCallback(window, [](GLFWwindow* at, int, int) {
    input_of(at).queue->push({.kind = Kind::window_moved});
  });
  glfwSetCursorEnterCallback(window, [](GLFWwindow* at, int entered) {
    if (entered == GLFW_FALSE) input_of(at).queue->push({.kind = Kind::mouse_leave});
  });
  glfwSetMouseButtonCallback(window, [](GLFWwindow* at, int button, int action, int bits) {
    if (button >= static_cast<int>(MouseButton::count)) return;
    input_of(at).mods = mods_of(bits);
    input_of(at).queue->push(
        {.kind = action == GLFW_PRESS ? Kind::mouse_press : Kind::mouse_release,
         .button = static_cast<MouseButton>(button),
         .mods = mods_of(bits)});
  });
  glfwSetScrollCallback(window, [](GLFWwindow* at, double x, double y) {
    input_of(at).queue->push({.kind = Kind::wheel,
                              .mods = input_of(at).mods,
                              .x = static_cast<float>(x),
                              .y = static_cast<float>(y)});
  });
  glfwSetWindowFocusCallback(window, [](GLFWwindow* at, int focused) {
    input_of(at).mods = {};
    input_of(at).queue->push(
        {.kind = focused != GLFW_FALSE ? Kind::focus_gained : Kind::focus_lost});
  });
  glfwSetDropCallback(window, [](GLFWwindow* at, int count, const char** paths) {
    InputEvent event{.kind = Kind::files_dropped};
    event.files.assign(paths, paths + count);
    input_of(at).queue->push(std::move(event));
  });
  glfwSetWindowRefreshCallback(window, [](GLFWwindow* at) { input_of(at).damaged = true; });
}

}  // namespace

bool is_browsers(Key, Mods) {
  return false;
}

WindowPlacement to_remember(const WindowPlacement& present, const WindowPlacement& opened,
                            const WindowPlacement& usual) {
  if (!(present.size == opened.size) || present.maximized) return present;
  return {usual.size, present.position, usual.maximized};
}

WindowPlacement placed_within(const WindowPlacement& placement, const WorkArea& area,
                              const FrameWidths& frame) {
  WindowPlacement placed = placement;
  const int left = area.corner.x + frame.left;
  const int top = area.corner.y + frame.top;
  const int right = area.corner.x + area.size.width - frame.right;
  const int bottom = area.corner.y + area.size.height - frame.bottom;
  placed.size = {std::min(placement.size.width, std::max(right - left, smallest_window.width)),
                 std::min(placement.size.height, std::max(bottom - top, smallest_window.height))};
  if (!placement.position) return placed;
  // The title bar is on the screen even if the window is too large for it.
  placed.position->x = std::max(left, std::min(placement.position->x, right - placed.size.width));
  placed.position->y = std::max(top, std::min(placement.position->y, bottom - placed.size.height));
  return placed;
}

struct Window::State {
  GLFWwindow* window = nullptr;
  WindowInput input;
  WindowPlacement restored;  // where the window is when it is not maximized
  std::array<GLFWcursor*, ImGuiMouseCursor_COUNT> cursors{};
  ImGuiMouseCursor cursor = ImGuiMouseCursor_Arrow;

  ~State() {
    glfw_runs = false;
    glfwTerminate();  // with the window and its cursors
  }

  Result<void> open(const std::string& title, const WindowPlacement& wanted) {
    if (!glfwInit()) return fail({}, with_reason("there is no display"), without_display);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MAJOR, 3);
    glfwWindowHint(GLFW_CONTEXT_VERSION_MINOR, 3);
    glfwWindowHint(GLFW_OPENGL_PROFILE, GLFW_OPENGL_CORE_PROFILE);
    glfwWindowHint(GLFW_OPENGL_FORWARD_COMPAT, GLFW_TRUE);
    glfwWindowHint(GLFW_DEPTH_BITS, 0);
    glfwWindowHint(GLFW_STENCIL_BITS, 0);
    glfwWindowHint(GLFW_VISIBLE, GLFW_FALSE);  // until it is positioned
    glfwWindowHintString(GLFW_X11_CLASS_NAME, "fungescope");
    glfwWindowHintString(GLFW_X11_INSTANCE_NAME, "fungescope");
    WindowPlacement placement = on_a_monitor(wanted, {});
    window = glfwCreateWindow(placement.size.width, placement.size.height, title.c_str(), nullptr,
                              nullptr);
    if (window == nullptr) {
      return fail({}, with_reason("the window needs OpenGL 3.3"), without_gl);
    }
    glfwMakeContextCurrent(window);
    if (gladLoadGL(reinterpret_cast<GLADloadfunc>(glfwGetProcAddress)) == 0) {
      return fail({}, "the window needs OpenGL 3.3", without_gl);
    }
    glfwSwapInterval(1);
    glfwSetWindowSizeLimits(window, smallest_window.width, smallest_window.height, GLFW_DONT_CARE,
                            GLFW_DONT_CARE);
    FrameWidths frame;
    glfwGetWindowFrameSize(window, &frame.left, &frame.top, &frame.right, &frame.bottom);
    placement = on_a_monitor(placement, frame);
    glfwSetWindowSize(window, placement.size.width, placement.size.height);
    if (placement.position) glfwSetWindowPos(window, placement.position->x, placement.position->y);
    if (placement.maximized) glfwMaximizeWindow(window);
    restored = placement;
    install_input(window, input);
    glfwShowWindow(window);
    glfw_runs = true;
    return {};
  }

  void remember_place() {
    restored.maximized = glfwGetWindowAttrib(window, GLFW_MAXIMIZED) != 0;
    if (restored.maximized || glfwGetWindowAttrib(window, GLFW_ICONIFIED) != 0) return;
    glfwGetWindowSize(window, &restored.size.width, &restored.size.height);
    WindowPlacement::Position position;
    glfwGetWindowPos(window, &position.x, &position.y);
    restored.position = position;
  }
};

Window::Window(std::unique_ptr<State> state) : state_(std::move(state)) {}
Window::~Window() = default;

Result<std::unique_ptr<Window>> Window::create(const std::string& title,
                                               const WindowPlacement& placement,
                                               InputQueue& input) {
  limit_software_renderer_threads();
  auto state = std::make_unique<State>();
  state->input.queue = &input;
  TRY(state->open(title, placement));
  return std::unique_ptr<Window>(new Window(std::move(state)));
}

PixelSize Window::framebuffer_size() const {
  PixelSize size;
  if (glfwGetWindowAttrib(state_->window, GLFW_ICONIFIED) != 0) return size;
  glfwGetFramebufferSize(state_->window, &size.width, &size.height);
  return size;
}

float Window::scale() const {
  float x = 1;
  float y = 1;
  glfwGetWindowContentScale(state_->window, &x, &y);
  return x > 0 ? x : 1;
}

WindowPlacement Window::placement() const {
  return state_->restored;
}

void Window::wait_or_poll(double seconds) {
  if (std::isinf(seconds)) {
    glfwWaitEvents();
  } else if (seconds > 0) {
    glfwWaitEventsTimeout(seconds);
  } else {
    glfwPollEvents();
  }
  state_->remember_place();
}

void Window::wake() {
  if (glfw_runs) glfwPostEmptyEvent();
}

bool Window::take_damage() {
  return std::exchange(state_->input.damaged, false);
}

void Window::present() {
  glfwSwapBuffers(state_->window);
}

bool Window::take_close_request() {
  const bool wanted = glfwWindowShouldClose(state_->window) != 0;
  glfwSetWindowShouldClose(state_->window, 0);
  return wanted;
}

void Window::set_title(const std::string& title) {
  glfwSetWindowTitle(state_->window, title.c_str());
}

void Window::set_cursor(ImGuiMouseCursor cursor) {
  if (std::exchange(state_->cursor, cursor) == cursor) return;
  const bool hidden = cursor == ImGuiMouseCursor_None;
  glfwSetInputMode(state_->window, GLFW_CURSOR, hidden ? GLFW_CURSOR_HIDDEN : GLFW_CURSOR_NORMAL);
  if (hidden) return;
  GLFWcursor*& shape = state_->cursors[static_cast<std::size_t>(cursor)];
  if (shape == nullptr) shape = glfwCreateStandardCursor(standard_shape(cursor));
  glfwSetCursor(state_->window, shape);
}

Clipboard Window::clipboard() {
  GLFWwindow* window = state_->window;
  return {[window] {
            const char* text = glfwGetClipboardString(window);
            return std::string(text != nullptr ? text : "");
          },
          [window](const std::string& text) { glfwSetClipboardString(window, text.c_str()); }};
}

}  // namespace fungescope::ui
