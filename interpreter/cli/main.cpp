// The program `fungescope`: one subcommand each for running, solving and inspecting.
#include "cli/exit_codes.h"
#include "cli/inspect_command.h"
#include "cli/interrupt.h"
#include "cli/run_command.h"

#include <cstdio>
#include <exception>
#include <new>

#include <CLI/CLI.hpp>
#include <fmt/format.h>
#if __has_include("cli/solve_command.h")
#include "cli/solve_command.h"
#define FUNGESCOPE_HAS_SOLVE
#endif

namespace {

int run_main(int argc, char** argv) {
  namespace exit_code = fungescope::exit_code;
  int code = exit_code::done;
  CLI::App app("Fungescope: a fast Befunge-93 virtual machine", "fungescope");
  app.set_version_flag("--version", "fungescope " FUNGESCOPE_VERSION);
  app.require_subcommand(1);
  app.footer(
      "Examples:\n"
      "  fungescope run hello.b93\n"
      "  fungescope solve < puzzle.txt\n"
      "  fungescope inspect program.b93\n"
      "`fungescope COMMAND --help` explains a command.");
  fungescope::add_run_command(app, code);
#ifdef FUNGESCOPE_HAS_SOLVE
  fungescope::add_solve_command(app, code);
#endif
  fungescope::add_inspect_command(app, code);
  try {
    app.parse(argc, argv);
  } catch (const CLI::ParseError& error) {
    if (error.get_exit_code() == 0) return app.exit(error);  // --help, --version
    fmt::print(stderr, "fungescope: {}; see fungescope --help\n", error.what());
    return exit_code::usage;
  }
  return code;
}

}  // namespace

int main(int argc, char** argv) {
  fungescope::install_interrupt_handling();
  try {
    return run_main(argc, argv);
  } catch (const std::bad_alloc&) {
    std::fputs("fungescope: out of memory; lower --max-cells or --max-stack\n", stderr);
  } catch (const std::exception& error) {
    fmt::print(stderr, "fungescope: {}\n", error.what());
  }
  return fungescope::exit_code::stopped_by_error;
}
