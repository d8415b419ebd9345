// Standard streams that cannot be written, for every command: messages never matter, output does.
#include "support/process.h"
#include "support/scratch.h"
#include "support/test.h"

#include <csignal>
#include <fcntl.h>
#include <filesystem>
#include <sys/stat.h>
#include <unistd.h>

namespace {

ProcessResult in_shell(const std::string& command, std::string_view input = "") {
  return run_process({"/bin/sh", "-c", std::string(FUNGESCOPE_PROGRAM) + " " + command}, input);
}

const std::string easy =
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79\n";

}  // namespace

TEST_CASE("a message that cannot be written does not change the result") {
  const Scratch scratch;
  const std::string end = scratch.file("end.b93", "2.@");
  const std::string warned = scratch.file("warned.b93", "x1.y@");
  const std::string fault = scratch.file("fault.b93", "1.+@");
  const std::string chatty = scratch.file("chatty.repl", "step\nexpect 1 == 2\n");
  struct Command {
    std::string arguments;
    std::string input;
    int exit_code;
  };
  const std::vector<Command> commands{
      {"run --stats " + end, "", 0},
      {"run --stats=json --max-ticks 1 " + end, "", 3},
      {"run --dialect bef " + warned, "", 0},
      {"run --dialect strict " + fault, "", 4},
      {"run " + scratch.folder() + "/none", "", 2},
      {"solve --stats --check", easy + "no puzzle\n" + easy + easy.substr(1) + easy, 13},
      {"solve", "no puzzle", 13},
      {"repl --script " + chatty + " " + end, "", 1},
      {"repl " + end, "step\nnonsense\nstep\n", 2},
      {"inspect " + scratch.folder() + "/none", "", 2},
      {"compile --dialect bef " + end, "", 2},
      {"dap", "GET / HTTP/1.1\r\n\r\n", 2},
      {"frob", "", 2},
      {"run --frob " + end, "", 2},
  };
  for (const Command& command : commands) {
    CAPTURE(command.arguments);
    const ProcessResult heard = in_shell(command.arguments, command.input);
    CHECK(heard.exit_code == command.exit_code);
    CHECK(!heard.err.empty());
    // Full, and closed.
    for (const char* const unheard : {" 2>/dev/full", " 2>&-"}) {
      const ProcessResult result = in_shell(command.arguments + unheard, command.input);
      CHECK(result.exit_code == heard.exit_code);
      CHECK(result.out == heard.out);
    }
  }
}

TEST_CASE("messages to a pipe without a reader do not change the result") {
  Process process({FUNGESCOPE_PROGRAM, "solve", "--format", "line", "--stats"});
  process.close_error();
  process.write(easy + "no puzzle\n" + easy);
  const ProcessResult outcome = process.finish();
  CHECK(outcome.exit_code == 13);
  CHECK(outcome.out.size() == 82 + 10 + 82);
}

TEST_CASE("output that cannot be written gives 4") {
  const Scratch scratch;
  const std::string program = scratch.file("hi.b93", "\"ih\",,@");
  const std::string script = scratch.file("step.repl", "step\n");
  for (const std::string& command :
       {std::string("--help"), std::string("--version"), std::string("solve --help"),
        "inspect " + program, "inspect --json " + program, "compile " + program, "run " + program,
        "repl --script " + script + " " + program}) {
    CAPTURE(command);
    CHECK(in_shell(command).exit_code == 0);
    for (const char* const lost : {" >/dev/full", " >&-"}) {
      const ProcessResult outcome = in_shell(command + lost);
      CHECK(outcome.exit_code == 4);
      CHECK(outcome.err.rfind("fungescope: <stdout>: ", 0) == 0);
      CHECK(in_shell(command + lost + " 2>/dev/full").exit_code == 4);
    }
  }
}

