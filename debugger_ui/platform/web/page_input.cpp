#include "debugger_ui/platform/web/page.h"

#include <algorithm>
#include <array>
#include <emscripten.h>
#include <initializer_list>
#include <optional>
#include <string_view>
#include <utility>

namespace fungescope::ui {
namespace {

using Kind = InputEvent::Kind;

struct Named {
  std::string_view name;
  Key key;
};

// By KeyboardEvent.key, or by KeyboardEvent.code, the place on the keyboard.
constexpr auto named_keys = std::to_array<Named>({
    {"ArrowLeft", Key::left},
    {"ArrowRight", Key::right},
    {"ArrowUp", Key::up},
    {"ArrowDown", Key::down},
    {"Home", Key::home},
    {"End", Key::end},
    {"PageUp", Key::page_up},
    {"PageDown", Key::page_down},
    {"Tab", Key::tab},
    {"Enter", Key::enter},
    {"Escape", Key::escape},
    {" ", Key::space},
    {"Backspace", Key::backspace},
    {"Delete", Key::delete_key},
    {"Insert", Key::insert},
    {"+", Key::equal},
    {"ContextMenu", Key::menu},
    {"Alt", Key::alt},
    {"NumpadAdd", Key::equal},
    {"NumpadSubtract", Key::minus},
    {"NumpadDivide", Key::slash},
    {"NumpadDecimal", Key::period},
});

// The codes of signs, in the order of Key.
constexpr std::array<std::string_view, 11> sign_codes{
    "Comma",        "Period",    "Slash",     "Minus", "Equal",    "BracketLeft",
    "BracketRight", "Backquote", "Semicolon", "Quote", "Backslash"};

std::optional<Key> key_named(std::string_view name) {
  for (int i = 1; i <= 12; ++i) {
    if (name == "F" + std::to_string(i)) return nth_key(Key::f1, i - 1);
  }
  for (const Named& named : named_keys) {
    if (named.name == name) return named.key;
  }
  return std::nullopt;
}

// "KeyA", "Digit1", "Numpad1": what Shift or a layout without Latin letters has made of the
// character does not matter.
std::optional<Key> key_of_place(std::string_view code) {
  for (const std::string_view prefix : {"Key", "Digit", "Numpad"}) {
    if (!code.starts_with(prefix) || code.size() != prefix.size() + 1) continue;
    return key_of_character(code.back());
  }
  const auto sign = std::find(sign_codes.begin(), sign_codes.end(), code);
  if (sign != sign_codes.end())
    return nth_key(Key::comma, static_cast<int>(sign - sign_codes.begin()));
  return key_named(code);
}

Key key_of(std::string_view name, std::string_view code) {
  if (name == "Enter" && code == "NumpadEnter") return Key::keypad_enter;
  const Key labelled = name.size() == 1 ? key_of_character(name[0]) : Key::none;
  if (labelled != Key::none) return labelled;
  if (const auto key = key_named(name)) return *key;
  // Signs with Shift, such as `?`, are the key at that place.
  return key_of_place(code).value_or(Key::none);
}

Mods mods_of(int bits) {
  return {(bits & 1) != 0, (bits & 2) != 0, (bits & 4) != 0};
}

void push(InputEvent event) {
  if (InputQueue* const queue = page_input().queue) queue->push(std::move(event));
}

}  // namespace

bool is_browsers(Key key, Mods mods) {
  const auto is_one_of = [key](std::initializer_list<Key> keys) {
    return std::find(keys.begin(), keys.end(), key) != keys.end();
  };
  if (is_one_of({Key::f5, Key::f12})) return true;
  if (mods.alt) return is_one_of({Key::f4, Key::d});
  if (!mods.ctrl) return false;
  return is_one_of({Key::r, Key::w, Key::t, Key::n, Key::l, Key::q, Key::equal, Key::minus,
                    Key::digit_0, Key::tab, Key::page_up, Key::page_down}) ||
         (mods.shift && is_one_of({Key::i, Key::j, Key::c, Key::k}));
}

PageInput& page_input() {
  static PageInput input;
  return input;
}

}  // namespace fungescope::ui

// ---- Called by page.js. Modifiers are bits: 1 Ctrl, or a Mac's Command; 2 Shift; 4 Alt.

using namespace fungescope::ui;

extern "C" {

// `action`: 0 release, 1 press, 2 repeat. Returns false, and does nothing, if it is the browser's
// key.
EMSCRIPTEN_KEEPALIVE bool page_key(int action, const char* name, const char* code, int mods) {
  InputEvent event{.kind = Kind::mods, .mods = mods_of(mods)};
  event.key = key_of(name, code);
  if (event.key != Key::none) {
    event.kind = action == 1 ? Kind::key_press : action == 0 ? Kind::key_release : Kind::key_repeat;
  }
  if (is_browsers(event.key, event.mods)) return false;
  push(std::move(event));
  return true;
}

EMSCRIPTEN_KEEPALIVE void page_text(int code_point) {
  push({.kind = Kind::text, .code_point = static_cast<char32_t>(code_point)});
}

// Pixels of the canvas.
EMSCRIPTEN_KEEPALIVE void page_move(float x, float y) {
  if (InputQueue* const queue = page_input().queue) queue->move(x, y);
}

EMSCRIPTEN_KEEPALIVE void page_leave() {
  push({.kind = Kind::mouse_leave});
}

// `button`: 0 left, 1 right, 2 middle.
EMSCRIPTEN_KEEPALIVE void page_button(int button, bool down, int mods) {
  if (button < 0 || button >= static_cast<int>(MouseButton::count)) return;
  push({.kind = down ? Kind::mouse_press : Kind::mouse_release,
        .button = static_cast<MouseButton>(button),
        .mods = mods_of(mods)});
}

// In steps of a wheel, to the right and up.
EMSCRIPTEN_KEEPALIVE void page_wheel(float x, float y, int mods) {
  push({.kind = Kind::wheel, .mods = mods_of(mods), .x = x, .y = y});
}

EMSCRIPTEN_KEEPALIVE void page_focus(bool focused) {
  push({.kind = focused ? Kind::focus_gained : Kind::focus_lost});
}

EMSCRIPTEN_KEEPALIVE void page_drop(const char* path) {
  InputEvent event{.kind = Kind::files_dropped};
  event.files.emplace_back(path);
  push(std::move(event));
}

EMSCRIPTEN_KEEPALIVE void page_resize(int width, int height, float scale) {
  page_input().size = {width, height};
  page_input().scale = scale;
}

EMSCRIPTEN_KEEPALIVE void page_show(bool visible) {
  page_input().hidden = !visible;
  page_input().damaged = true;
}

EMSCRIPTEN_KEEPALIVE void page_paste(const char* text) {
  page_input().clipboard = text;
}

}  // extern "C"
