// Translates GLFW's events to InputEvents.
#include "debugger_ui/platform/window.h"

#include <array>

#include <GLFW/glfw3.h>

namespace fungescope::ui {
namespace {

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

}  // namespace

bool is_browsers(Key, Mods) {
  return false;
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

}  // namespace fungescope::ui
