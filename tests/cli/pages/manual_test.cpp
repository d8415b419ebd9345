#include "cli/pages/pages.h"

#include <doctest/doctest.h>

using namespace fungescope;

namespace {

bool page_has(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

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
    CHECK(page_has(page, ".BR " + roff(page_name(command)) + " (1)\n" + roff(command.description)));
  }
  CHECK(page_has(page, ".BR fungescope\\-ui (1)\n"));
}

TEST_CASE("the page of a command has all that --help has") {
  std::vector<CommandSummary> commands = summarise_commands();
  commands.push_back(summarise_window());
  for (const CommandSummary& command : commands) {
    CAPTURE(command.typed);
    const std::string page = command_page(command);
    CHECK(page_has(page, ".SH NAME\n" + roff(page_name(command)) + " \\- "));
    CHECK(page_has(page, "\\fB" + roff(command.typed) + "\\fR [\\fIoptions\\fR]"));
    for (const OptionSummary& option : command.options) {
      for (const std::string& name : option.names) CHECK(page_has(page, "\\fB" + roff(name)));
      CHECK(page_has(page, "\n" + roff(option.description)));
    }
    for (const OptionSummary& positional : command.positionals) {
      CHECK(page_has(page, "\n" + roff(positional.description)));
    }
    CHECK(page_has(page, ".SH EXIT STATUS\n" + roff(command.exit_codes)));
    for (const std::string& example : command.examples) CHECK(page_has(page, roff(example)));
  }
}

TEST_CASE("no line of a page is an unknown request") {
  CommandSummary command;
  command.typed = "fungescope odd";
  command.name = "odd";
  command.description = ".starts with a dot";
  command.paragraphs = {".one", "'two"};
  command.exit_codes = ".three";
  command.examples = {".four \\ 'five'"};
  OptionSummary option;
  option.names = {"--six"};
  option.description = ".seven";
  command.options.push_back(option);
  const std::string page = command_page(command);
  for (const char* const text : {"one", "two", "three", "four", "seven"}) {
    CAPTURE(text);
    CHECK(!page_has(page, std::string("\n.") + text));
    CHECK(!page_has(page, std::string("\n'") + text));
    CHECK(page_has(page, text));
  }
}
