// Manual pages and completions, as texts made from the summaries of commands.
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace fungescope {

// ---- Summaries of commands
//
// Read from the command-line parsers, so that they cannot differ from --help.
//
// The help texts follow these conventions, which tests/cli/pages checks:
//   - "One of: a, b, c" in the description of an option lists all its values;
//   - an option with the type name FILE takes a file;
//   - "@NAME" in the description of a positional: it takes built-in programs too;
//   - the footer ends with "Exit codes:" and "Example:" or "Examples:", in this order.

struct OptionSummary {
  std::vector<std::string> names;  // "--stats", "-h"; of a positional its one name, "FILE"
  std::string value;               // its placeholder: FILE, NUMBER or TEXT; empty: a flag
  std::string description;
  std::string default_value;         // empty: none
  std::vector<std::string> choices;  // all its values; empty: any
  bool repeatable = false;
  bool required = false;
  bool optional_value = false;  // --stats or --stats=json
};

struct CommandSummary {
  std::string typed;        // "fungescope run", "fungescope-ui"
  std::string name;         // the last word of it: "run", "fungescope-ui"
  std::string description;  // one line, without a full stop
  std::vector<OptionSummary> positionals;
  std::vector<OptionSummary> options;
  std::vector<std::string> paragraphs;  // more of the description
  std::string exit_codes;               // empty: as all commands
  std::vector<std::string> examples;    // one command line each

  // Whether a positional takes the built-in programs too.
  [[nodiscard]] bool opens_program() const;
};

// Summarises a parser with its options, whose user types `typed`. Cost: microseconds an option.
[[nodiscard]] CommandSummary summarise(const CLI::App& command, const std::string& typed);

// Returns the commands of `fungescope`, in the order of --help.
[[nodiscard]] std::vector<CommandSummary> summarise_commands();

// Returns the window's program, `fungescope-ui`.
[[nodiscard]] CommandSummary summarise_window();

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
