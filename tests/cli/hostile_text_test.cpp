// File names, options and programs with control characters: none of these reaches the terminal.
#include "support/files.h"
#include "support/process.h"
#include "support/scratch.h"

#include <algorithm>
#include <string>
#include <vector>

#include <doctest/doctest.h>

using namespace fungescope::test;

namespace {

const std::string evil = "\x1b]0;owned\x07\x1b[2J\xc2\x9b";

bool is_harmless(const std::string& text) {
  const bool controls = std::any_of(text.begin(), text.end(), [](char c) {
    return (static_cast<unsigned char>(c) < 32 && c != '\n') || c == 127;
  });
  return !controls && text.find("\xc2\x9b") == std::string::npos;
}

// Runs the program, and checks what it prints.
void check_harmless(std::vector<std::string> arguments, const std::string& input = "") {
  const std::string command = arguments.front();
  CAPTURE(command);
  arguments.insert(arguments.begin(), FUNGESCOPE_PROGRAM);
  const ProcessResult outcome = run_process(arguments, input);
  CAPTURE(outcome.out);
  CAPTURE(outcome.err);
  CHECK(is_harmless(outcome.out));
  CHECK(is_harmless(outcome.err));
  CHECK(outcome.out.size() + outcome.err.size() > 0);
}

}  // namespace

TEST_CASE("file names and options in messages are escaped") {
  const Scratch scratch;
  const std::string program = scratch.file("p.b93", "1.@\n");
  check_harmless({evil});
  for (const char* command : {"run", "solve", "inspect", "compile", "repl"}) {
    check_harmless({command, "no/" + evil});
    check_harmless({command, "--" + evil, program});
    check_harmless({command, "--engine", evil, program});
    check_harmless({command, "--region", evil, program});
    check_harmless({command, "--dialect", evil, program});
    check_harmless({command, "--max-ticks", evil, program});
  }
  check_harmless({"run", "--poke", evil + "=x", program});
  check_harmless({"run", "--dump", evil, program});
  check_harmless({"solve", "--format", evil});
  check_harmless({"solve", "--program", evil});
  check_harmless({"dap", "--port", evil});
}

TEST_CASE("what a program or a file of puzzles calls itself is escaped") {
  const Scratch scratch;
  const std::string program =
      scratch.file(evil.substr(0, 4) + ".b93", "1.@\n#$region[0,0](2x1):ascii = " + evil +
                                                   "\n#$watch[0,0]:int = " + evil + "\n#$" + evil +
                                                   "\n#$watch[0,0]:" + evil + " = x\n");
  check_harmless({"inspect", program});
  check_harmless({"inspect", "--jit", program});
  check_harmless({"run", "--dump", "nothing", program});
  check_harmless({"repl", program}, "vars\nfind 1\nprofile 0 3\nregion\nwho x\ninfo\n");
  check_harmless({"solve", "-"}, "<a><game data=\"" + evil + "\"/></a>");
  check_harmless({"solve", "-"}, "<" + evil + ">");
  check_harmless(
      {"solve", "-"},
      "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..7" + evil);
}
