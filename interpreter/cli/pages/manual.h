// Manual pages in the macros of man(7).
#pragma once

#include "cli/pages/command_summary.h"

#include <span>
#include <string>
#include <string_view>

namespace fungescope {

// fungescope(1): what all commands have in common, and a list of them.
[[nodiscard]] std::string main_page(std::span<const CommandSummary> commands);

// Returns "fungescope-run".
[[nodiscard]] std::string page_name(const CommandSummary& command);

// fungescope-run(1).
[[nodiscard]] std::string command_page(const CommandSummary& command);

// Returns text that roff prints as it is: characters that it would replace by typographic ones, or
// take for requests, are escaped.
[[nodiscard]] std::string roff(std::string_view text);

}  // namespace fungescope
