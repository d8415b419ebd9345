// Plants a bug in sudoku.b93, gives the debugger the commands of a transcript that finds it, and
// compares every answer. FUNGESCOPE_ACCEPT_TRANSCRIPTS=1 replaces the answers.
#include "support/files.h"
#include "support/process.h"
#include "support/scratch.h"

#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

using namespace fungescope::test;

namespace {

// A comment "; (21, 50): 'p' became '.'" is the bug.
void plant(const std::string& comment, std::string& program) {
  std::size_t x = 0;
  std::size_t y = 0;
  char before = 0;
  char now = 0;
  if (std::sscanf(comment.c_str(), "; (%zu, %zu): '%c' became '%c'", &x, &y, &before, &now) != 4) {
    return;
  }
  std::size_t line = 0;
  for (; y > 0; --y) line = program.find('\n', line) + 1;
  REQUIRE(program.at(line + x) == before);
  program[line + x] = now;
}

}  // namespace

TEST_CASE("each planted bug is found by the commands of its transcript") {
  const Scratch scratch;
  std::size_t count = 0;
  for (const auto& file :
       std::filesystem::directory_iterator(FUNGESCOPE_SOURCE "/tests/cli/transcripts")) {
    CAPTURE(file.path().string());
    std::string program = file_bytes(FUNGESCOPE_SOURCE "/programs/sudoku/sudoku.b93");
    const std::string original = program;
    std::string comments;
    std::string script;
    std::string answers;
    std::istringstream lines(file_bytes(file.path().string()));
    for (std::string line; std::getline(lines, line);) {
      if (line.rfind("; ", 0) == 0) {
        plant(line, program);
        comments += line + '\n';
        continue;
      }
      if (line.rfind("> ", 0) == 0) script += "echo " + line + '\n' + line.substr(2) + '\n';
      answers += line + '\n';
    }
    CHECK(program != original);
    const ProcessResult outcome =
        run_process({FUNGESCOPE_PROGRAM, "repl", "--script", scratch.file("search.repl", script),
                     scratch.file("changed.b93", program)});
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.err == "");
    if (std::getenv("FUNGESCOPE_ACCEPT_TRANSCRIPTS") != nullptr) {
      std::ofstream(file.path(), std::ios::binary) << comments << outcome.out;
    } else {
      CHECK(outcome.out == answers);
    }
    ++count;
  }
  CHECK(count == 6);
}
