// Too little memory: a command ends with one message and 4, and what it has printed is whole lines
// of its output, from the first one.
#include "support/process.h"
#include "support/test.h"

namespace {

struct Command {
  std::vector<std::string> words;
  std::string input;
};

std::string puzzles(int count) {
  std::string lines;
  for (int i = 0; i < count; ++i) {
    lines += "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";
  }
  return lines;
}

const std::vector<Command> commands{
    {{"solve", "--jobs", "1"}, puzzles(1)},
    {{"solve", "--jobs", "3", "--format", "json"}, puzzles(20)},
    {{"solve", "--jobs", "2", "--solver", "reference", "--unique"}, puzzles(200)},
    {{"rate", "--jobs", "2", "--format", "json"}, puzzles(9)},
    {{"generate", "--jobs", "3", "--seed", "1", "--clues", "60", "--count", "8"}, ""},
    {{"generate", "--jobs", "1", "--seed", "1", "--clues", "60", "--format", "json"}, ""},
    {{"explain"}, puzzles(2)},
    {{"explain", "--format", "json"}, puzzles(2)},
    {{"explain", "--ticks"}, puzzles(1)},
    {{"run", "@hello"}, ""},
    {{"compile", "-o", "-", "@hello"}, ""},
    {{"inspect", "@hello"}, ""},
    {{"link", "@hello"}, ""},
    {{"repl", "@hello"}, "where\n"},
};

// Runs `exec fungescope ...` after other commands of the shell.
ProcessResult run_after(const std::string& before, const Command& command) {
  std::vector<std::string> words{"/bin/sh", "-c", before + "exec \"$0\" \"$@\"",
                                 FUNGESCOPE_PROGRAM};
  words.insert(words.end(), command.words.begin(), command.words.end());
  return run_process(words, command.input);
}

void check_end(const ProcessResult& outcome, const std::string& whole) {
  CAPTURE(outcome.err);
  if (outcome.exit_code == 0) {
    CHECK(outcome.out == whole);
    CHECK(outcome.err.empty());
    return;
  }
  CHECK(outcome.exit_code == 4);
  CHECK(std::count(outcome.err.begin(), outcome.err.end(), '\n') == 1);
  const bool has_cause = outcome.err.find("fungescope: out of memory, ") == 0 ||
                         outcome.err.find("fungescope: a thread cannot be started: ") == 0;
  CHECK(has_cause);
  CHECK(whole.rfind(outcome.out, 0) == 0);
  CHECK((outcome.out.empty() || outcome.out.back() == '\n'));
}

}  // namespace

TEST_CASE("memory: whichever allocation fails, alone or with all after it") {
  for (const Command& command : commands) {
    CAPTURE(command.words.front());
    const std::string whole = run_after("", command).out;
    CHECK(!whole.empty());
    for (unsigned long from = 0, last_code = 4; last_code != 0; from += 1 + from / 7) {
      CAPTURE(from);
      for (const std::string count : {"1", "1000000000000"}) {
        const ProcessResult outcome = run_after(
            "export LD_PRELOAD='" FUNGESCOPE_FAILING_ALLOCATIONS "' FUNGESCOPE_FAIL_COUNT=" +
                count + " FUNGESCOPE_FAIL_FROM=" + std::to_string(from) + "; ",
            command);
        check_end(outcome, whole);
        last_code = static_cast<unsigned long>(outcome.exit_code);
      }
    }
  }
}

// What is enough depends on the machine; with less, the program itself cannot be loaded (127).
TEST_CASE("memory: a limit of the address space") {
  for (const Command& command : commands) {
    CAPTURE(command.words.front());
    const std::string whole = run_after("", command).out;
    for (int kilobytes = 8'000; kilobytes < 80'000; kilobytes += kilobytes / 8) {
      CAPTURE(kilobytes);
      const ProcessResult outcome =
          run_after("ulimit -v " + std::to_string(kilobytes) + "; ", command);
      if (outcome.exit_code != 127) check_end(outcome, whole);
    }
  }
}

TEST_CASE("memory: more threads than the system has") {
  const Command many{{"solve", "--jobs", "9", "--format", "line"}, puzzles(400)};
  const std::string whole = run_after("", many).out;
  for (int started = 0; started < 9; ++started) {
    CAPTURE(started);
    const ProcessResult outcome =
        run_after("export LD_PRELOAD='" FUNGESCOPE_FAILING_ALLOCATIONS "' FUNGESCOPE_FAIL_THREAD=" +
                      std::to_string(started) + "; ",
                  many);
    CHECK(outcome.exit_code == 4);
    CHECK(outcome.err ==
          "fungescope: a thread cannot be started: Resource temporarily unavailable; lower "
          "--jobs, or raise the limit of memory\n");
    check_end(outcome, whole);
  }
}
