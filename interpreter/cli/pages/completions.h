// Completions for shells: commands, options, the values of options that have a list of them, and
// else files and the names of built-in programs. Of a span, these are for the commands of the
// program `fungescope`; of one summary, for that program.
#pragma once

#include "cli/pages/command_summary.h"

#include <span>
#include <string>

namespace fungescope {

// A script that bash sources. It uses no function of the package bash-completion.
[[nodiscard]] std::string bash_completion(std::span<const CommandSummary> commands);
[[nodiscard]] std::string bash_completion(const CommandSummary& program);

// A function `_fungescope` for a folder of zsh's `fpath`.
[[nodiscard]] std::string zsh_completion(std::span<const CommandSummary> commands);
[[nodiscard]] std::string zsh_completion(const CommandSummary& program);

// A file for a folder of fish's `fish_complete_path`.
[[nodiscard]] std::string fish_completion(std::span<const CommandSummary> commands);
[[nodiscard]] std::string fish_completion(const CommandSummary& program);

}  // namespace fungescope
