// What manual pages and completions say of a command, read from its command-line parser, so that
// they cannot differ from --help.
//
// The help texts follow these conventions, which tests/cli/pages checks:
//   - "One of: a, b, c" in the description of an option lists all its values;
//   - an option with the type name FILE takes a file;
//   - "@NAME" in the description of a positional: it takes built-in programs too;
//   - the footer ends with "Exit codes:" and "Example:" or "Examples:", in this order.
#pragma once

#include <string>
#include <vector>

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace fungescope {

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

}  // namespace fungescope
