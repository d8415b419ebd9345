#include "cli/pages/pages.h"
#include "programs/catalogue.h"

#include <algorithm>
#include <iterator>
#include <string_view>
#include <vector>

#include <fmt/format.h>

namespace fungescope {
namespace {

template <class... Arguments>
void put(std::string& text, fmt::format_string<Arguments...> format, Arguments&&... arguments) {
  fmt::format_to(std::back_inserter(text), format, std::forward<Arguments>(arguments)...);
}

std::string join(std::span<const std::string> words, std::string_view separator = " ") {
  return fmt::format("{}", fmt::join(words.begin(), words.end(), separator));
}

std::vector<std::string> option_names(const CommandSummary& command) {
  std::vector<std::string> names;
  for (const OptionSummary& option : command.options) {
    names.insert(names.end(), option.names.begin(), option.names.end());
  }
  return names;
}

// Whether the command prints a built-in program: its argument is the name without the @.
bool names_program(const CommandSummary& command) {
  return std::any_of(command.positionals.begin(), command.positionals.end(),
                     [](const OptionSummary& positional) { return positional.value == "NAME"; });
}

// Returns the built-in programs that a positional of the command may be.
std::string program_words(const CommandSummary& command) {
  std::vector<std::string> names;
  for (const BuiltInProgram& program : built_in_programs()) {
    if (command.opens_program()) names.push_back(program.as_file());
    if (names_program(command)) names.push_back(program.as_file().substr(1));
  }
  return join(names);
}

bool takes_files(const CommandSummary& command) {
  return !command.positionals.empty() && !names_program(command);
}

// Puts a backslash before each of the special characters.
std::string with_backslashes(std::string_view text, std::string_view special) {
  std::string out;
  for (const char c : text) {
    if (special.find(c) != std::string_view::npos) out += '\\';
    out += c;
  }
  return out;
}

std::string sh_quoted(std::string_view text) {
  std::string out = "'";
  for (const char c : text) {
    if (c == '\'') out += "'\\'";
    out += c;
  }
  return out + "'";
}

// ---- bash

// Sets the variables of `bash_tail` for one command.
void put_bash_words(std::string& text, const CommandSummary& command) {
  put(text, "  options='{}'\n", join(option_names(command)));
  if (const std::string words = program_words(command); !words.empty()) {
    put(text, "  programs='{}'\n", words);
  }
  if (!takes_files(command)) text += "  takes=nothing\n";
  text += "  case $before in\n";
  for (const OptionSummary& option : command.options) {
    if (option.value.empty()) continue;
    std::vector<std::string> patterns;
    for (const std::string& name : option.names) {
      if (!option.optional_value) patterns.push_back(name);
      if (name.starts_with("--")) patterns.push_back(name + "=");
    }
    put(text, "    {}) ", join(patterns, "|"));
    if (!option.choices.empty()) {
      put(text, "values='{}' ;;\n", join(option.choices));
    } else {
      put(text, "takes={} ;;\n", option.value == "FILE" ? "file" : "value");
    }
  }
  text += "  esac\n";
}

constexpr std::string_view bash_head =
    R"sh(  local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]}
  local options= programs= values= takes=files
  COMPREPLY=()
  # Readline breaks words at = and @.
  if [[ $word == = ]]; then
    before+== word=
  elif [[ $before == = ]]; then
    before=${COMP_WORDS[COMP_CWORD - 2]}=
  fi
)sh";

// Without a reply, readline completes the names of files.
constexpr std::string_view bash_tail = R"sh(  if [[ $takes == file ]]; then
    return
  elif [[ -n $values ]]; then
    COMPREPLY=($(compgen -W "$values" -- "$word"))
  elif [[ $takes == value ]]; then
    :
  elif [[ $word == -* ]]; then
    COMPREPLY=($(compgen -W "$options" -- "$word"))
  elif [[ $before == @ ]]; then
    COMPREPLY=($(compgen -W "${programs//@/}" -- "$word"))
  elif [[ $word == @ && $COMP_WORDBREAKS == *@* ]]; then
    COMPREPLY=($(compgen -W "${programs//@/}"))
  elif [[ -n $programs && ( $word == @* || $takes == nothing ) ]]; then
    COMPREPLY=($(compgen -W "$programs" -- "$word"))
  elif [[ $takes == files ]]; then
    return
  fi
  compopt +o default 2>/dev/null
}
)sh";

std::string bash_script(std::string_view program, std::string_view words) {
  return fmt::format(
      "# bash completion for {0}\n_{0}() {{\n{1}{2}{3}complete -o default -F _{0} {0}\n", program,
      bash_head, words, bash_tail);
}

// ---- zsh

// Brackets and colons separate the parts of a specification.
std::string zsh_escaped(std::string_view description) {
  return with_backslashes(description, "[]:\\");
}

std::string zsh_option(const OptionSummary& option, const std::string& name) {
  std::string specification = option.repeatable ? "*" : "";
  specification += name;
  if (option.optional_value) {
    specification += "=-";
  } else if (!option.value.empty() && name.starts_with("--")) {
    specification += "=";
  }
  put(specification, "[{}]", zsh_escaped(option.description));
  if (option.value.empty()) return sh_quoted(specification);
  put(specification, "{}{}:", option.optional_value ? "::" : ":", zsh_escaped(option.value));
  if (!option.choices.empty()) {
    put(specification, "({})", join(option.choices));
  } else {
    specification += option.value == "FILE" ? "_files" : " ";
  }
  return sh_quoted(specification);
}

