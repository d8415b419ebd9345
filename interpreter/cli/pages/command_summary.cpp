#include "cli/pages/pages.h"
#include "cli/subcommands.h"
#include "front_end/command_options.h"
#include "lang/text_cursor.h"

#include <algorithm>
#include <string_view>

#include <CLI/CLI.hpp>

namespace fungescope {
namespace {

// Calls f(part) for each part of the text between separators.
template <class F>
void for_each_part(std::string_view text, char separator, F f) {
  while (!text.empty()) {
    const std::size_t end = std::min(text.find(separator), text.size());
    f(trim(text.substr(0, end)));
    text.remove_prefix(std::min(end + 1, text.size()));
  }
}

// "TEXT:{text,json}" lists the values of an option whose parser checks them, and "One of: a, b" in
// the description those of one that is checked later.
std::vector<std::string> choices_of(std::string_view type, std::string_view description) {
  constexpr std::string_view lead = "One of: ";
  std::vector<std::string> choices;
  const auto add = [&choices](std::string_view choice) { choices.emplace_back(choice); };
  const std::size_t brace = type.find('{');
  if (brace != std::string_view::npos) {
    for_each_part(type.substr(brace + 1, type.find('}') - brace - 1), ',', add);
  } else if (description.starts_with(lead)) {
    description.remove_prefix(lead.size());
    for_each_part(description.substr(0, description.find(';')), ',', add);
  }
  return choices;
}

std::string placeholder(std::string_view type) {
  type = type.substr(0, type.find(':'));
  if (type == "UINT" || type == "INT" || type == "FLOAT") return "NUMBER";
  return type == "FILE" || type == "PATH" ? "FILE" : "TEXT";
}

OptionSummary summarise_option(const CLI::Option& option) {
  OptionSummary summary;
  summary.description = option.get_description();
  const std::string type = option.get_type_name();
  summary.choices = choices_of(type, summary.description);
  summary.repeatable = option.get_items_expected_max() > 1;
  summary.required = option.get_required();
  if (option.get_positional()) {
    summary.names = {option.get_name(true)};
    summary.value = summary.names[0];
    return summary;
  }
  for (const std::string& name : option.get_snames()) summary.names.push_back("-" + name);
  for (const std::string& name : option.get_lnames()) summary.names.push_back("--" + name);
  const bool takes_value = option.get_items_expected_max() > 0 && option.get_type_size_max() > 0;
  summary.optional_value = option.get_items_expected_min() == 0 && !summary.choices.empty();
  if (takes_value || summary.optional_value) summary.value = placeholder(type);
  summary.default_value = option.get_default_str();
  return summary;
}

// Sorts the lines of the footer into the parts of the summary.
void read_footer(std::string_view footer, CommandSummary& summary) {
  constexpr std::string_view lead = "Exit codes: ";
  enum class Part : char { text, codes, examples } part = Part::text;
  std::string paragraph;
  for_each_part(footer, '\n', [&](std::string_view line) {
    if (line.starts_with(lead)) {
      part = Part::codes;
      line.remove_prefix(lead.size());
    } else if (line.starts_with("Example")) {
      part = Part::examples;
      line = trim(line.substr(line.find(':') + 1));
    }
    if (line.empty()) return;
    if (part == Part::examples) {
      summary.examples.emplace_back(line);
      return;
    }
    std::string& text = part == Part::codes ? summary.exit_codes : paragraph;
    if (!text.empty()) text += ' ';
    text += line;
  });
  if (!paragraph.empty()) summary.paragraphs.push_back(std::move(paragraph));
}

}  // namespace

bool CommandSummary::opens_program() const {
  return std::any_of(positionals.begin(), positionals.end(), [](const OptionSummary& positional) {
    return positional.description.find("@NAME") != std::string::npos;
  });
}

CommandSummary summarise(const CLI::App& command, const std::string& typed) {
  CommandSummary summary;
  summary.typed = typed;
  summary.name = typed.substr(typed.rfind(' ') + 1);
  summary.description = command.get_description();
  for (const CLI::Option* const option : command.get_options()) {
    (option->get_positional() ? summary.positionals : summary.options)
        .push_back(summarise_option(*option));
  }
  read_footer(command.get_footer(), summary);
  return summary;
}

std::vector<CommandSummary> summarise_commands() {
  std::vector<CommandSummary> summaries;
  for (const Subcommand& command : subcommands()) {
    CLI::App app("", "fungescope");
    int exit_code = 0;
    add_subcommand(app, command, exit_code);
    const std::string name(command.name);
    summaries.push_back(summarise(*app.get_subcommand(name), "fungescope " + name));
  }
  return summaries;
}

CommandSummary summarise_window() {
  CLI::App app("The debugger's window: a Befunge program, forwards and backwards");
  WindowOptions options;
  add_window_options(app, options);
  return summarise(app, "fungescope-ui");
}

}  // namespace fungescope
