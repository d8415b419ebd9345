#include "debugger_ui/support/user.h"

#include <sstream>
#include <stdexcept>

namespace fungescope::ui {
namespace {

KeyPress key_of(const std::string& text) {
  for (int i = 1; i < static_cast<int>(Key::count); ++i) {
    for (const Mods mods : {Mods(), with_ctrl, with_shift, with_alt, with_ctrl_shift}) {
      if (key_text(static_cast<Key>(i), mods) == text) return {static_cast<Key>(i), mods};
    }
  }
  throw std::runtime_error("there is no key '" + text + "'");
}

}  // namespace

void User::tap(std::string_view keys) {
  std::istringstream words{std::string(keys)};
  for (std::string word; words >> word;) {
    const KeyPress press = key_of(word);
    tap(press.key, press.mods);
  }
}

ItemBox User::box(const std::string& name) const {
  if (const auto found = names().find(name)) return *found;
  std::string message = "there is no item '" + name + "' on the screen; there are";
  for (const std::string& other : names().all()) message += " '" + other + "'";
  throw std::runtime_error(message);
}

Lines User::breakpoints() const {
  Lines texts;
  for (const BreakpointSnapshot& stop : snapshot().breakpoints) texts.push_back(stop.text);
  return texts;
}

Lines User::names_after(const std::string& prefix) const {
  Lines found;
  for (const std::string& name : names().all()) {
    if (name.starts_with(prefix)) found.push_back(name.substr(prefix.size()));
  }
  return found;
}

}  // namespace fungescope::ui