void put_zsh_arguments(std::string& text, const CommandSummary& command) {
  text += "  _arguments -s -S";
  for (const OptionSummary& option : command.options) {
    for (const std::string& name : option.names) put(text, " \\\n    {}", zsh_option(option, name));
  }
  for (const OptionSummary& positional : command.positionals) {
    std::string action = "_files";
    if (command.opens_program()) action = "_fungescope_program_or_file";
    if (names_program(command)) action = "(" + program_words(command) + ")";
    put(text, " \\\n    {}",
        sh_quoted(
            fmt::format("{}:{}:{}", positional.repeatable ? "*" : "", positional.value, action)));
  }
  text += "\n";
}

// `body` is the function that completes.
std::string zsh_script(std::string_view program, std::string_view built_in, std::string_view body) {
  return fmt::format(
      "#compdef {0}\n\n"
      "_fungescope_program_or_file() {{\n"
      "  _alternative 'programs:built-in program:({1})' 'files:file:_files'\n"
      "}}\n\n"
      "_{0}() {{\n{2}}}\n\n"
      "_{0} \"$@\"\n",
      program, built_in, body);
}

// ---- fish

std::string fish_quoted(std::string_view text) {
  return "'" + with_backslashes(text, "'\\") + "'";
}

// `start` is the beginning of each line, "complete -c fungescope" and a condition.
void put_fish_options(std::string& text, const std::string& start, const CommandSummary& command) {
  for (const OptionSummary& option : command.options) {
    text += start;
    for (const std::string& name : option.names) {
      const bool is_long = name.starts_with("--");
      put(text, " -{} {}", is_long ? 'l' : 's', name.substr(is_long ? 2 : 1));
    }
    if (!option.choices.empty()) {
      put(text, " -{}a {}", option.optional_value ? "f" : "x", fish_quoted(join(option.choices)));
    } else if (!option.value.empty()) {
      text += option.value == "FILE" ? " -rF" : " -x";
    }
    put(text, " -d {}\n", fish_quoted(option.description));
  }
  if (const std::string words = program_words(command); !words.empty()) {
    put(text, "{} -a {} -d 'built-in program'\n", start, fish_quoted(words));
  }
  if (!takes_files(command)) put(text, "{} -f\n", start);
}

}  // namespace

std::string bash_completion(std::span<const CommandSummary> commands) {
  std::string words =
      "  if (( COMP_CWORD == 1 )); then\n"
      "    compopt +o default 2>/dev/null\n"
      "    COMPREPLY=($(compgen -W '";
  for (const CommandSummary& command : commands) words += command.name + " ";
  words +=
      "--help --version' -- \"$word\"))\n"
      "    return\n"
      "  fi\n"
      "  case ${COMP_WORDS[1]} in\n";
  for (const CommandSummary& command : commands) {
    put(words, "  {})\n", command.name);
    put_bash_words(words, command);
    words += "  ;;\n";
  }
  return bash_script("fungescope", words + "  esac\n");
}

std::string bash_completion(const CommandSummary& program) {
  std::string words;
  put_bash_words(words, program);
  return bash_script(program.typed, words);
}

std::string zsh_completion(std::span<const CommandSummary> commands) {
  std::string body =
      "  local -a commands\n"
      "  commands=(\n";
  for (const CommandSummary& command : commands) {
    put(body, "    {}\n", sh_quoted(command.name + ":" + zsh_escaped(command.description)));
  }
  body +=
      "  )\n"
      "  if (( CURRENT == 2 )); then\n"
      "    if [[ $words[2] == -* ]]; then\n"
      "      _arguments '--help[print the help]' '--version[print the version]'\n"
      "    else\n"
      "      _describe -t commands command commands\n"
      "    fi\n"
      "    return\n"
      "  fi\n"
      "  local command=$words[2]\n"
      "  shift words\n"
      "  (( CURRENT-- ))\n"
      "  case $command in\n";
  for (const CommandSummary& command : commands) {
    put(body, "  {})\n", command.name);
    put_zsh_arguments(body, command);
    body += "  ;;\n";
  }
  const auto opening = std::find_if(commands.begin(), commands.end(),
                                    [](const auto& command) { return command.opens_program(); });
  return zsh_script("fungescope", opening == commands.end() ? "" : program_words(*opening),
                    body + "  esac\n");
}

std::string zsh_completion(const CommandSummary& program) {
  std::string body;
  put_zsh_arguments(body, program);
  return zsh_script(program.typed, program_words(program), body);
}

std::string fish_completion(std::span<const CommandSummary> commands) {
  std::string text = "# fish completion for fungescope\n";
  const std::string first = "complete -c fungescope -n __fish_use_subcommand";
  for (const CommandSummary& command : commands) {
    put(text, "{} -f -a {} -d {}\n", first, command.name, fish_quoted(command.description));
  }
  put(text, "{0} -l help -d 'print the help'\n{0} -l version -d 'print the version'\n", first);
  for (const CommandSummary& command : commands) {
    put_fish_options(
        text,
        "complete -c fungescope -n " + fish_quoted("__fish_seen_subcommand_from " + command.name),
        command);
  }
  return text;
}

std::string fish_completion(const CommandSummary& program) {
  std::string text = fmt::format("# fish completion for {}\n", program.typed);
  put_fish_options(text, "complete -c " + program.typed, program);
  return text;
}

}  // namespace fungescope
