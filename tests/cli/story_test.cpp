// Compares docs/one-solve.md and docs/two-methods.md with the output of their scripts.
#include "support/process.h"
#include "support/test.h"

namespace {

constexpr const char* script_path = FUNGESCOPE_SOURCE "/programs/sudoku/one_solve.repl";

// Returns the lines of all fenced blocks of a kind.
std::string blocks(const std::string& page, const std::string& kind) {
  std::string text;
  bool inside = false;
  for (const std::string& line : lines_of(page)) {
    if (line.rfind("```", 0) == 0) {
      inside = !inside && line == "```" + kind;
    } else if (inside) {
      text += line + '\n';
    }
  }
  return text;
}

// Returns the lines for which `drop` is false.
template <class Drop>
std::string without(const std::string& text, Drop drop) {
  std::string rest;
  for (const std::string& line : lines_of(text)) {
    if (!drop(line)) rest += line + '\n';
  }
  return rest;
}

bool starts_with(const std::string& line, const char* begin) {
  return line.rfind(begin, 0) == 0;
}

}  // namespace

TEST_CASE("the script of one solve passes, and its page shows the script's output") {
  const std::string solver = FUNGESCOPE_SOURCE "/programs/sudoku/sudoku.b93";
  const ProcessResult outcome =
      run_process({FUNGESCOPE_PROGRAM, "repl", "--script", script_path, solver});
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.err.empty());
  const std::string page = file_bytes(FUNGESCOPE_SOURCE "/docs/one-solve.md");
  const auto no_output = [](const std::string& line) {
    return line.empty() || starts_with(line, "== ");
  };
  CHECK(without(blocks(page, "text"), no_output) == without(outcome.out, no_output));
  const auto no_command = [](const std::string& line) {
    return line.empty() || starts_with(line, ";") || starts_with(line, "echo") ||
           starts_with(line, "expect");
  };
  CHECK(blocks(page, "repl") == without(file_bytes(script_path), no_command));
}

TEST_CASE("the page about two methods shows what its scripts print") {
  const std::string page = file_bytes(FUNGESCOPE_SOURCE "/docs/two-methods.md");
  const std::string classic = "tests/programs/classic.b93";
  const std::vector<std::string> tallies{"@sudoku", "--input",
                                         "tests/data/puzzles/two_methods.txt"};
  std::string commands;
  std::string printed;
  const auto run = [&](const std::string& script, const std::vector<std::string>& program) {
    const std::string path = "tests/programs/" + script;
    std::vector<std::string> arguments{
        "/usr/bin/env", "-C", FUNGESCOPE_SOURCE, FUNGESCOPE_PROGRAM, "repl", "--script", path};
    arguments.insert(arguments.end(), program.begin(), program.end());
    const ProcessResult outcome = run_process(arguments);
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.err.empty());
    printed += outcome.out;
    if (program.front() == classic) return;
    commands += without(file_bytes(FUNGESCOPE_SOURCE "/" + path),
                        [](const std::string& line) { return starts_with(line, ";"); });
  };
  run("two_methods.repl", tallies);
  run("two_methods_count.repl", tallies);
  run("two_methods_count.repl", {classic});
  const auto no_count = [](const std::string& line) {
    return starts_with(line, "stop ") || starts_with(line, "tick ") || starts_with(line, "| ") ||
           starts_with(line, "the program has ended");
  };
  CHECK(blocks(page, "text") == without(printed, no_count));
  CHECK(blocks(page, "repl") == commands);
}
