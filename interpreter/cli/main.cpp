// The program `fungescope`, with the subcommands of cli/subcommands.h.
#include "base/escape.h"
#include "cli/standard_ports.h"
#include "cli/subcommands.h"
#include "front_end/interrupt.h"
#include "front_end/standard_streams.h"

#include <algorithm>
#include <exception>
#include <new>
#include <string>
#include <string_view>
#include <unistd.h>

#include "sudoku/cli/sudoku_commands.h"
#include <CLI/CLI.hpp>
#include <fmt/format.h>

namespace {

constexpr std::string_view out_of_memory =
    "fungescope: out of memory, so the output is incomplete; free some, or raise its limit\n";

std::terminate_handler usual_terminate_handler = nullptr;

// An exception ends here where none may pass, such as in a destructor of the JSON library. There is
// none if the memory was too little even for it.
[[noreturn]] void on_terminate() {
  try {
    if (std::current_exception() != nullptr) throw;
  } catch (const std::bad_alloc&) {
  } catch (...) {
    usual_terminate_handler();
  }
  fungescope::write_message(out_of_memory);
  ::_exit(fungescope::exit_code::stopped_by_error);
}

// Called before the objects of static lifetime are made, for which memory may be short too.
[[gnu::constructor(101)]] void handle_termination() {
  usual_terminate_handler = std::set_terminate(on_terminate);
}

// Returns the error for a first argument that is neither a command nor --help or --version.
std::string command_problem(int argc, char** argv) {
  std::string names;
  for (const fungescope::Subcommand& command : fungescope::subcommands()) {
    if (!names.empty()) names += ", ";
    names += command.name;
  }
  const std::string advice = fmt::format("name one of {}; see fungescope --help", names);
  if (argc < 2) return fmt::format("there is no command; {}", advice);
  const std::string_view name = argv[1];
  return fmt::format("there is no {} {}; {}", name.starts_with('-') ? "option" : "command",
                     fungescope::single_quoted(name), advice);
}

// Returns what is wrong with the options. The library words a repeated option in its own terms.
std::string usage_problem(const CLI::ParseError& error) {
  std::string what = error.what();
  const std::size_t end_of_name = what.find(": At Most 1 required but received");
  if (end_of_name == std::string::npos) return what;
  return fmt::format("{}: the option is repeated; give it once", what.substr(0, end_of_name));
}

int run_main(int argc, char** argv) {
  namespace exit_code = fungescope::exit_code;
  using fungescope::print_message;
  int code = exit_code::done;
  CLI::App app("Fungescope: a fast Befunge-93 virtual machine", "fungescope");
  app.set_version_flag("--version", [] { return fungescope::version_text("fungescope"); });
  app.require_subcommand(1);
  const std::string_view first = argc > 1 ? argv[1] : "";
  if (first == "debug") return fungescope::exec_debugger(argc, argv);
  const auto commands = fungescope::subcommands();
  const auto named = std::find_if(commands.begin(), commands.end(),
                                  [first](const auto& each) { return each.name == first; });
  if (named != commands.end()) {
    fungescope::add_subcommand(app, *named, code);
  } else if (first == "-h" || first == "--help" || first == "--version") {
    std::string examples = "Examples:\n";
    for (const fungescope::Subcommand& each : commands) {
      fungescope::add_subcommand(app, each, code);
      examples += fmt::format("  fungescope {}\n", each.example);
    }
    app.footer(examples + "`fungescope COMMAND --help` explains a command.");
  } else {
    print_message("fungescope: {}\n", command_problem(argc, argv));
    return exit_code::usage;
  }
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return fungescope::print_help(app, error);  // or the version
    print_message("fungescope: {}; see fungescope {} --help\n", usage_problem(error), argv[1]);
    return exit_code::usage;
  }
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  fungescope::reserve_standard_descriptors();
  fungescope::install_interrupt_handling();
  fungescope::register_sudoku();
  try {
    return run_main(argc, argv);
  } catch (const std::bad_alloc&) {
    fungescope::write_message(out_of_memory);
  } catch (const std::exception& error) {
    fungescope::print_message("fungescope: {}\n", error.what());
  }
  return fungescope::exit_code::stopped_by_error;
}
