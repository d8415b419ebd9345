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

Key nth(Key first, int offset) {
  return static_cast<Key>(static_cast<int>(first) + offset);
}

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
    return nth(Key::digit_0, theirs - GLFW_KEY_KP_0);
  }
  if (theirs >= GLFW_KEY_F1 && theirs <= GLFW_KEY_F12) return nth(Key::f1, theirs - GLFW_KEY_F1);
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

void on_text(GLFWwindow* window, unsigned code_point) {
  input_of(window).queue->push({.kind = Kind::text, .code_point = code_point});
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

void on_moved(GLFWwindow* window, int, int) {
  input_of(window).queue->push({.kind = Kind::window_moved});
}

void on_enter(GLFWwindow* window, int entered) {
  if (entered == GLFW_FALSE) input_of(window).queue->push({.kind = Kind::mouse_leave});
}

void on_button(GLFWwindow* window, int button, int action, int bits) {
  if (button >= static_cast<int>(MouseButton::count)) return;
  WindowInput& input = input_of(window);
  input.mods = mods_of(bits);
  input.queue->push({.kind = action == GLFW_PRESS ? Kind::mouse_press : Kind::mouse_release,
                     .button = static_cast<MouseButton>(button),
                     .mods = input.mods});
}

void on_wheel(GLFWwindow* window, double x, double y) {
  const WindowInput& input = input_of(window);
  input.queue->push({.kind = Kind::wheel,
                     .mods = input.mods,
                     .x = static_cast<float>(x),
                     .y = static_cast<float>(y)});
}

void on_focus(GLFWwindow* window, int focused) {
  WindowInput& input = input_of(window);
  input.mods = {};
  input.queue->push({.kind = focused != GLFW_FALSE ? Kind::focus_gained : Kind::focus_lost});
}

void on_drop(GLFWwindow* window, int count, const char** paths) {
  InputEvent event{.kind = Kind::files_dropped};
  event.files.assign(paths, paths + count);
  input_of(window).queue->push(std::move(event));
}

void on_refresh(GLFWwindow* window) {
  input_of(window).damaged = true;
}

}  // namespace

bool is_browsers(Key, Mods) {
  return false;
}

void install_input(GLFWwindow* window, WindowInput& input) {
  glfwSetWindowUserPointer(window, &input);
  glfwSetKeyCallback(window, on_key);
  glfwSetCharCallback(window, on_text);
  glfwSetCursorPosCallback(window, on_move);
  glfwSetWindowPosCallback(window, on_moved);
  glfwSetCursorEnterCallback(window, on_enter);
  glfwSetMouseButtonCallback(window, on_button);
  glfwSetScrollCallback(window, on_wheel);
  glfwSetWindowFocusCallback(window, on_focus);
  glfwSetDropCallback(window, on_drop);
  glfwSetWindowRefreshCallback(window, on_refresh);
}

}  // namespace fungescope::ui
