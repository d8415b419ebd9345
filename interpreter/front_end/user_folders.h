// The user's folders for state and settings (XDG base directories).
#pragma once

#include <string>

namespace fungescope {

// Returns the path of `name` in the folder for state, such as histories: below $XDG_STATE_HOME,
// else ~/.local/state; empty without a home folder. Creates the folder, if it can.
[[nodiscard]] std::string state_path(const std::string& name);

// As state_path, for settings: below $XDG_CONFIG_HOME, else ~/.config.
[[nodiscard]] std::string config_path(const std::string& name);

}  // namespace fungescope