TEST_CASE("a file that may not grow is output that cannot be written, and leaves nothing") {
  const Scratch scratch;
  const std::string program = scratch.file("hi.b93", "\"ih\",,@");
  const std::string limited = "ulimit -f 0; cd " + scratch.folder() + "; ";
  const auto run = [&](const std::string& arguments) {
    return run_process({"/bin/sh", "-c", limited + FUNGESCOPE_PROGRAM + " " + arguments});
  };
  CHECK(run("run hi.b93 >out").exit_code == 4);
  CHECK(run("inspect hi.b93 >out").exit_code == 4);
  const ProcessResult compiled = run("compile hi.b93 -o hi.c");
  CHECK(compiled.exit_code == 4);
  CHECK(compiled.err.rfind("fungescope: hi.c: it cannot be written: ", 0) == 0);
  std::size_t files = 0;
  for (const auto& file : std::filesystem::directory_iterator(scratch.folder())) {
    CHECK((file.path().filename() == "hi.b93" || file.path().filename() == "out"));
    ++files;
  }
  CHECK(files == 2);
}

TEST_CASE("Ctrl-C ends a command whose output nobody reads") {
  const Scratch scratch;
  // A field, a list of names, and responses that are larger than a pipe.
  std::string source = "@\n";
  for (int i = 0; i < 3000; ++i) source += "#$watch[0,0]:int = watched" + std::to_string(i) + "\n";
  const std::string program = scratch.file("long.b93", source);
  std::string lines;
  for (int i = 0; i < 2000; ++i) lines += "where\nhelp step\n";
  const std::string endless_program = scratch.file("endless.b93", "><");
  const std::string script = scratch.file("long.repl", lines);
  for (const std::vector<std::string>& arguments :
       {std::vector<std::string>{"compile", program},
        {"inspect", "--json", program},
        {"repl", "--script", script, endless_program},
        {"repl", "--json", "--script", script, endless_program}}) {
    CAPTURE(arguments.front());
    std::vector<std::string> words{FUNGESCOPE_PROGRAM};
    words.insert(words.end(), arguments.begin(), arguments.end());
    Process process(words);
    REQUIRE(process.wait_for_full_output());
    process.signal(SIGINT);
    REQUIRE(process.wait_for_end());
    const ProcessResult outcome = process.finish();
    CHECK(outcome.exit_code == 130);
    CHECK(outcome.err.empty());
  }
  Process piped({FUNGESCOPE_PROGRAM, "repl", endless_program});
  piped.write(lines);
  REQUIRE(piped.wait_for_full_output());
  piped.signal(SIGINT);
  REQUIRE(piped.wait_for_end());
  CHECK(piped.finish().exit_code == 130);
}

TEST_CASE("Ctrl-C ends the wait for a pipe that is read or written as a file") {
  const Scratch scratch;
  const std::string program = scratch.file("long.b93", "@\n" + std::string(100'000, '1'));
  const std::string pipe = scratch.folder() + "/pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  // Both ends are open here, so that opening one there does not wait.
  const int end = ::open(pipe.c_str(), O_RDWR | O_CLOEXEC);
  REQUIRE(end >= 0);
  const auto interrupt = [](const std::vector<std::string>& arguments, const std::string& error) {
    CAPTURE(arguments[1]);
    Process process(arguments);
    REQUIRE(process.wait_for_idle());
    process.signal(SIGINT);
    REQUIRE(process.wait_for_end());
    const ProcessResult outcome = process.finish();
    CHECK(outcome.exit_code == 130);
    CHECK(outcome.err == error);
  };
  const std::string message = "fungescope: " + pipe + ": interrupted\n";
  for (const char* const command : {"run", "inspect", "compile", "repl"}) {
    interrupt({FUNGESCOPE_PROGRAM, command, pipe}, message);
  }
  interrupt({FUNGESCOPE_PROGRAM, "solve", pipe}, "");
  interrupt({FUNGESCOPE_PROGRAM, "compile", program, "-o", pipe}, message);
  ::close(end);
}

TEST_CASE("output to a pipe without a reader is not an error") {
  for (const std::string command : {"run", "inspect", "compile"}) {
    CAPTURE(command);
    Process process({FUNGESCOPE_PROGRAM, command, "-"});
    process.close_output();
    process.write("\"ih\",,@");
    const ProcessResult outcome = process.finish();
    CHECK(outcome.exit_code == 0);
    CHECK(outcome.err.empty());
  }
}
