#include "debugger_ui/widgets/key_table.h"

#include <array>
#include <cstddef>

namespace fungescope::ui {
namespace {

constexpr std::array<std::string_view, static_cast<std::size_t>(Key::count)> key_names{
    "",       "A",       "B",         "C",   "D",     "E",     "F",   "G",     "H",
    "I",      "J",       "K",         "L",   "M",     "N",     "O",   "P",     "Q",
    "R",      "S",       "T",         "U",   "V",     "W",     "X",   "Y",     "Z",
    "0",      "1",       "2",         "3",   "4",     "5",     "6",   "7",     "8",
    "9",      "F1",      "F2",        "F3",  "F4",    "F5",    "F6",  "F7",    "F8",
    "F9",     "F10",     "F11",       "F12", "Left",  "Right", "Up",  "Down",  "Home",
    "End",    "Page up", "Page down", "Tab", "Enter", "Enter", "Esc", "Space", "Backspace",
    "Delete", "Insert",  ",",         ".",   "/",     "-",     "=",   "[",     "]",
    "`",      ";",       "'",         "\\",  "Menu",  "Alt"};

}  // namespace

std::string key_text(Key key, Mods mods) {
  if (key == Key::none) return {};
  std::string text;
  if (mods.ctrl) text += "Ctrl+";
  if (mods.alt) text += "Alt+";
  if (mods.shift) text += "Shift+";
  return text.append(key_names[static_cast<std::size_t>(key)]);
}

}  // namespace fungescope::ui
