// Manual pages and completions, as texts made from the summaries of commands.
#pragma once

#include "cli/pages/command_summary.h"

#include <span>
#include <string>
#include <string_view>

namespace fungescope {

// ---- Manual pages, in the macros of man(7)

// fungescope(1): what all commands have in common, and a list of them.
[[nodiscard]] std::string main_page(std::span<const CommandSummary> commands);

// Returns "fungescope-run".
[[nodiscard]] std::string page_name(const CommandSummary& command);

// fungescope-run(1).
[[nodiscard]] std::string command_page(const CommandSummary& command);

// Returns text that roff prints as it is: characters that it would replace by typographic ones, or
// take for requests, are escaped.
[[nodiscard]] std::string roff(std::string_view text);

// ---- Completions for shells

// They complete commands, options, the values of options that have a list of them, and else files
// and the names of built-in programs. Of a span, these are for the commands of the program
// `fungescope`; of one summary, for that program.

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
