#include "session/commands/help.h"

#include "base/text_table.h"

#include <algorithm>
#include <vector>

#include <fmt/format.h>

namespace fungescope {
namespace {

constexpr std::string_view expressions_help =
    "expressions: conditions, watches, logs, questions\n"
    "  cell(3,4)  grid(2,5)         a cell of the field, of a region\n"
    "  recursionLevel  Solve::x     a variable; the scope may be left out\n"
    "  top  stack(n)  depth         the stack, n from the top; how many values\n"
    "  tick  x  y  dx  dy           when and where; the pointer's delta\n"
    "  string_mode  input_position  output_size\n"
    "  old  new                     in the condition of a data stop\n"
    "  12  0xff  'X'                numbers and characters\n"
    "  ( )  - !  * / %  + -  < <= > >=  == !=  &&  ||    as in C\n"
    "Values have 64 bits and wrap around; a comparison is 1 or 0; a division by 0 is 0.\n";

constexpr std::string_view places_help =
    "places: cells that a command is about\n"
    "  3,4  cell(3,4)               a cell of the field\n"
    "  grid(2,5)                    a cell of a region\n"
    "  Solve::x                     a variable\n"
    "  grid                         a whole region\n";

std::string usage(const Command& command) {
  std::string text(command.name);
  if (!command.arguments.empty()) text += fmt::format(" {}", command.arguments);
  return text;
}

// ", also: c; backwards: back continue, rc"
std::string other_names(const Command& command) {
  std::string text;
  if (!command.alias.empty()) text += fmt::format("also: {}\n", command.alias);
  if (command.reversible) {
    text += fmt::format("backwards: back {}", command.name);
    if (!command.reverse_alias.empty()) text += fmt::format(", {}", command.reverse_alias);
    text += '\n';
  }
  return text;
}

}  // namespace

std::string help_overview() {
  // One width for all groups, so that the summaries stand below one another.
  std::size_t width = 0;
  for (const CommandGroup& group : command_groups()) {
    for (const Command& command : group.commands) width = std::max(width, usage(command).size());
  }
  std::string text;
  for (const CommandGroup& group : command_groups()) {
    text += fmt::format("{}\n", group.title);
    for (const Command& command : group.commands) {
      text += fmt::format("  {:<{}}  {:<2}  {}\n", usage(command), width, command.alias,
                          command.summary);
    }
    text += '\n';
  }
  return text +
         "help NAME tells more; help expressions and help places what stands for EXPR and PLACE\n";
}

Result<std::string> help_on(std::string_view name) {
  if (name == "expressions") return std::string(expressions_help);
  if (name == "places") return std::string(places_help);
  const auto match = find_command(name);
  if (!match) return tl::unexpected(match.error());
  const Command& command = *match->command;
  return fmt::format("{}: {}\n{}{}", usage(command), command.summary, other_names(command),
                     command.details);
}

}  // namespace fungescope
