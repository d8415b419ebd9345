// Wrong usage and closed streams of the process: an exit code and one helpful line.
#include <algorithm>

#include "sudoku/cli/solve/solving.h"
#include <doctest/doctest.h>

using namespace fungescope::test;

namespace {

ProcessResult fungescope_with(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), FUNGESCOPE_PROGRAM);
  return run_process(arguments);
}

// Returns the error of a command that must end with 2.
std::string usage_error(const std::vector<std::string>& arguments) {
  const ProcessResult outcome = fungescope_with(arguments);
  CHECK(outcome.exit_code == 2);
  CHECK(outcome.out.empty());
  CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
  return outcome.err;
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

int exit_code_in_shell(const std::string& command) {
  return run_process({"/bin/sh", "-c", std::string(FUNGESCOPE_PROGRAM) + " " + command}).exit_code;
}

}  // namespace

TEST_CASE("usage: an unknown command is named") {
  CHECK(contains(usage_error({}), "there is no command"));
  CHECK(contains(usage_error({"frob"}), "there is no command 'frob'"));
  CHECK(contains(usage_error({"--frob"}), "there is no option '--frob'"));
  CHECK(contains(usage_error({"dap", "--port", "x"}), "--port: 'x' is not a whole number from "));
}

TEST_CASE("usage: numbers are whole, in range and decimal") {
  const std::string file = data_path("programs/does_nothing.b93");
  for (const std::string value : {"-1", "x", "1e6", "1.5", "0x10", "18446744073709551616"}) {
    for (const std::string option : {"--max-ticks", "--seed", "--max-stack", "--max-cells"}) {
      CHECK(contains(usage_error({"run", file, option, value}),
                     option + ": '" + value + "' is not a whole number from "));
    }
    for (const std::string option : {"--max-ticks", "--jobs"}) {
      CHECK(contains(usage_error({"solve", option, value}), "' is not a whole number from "));
    }
  }
  CHECK(contains(usage_error({"solve", "--jobs", "0"}), "from 1 to 1024"));
  CHECK(fungescope_with({"run", file, "--max-ticks", "18446744073709551615"}).exit_code == 0);
  CHECK(
      contains(fungescope_with({"run", file, "--max-ticks", "000"}).err, "stopped after 0 ticks"));
}

TEST_CASE("usage: an option is given once, and a file has a name") {
  const std::string file = data_path("programs/does_nothing.b93");
  CHECK(contains(usage_error({"run", file, "--seed", "1", "--seed", "2"}),
                 "--seed: the option is repeated; give it once; see fungescope run --help"));
  CHECK(contains(usage_error({"inspect", ""}), "the name of a file is empty; name a file"));
}

TEST_CASE("usage: mutually exclusive options") {
  const std::string file = data_path("programs/backtracker.b93");
  CHECK(contains(usage_error({"solve", "--solver", "reference", "--program", file}), "omit one"));
  CHECK(contains(usage_error({"run", file, "--poke", "grid="}), "names no file"));
}

TEST_CASE("streams: closed, full, or a directory") {
  const std::string file = data_path("programs/does_nothing.b93");
  const std::string grid =
      "run " + data_path("programs/backtracker.b93") + " --dump grid --max-ticks 1";
  CHECK(exit_code_in_shell(grid + " >&-") == 4);
  CHECK(exit_code_in_shell(grid + " >/dev/full") == 4);
  CHECK(exit_code_in_shell("solve >&-") == 4);
  CHECK(exit_code_in_shell("solve >/dev/full") == 4);
  CHECK(exit_code_in_shell("inspect " + file + " >&-") == 4);
  CHECK(exit_code_in_shell("inspect " + file + " >/dev/full") == 4);
  CHECK(exit_code_in_shell("solve </") == 2);
  CHECK(exit_code_in_shell("solve - <&-") == 2);
  CHECK(exit_code_in_shell("run " + file + " <&- >&- 2>&-") == 0);
}
