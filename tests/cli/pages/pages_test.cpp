// Manual pages and completions.
#include "cli/pages/pages.h"

#include "programs/catalogue.h"
#include "support/test.h"

namespace {

// A command whose texts have all that shells treat in a special way.
CommandSummary odd_command() {
  CommandSummary command{
      .typed = "fungescope odd", .name = "odd", .description = "It's [a]: $b \\ `c`"};
  OptionSummary option{.names = {"-o", "--odd"},
                       .value = "FILE",
                       .description = command.description,
                       .repeatable = true};
  command.options.push_back(option);
  OptionSummary flag;
  flag.names = {"--plain"};
  flag.description = "A flag";
  command.options.push_back(flag);
  return command;
}

// Returns the part of a script from `begin` to the next `end`.
std::string part_of(const std::string& text, const std::string& begin, const std::string& end) {
  const std::size_t first = text.find(begin);
  REQUIRE(first != std::string::npos);
  return text.substr(first, text.find(end, first) - first);
}

}  // namespace

TEST_CASE("bash completes all commands and options") {
  const std::vector<CommandSummary> commands = summarise_commands();
  const std::string text = bash_completion(commands);
  const std::string names = part_of(text, "compgen -W '", "--version'");
  for (const CommandSummary& command : commands) {
    CAPTURE(command.name);
    CHECK(contains(names, command.name + " "));
    const std::string words = part_of(text, "  " + command.name + ")\n", ";;\n  ");
    const std::string options = part_of(words, "options='", "\n") + " ";
    for (const OptionSummary& option : command.options) {
      for (const std::string& name : option.names) {
        CHECK((contains(options, name + " ") || contains(options, name + "'")));
      }
    }
  }
  CHECK(contains(text, "--engine|--engine=) values='auto reference interpreter jit' ;;\n"));
  CHECK(contains(text, "--stats=) values='text json' ;;\n"));
  CHECK(contains(text, "--input|--input=) takes=file ;;\n"));
  for (const BuiltInProgram& program : built_in_programs()) {
    CHECK(contains(text, program.as_file()));
  }
  CHECK(contains(bash_completion(summarise_window()),
                 "complete -o default -F _fungescope-ui fungescope-ui\n"));
}

TEST_CASE("zsh completes all commands and options") {
  const std::vector<CommandSummary> commands = summarise_commands();
  const std::string text = zsh_completion(commands);
  CHECK(text.starts_with("#compdef fungescope\n"));
  for (const CommandSummary& command : commands) {
    CAPTURE(command.name);
    CHECK(contains(text, "    '" + command.name + ":"));
    const std::string words = part_of(text, "\n  " + command.name + ")\n", "\n  ;;");
    for (const OptionSummary& option : command.options) {
      for (const std::string& name : option.names) CHECK(contains(words, name));
    }
  }
  CHECK(zsh_completion(summarise_window()).starts_with("#compdef fungescope-ui\n"));
}

TEST_CASE("fish completes all commands and options") {
  const std::vector<CommandSummary> commands = summarise_commands();
  const std::string text = fish_completion(commands);
  for (const CommandSummary& command : commands) {
    CAPTURE(command.name);
    CHECK(contains(text, "__fish_use_subcommand -f -a " + command.name + " -d '"));
    for (const OptionSummary& option : command.options) {
      CHECK(contains(text, "'__fish_seen_subcommand_from " + command.name + "' -" +
                               (option.names[0].starts_with("--") ? "l " : "s ") +
                               option.names[0].substr(option.names[0].starts_with("--") ? 2 : 1)));
    }
  }
  CHECK(
      contains(fish_completion(summarise_window()), "complete -c fungescope-ui -l screenshot -rF"));
}

TEST_CASE("descriptions are quoted for each shell") {
  const std::vector<CommandSummary> commands{odd_command()};
  const std::string zsh = zsh_completion(commands);
  CHECK(contains(zsh, R"('odd:It'\''s \[a\]\: $b \\ `c`')"));
  CHECK(contains(zsh, R"('*--odd=[It'\''s \[a\]\: $b \\ `c`]:FILE:_files')"));
  CHECK(contains(zsh, "'--plain[A flag]'"));
  const std::string fish = fish_completion(commands);
  CHECK(contains(fish, R"( -s o -l odd -rF -d 'It\'s [a]: $b \\ `c`')"));
  CHECK(contains(bash_completion(commands), "options='-o --odd --plain'\n"));
}

TEST_CASE("roff prints escaped text as it is") {
  CHECK(roff("plain text.") == "plain text.");
  CHECK(roff(".hidden") == "\\&.hidden");
  CHECK(roff("a\n.b") == "a\n\\&.b");
  CHECK(roff("a\n\n'b") == "a\n\\(aqb");
  CHECK(roff("--stats=json") == "\\-\\-stats=json");
  CHECK(roff("a\\b") == "a\\eb");
  CHECK(roff("it's `?`, ~ and ^") == "it\\(aqs \\(ga?\\(ga, \\(ti and \\(ha");
}

TEST_CASE("the main page lists all commands, and the window") {
  const std::vector<CommandSummary> commands = summarise_commands();
  const std::string page = main_page(commands);
  CHECK(page.starts_with(".TH FUNGESCOPE 1 "));
  for (const CommandSummary& command : commands) {
    CHECK(contains(page, ".BR " + roff(page_name(command)) + " (1)\n" + roff(command.description)));
  }
  CHECK(contains(page, ".BR fungescope\\-ui (1)\n"));
}

TEST_CASE("the page of a command has all that --help has") {
  std::vector<CommandSummary> commands = summarise_commands();
  commands.push_back(summarise_window());
  for (const CommandSummary& command : commands) {
    CAPTURE(command.typed);
    const std::string page = command_page(command);
    CHECK(contains(page, ".SH NAME\n" + roff(page_name(command)) + " \\- "));
    CHECK(contains(page, "\\fB" + roff(command.typed) + "\\fR [\\fIoptions\\fR]"));
    for (const OptionSummary& option : command.options) {
      for (const std::string& name : option.names) CHECK(contains(page, "\\fB" + roff(name)));
      CHECK(contains(page, "\n" + roff(option.description)));
    }
    for (const OptionSummary& positional : command.positionals) {
      CHECK(contains(page, "\n" + roff(positional.description)));
    }
    CHECK(contains(page, ".SH EXIT STATUS\n" + roff(command.exit_codes)));
    for (const std::string& example : command.examples) CHECK(contains(page, roff(example)));
  }
}

TEST_CASE("no line of a page is an unknown request") {
  CommandSummary command{.typed = "fungescope odd",
                         .name = "odd",
                         .description = ".starts with a dot",
                         .paragraphs = {".one", "'two"},
                         .exit_codes = ".three",
                         .examples = {".four \\ 'five'"}};
  OptionSummary option{.names = {"--six"}, .description = ".seven"};
  command.options.push_back(option);
  const std::string page = command_page(command);
  for (const char* const text : {"one", "two", "three", "four", "seven"}) {
    CAPTURE(text);
    CHECK(!contains(page, std::string("\n.") + text));
    CHECK(!contains(page, std::string("\n'") + text));
    CHECK(contains(page, text));
  }
}
