// The folders of the user for what programs keep (XDG base directories).
#pragma once

#include <string>

namespace fungescope {

// NAME in the folder for state, such as histories: below $XDG_STATE_HOME, else ~/.local/state.
// Makes the folder; empty if it cannot.
[[nodiscard]] std::string state_path(const std::string& name);

// NAME in the folder for settings: below $XDG_CONFIG_HOME, else ~/.config. As state_path.
[[nodiscard]] std::string config_path(const std::string& name);

}  // namespace fungescope
