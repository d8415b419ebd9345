#include "cli/pages/pages.h"
#include "cli/subcommands.h"
#include "support/test.h"

#include <CLI/CLI.hpp>

namespace {

const OptionSummary* find_option(const CommandSummary& command, const std::string& name) {
  for (const OptionSummary& option : command.options) {
    if (std::find(option.names.begin(), option.names.end(), name) != option.names.end()) {
      return &option;
    }
  }
  return nullptr;
}

}  // namespace

TEST_CASE("the summaries are of all commands, in order") {
  const std::vector<CommandSummary> commands = summarise_commands();
  REQUIRE(commands.size() == subcommands().size());
  for (std::size_t i = 0; i < commands.size(); ++i) {
    CHECK(commands[i].name == subcommands()[i].name);
    CHECK(commands[i].typed == "fungescope " + commands[i].name);
    CHECK(commands[i].description == subcommands()[i].description);
  }
}

TEST_CASE("a summary has all that the parser has") {
  CLI::App app("Does it", "do");
  int count = 0;
  bool quiet = false;
  std::string text;
  std::vector<std::string> files;
  std::string form;
  app.add_option("FILE", files, "Programs, or @NAME")->required();
  app.add_option("-n,--count", count, "How often")->capture_default_str();
  app.add_option("--kind", text, "One of: tall, wide; default: that of the file");
  app.add_option("--input", text, "What it reads")->type_name("FILE");
  app.add_flag("--stats{text}", form, "Numbers")->check(CLI::IsMember({"text", "json"}));
  app.add_flag("--quiet", quiet, "Nothing else");
  app.footer(
      "It is done\ntwice.\nExit codes: 0 done,\n1 not.\nExamples:\n  do --quiet a\n  do b\n");
  const CommandSummary command = summarise(app, "program do");
  CHECK(command.typed == "program do");
  CHECK(command.name == "do");
  CHECK(command.description == "Does it");
  CHECK(command.paragraphs == std::vector<std::string>{"It is done twice."});
  CHECK(command.exit_codes == "0 done, 1 not.");
  CHECK(command.examples == std::vector<std::string>{"do --quiet a", "do b"});
  CHECK(command.opens_program());
  REQUIRE(command.positionals.size() == 1);
  CHECK(command.positionals[0].value == "FILE");
  CHECK(command.positionals[0].required);
  CHECK(command.positionals[0].repeatable);
  REQUIRE(command.options.size() == 6);  // with --help
  const OptionSummary* option = find_option(command, "--count");
  REQUIRE(option != nullptr);
  CHECK(option->names == std::vector<std::string>{"-n", "--count"});
  CHECK(option->value == "NUMBER");
  CHECK(option->default_value == "0");
  CHECK(!option->repeatable);
  option = find_option(command, "--kind");
  REQUIRE(option != nullptr);
  CHECK(option->value == "TEXT");
  CHECK(option->choices == std::vector<std::string>{"tall", "wide"});
  option = find_option(command, "--input");
  REQUIRE(option != nullptr);
  CHECK(option->value == "FILE");
  option = find_option(command, "--stats");
  REQUIRE(option != nullptr);
  CHECK(option->optional_value);
  CHECK(option->choices == std::vector<std::string>{"text", "json"});
  option = find_option(command, "--quiet");
  REQUIRE(option != nullptr);
  CHECK(option->value.empty());
}

TEST_CASE("the help texts follow the conventions that summaries rely on") {
  std::vector<CommandSummary> commands = summarise_commands();
  commands.push_back(summarise_window());
  for (const CommandSummary& command : commands) {
    CAPTURE(command.typed);
    CHECK(!command.description.empty());
    CHECK(!command.description.ends_with('.'));
    CHECK(!command.exit_codes.empty());
    CHECK(!command.examples.empty());
    for (const std::string& example : command.examples) {
      CAPTURE(example);
      CHECK(contains(example, "fungescope "));
    }
    CHECK(find_option(command, "--help") != nullptr);
    for (const OptionSummary& option : command.options) {
      CAPTURE(option.names[0]);
      CHECK(!option.description.empty());
      CHECK(option.repeatable == contains(option.description, "repeatable"));
      for (const std::string& choice : option.choices) {
        CHECK(choice.find_first_of(" '\"$`\\") == std::string::npos);
      }
    }
  }
}

TEST_CASE("`fungescope debug` has the options of the window's program") {
  const std::vector<CommandSummary> commands = summarise_commands();
  const auto debug = std::find_if(commands.begin(), commands.end(),
                                  [](const auto& command) { return command.name == "debug"; });
  REQUIRE(debug != commands.end());
  const CommandSummary window = summarise_window();
  REQUIRE(debug->options.size() == window.options.size());
  for (const OptionSummary& option : window.options) {
    CHECK(find_option(*debug, option.names[0]) != nullptr);
  }
  CHECK(find_option(window, "--screenshot") != nullptr);
}
