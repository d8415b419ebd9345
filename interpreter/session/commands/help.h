// Help, made of the table of commands.
#pragma once

#include "base/result.h"
#include "session/commands/command.h"

#include <string>
#include <string_view>

namespace fungescope {

// Every command on a line, by groups.
[[nodiscard]] std::string help_overview();

// All about a command, by its name, alias or prefix, or about `expressions` or `places`.
[[nodiscard]] Result<std::string> help_on(std::string_view name);

}  // namespace fungescope
