// `fungescope repl`, and a game, as processes: scripts, pipes, JSON, signals, a terminal.
#include "session/with_hash.h"
#include "support/eventually.h"
#include "support/process.h"
#include "support/scratch.h"
#include "support/test.h"

#include <csignal>
#include <filesystem>
#include <fstream>
#include <pty.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <termios.h>
#include <unistd.h>

#include <nlohmann/json.hpp>

namespace {

constexpr const char* countdown = "9>:.1-:v\n ^     _@";
constexpr const char* endless = "><";

std::vector<std::string> repl(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {FUNGESCOPE_PROGRAM, "repl"});
  return arguments;
}

std::vector<nlohmann::json> json_lines(const std::string& text) {
  std::vector<nlohmann::json> lines;
  for (const std::string& line : lines_of(text)) lines.push_back(nlohmann::json::parse(line));
  return lines;
}

struct TerminalResult {
  int exit_code = -1;
  std::string shown;
};

// Runs a process at a terminal that does not echo or translate. `lines` must end the process.
TerminalResult run_at_terminal(std::vector<std::string> arguments, const std::string& lines) {
  std::vector<char*> pointers;
  for (std::string& argument : arguments) pointers.push_back(argument.data());
  pointers.push_back(nullptr);
  int terminal = -1;
  termios mode{};
  mode.c_cflag = CS8 | CREAD;
  mode.c_lflag = ICANON;
  const pid_t child = ::forkpty(&terminal, nullptr, &mode, nullptr);
  REQUIRE(child >= 0);
  if (child == 0) {
    ::execv(pointers[0], pointers.data());
    ::_exit(127);
  }
  REQUIRE(::write(terminal, lines.data(), lines.size()) == static_cast<ssize_t>(lines.size()));
  TerminalResult result;
  std::array<char, 4096> bytes{};
  // Ends with an error when the process has closed its side.
  for (ssize_t count = 0; (count = ::read(terminal, bytes.data(), bytes.size())) > 0;) {
    result.shown.append(bytes.data(), static_cast<std::size_t>(count));
  }
  int status = 0;
  ::waitpid(child, &status, 0);
  ::close(terminal);
  result.exit_code = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
  return result;
}

// Reads the next line of a running process.
std::string read_line(Process& process) {
  std::string line;
  for (std::string byte = process.read(1); !byte.empty() && byte != "\n"; byte = process.read(1)) {
    line += byte;
  }
  return line;
}

}  // namespace

TEST_CASE("a game at a terminal draws a seed, which repeats it") {
  const std::string moves = "3\n0\n0\n";
  const auto play = [&](std::vector<std::string> options) {
    options.insert(options.begin(), {FUNGESCOPE_PROGRAM, "run", "@sudoku1k"});
    const TerminalResult game = run_at_terminal(std::move(options), moves);
    CHECK(game.exit_code == 0);
    return game.shown;
  };
  const std::string reported = "; --seed ";
  const auto seed_of = [&](const std::string& game) {
    const std::size_t at = game.find(reported);
    REQUIRE(at != std::string::npos);
    return game.substr(at + reported.size(),
                       game.find(' ', at + reported.size()) - at - reported.size());
  };
  const std::string game = play({});
  const std::string seed = seed_of(game);
  CHECK(game.substr(game.find('\n') + 1) == play({"--seed", seed}));
  bool differs = false;
  for (int i = 0; i < 5 && !differs; ++i) differs = seed_of(play({})) != seed;
  CHECK(differs);
}

TEST_CASE("Ctrl-C interrupts a long run, and the debugger continues") {
  Scratch scratch;
  Process process(repl({scratch.file("p.b93", endless), "--json"}));
  process.write("echo ready\ncontinue\n");
  CHECK(contains(read_line(process), "ready"));
  process.signal(SIGINT);
  // Both lines arrive in one piece, so a signal after `ready` always interrupts the run.
  const std::string response = read_line(process);
  CHECK(nlohmann::json::parse(response)["why"] == "interrupted");
  process.write("print tick > 0\nback step 3\nquit\n");
  const ProcessResult outcome = process.finish();
  CHECK(outcome.exit_code == 0);
  const auto lines = json_lines(outcome.out);
  REQUIRE(lines.size() >= 2);
  CHECK(lines[0]["value"] == 1);
  CHECK(lines[1]["why"] == "arrived");
}

TEST_CASE("Ctrl-C again, before the first was answered, does not kill the debugger") {
  Scratch scratch;
  Process process(repl({scratch.file("p.b93", endless), "--json"}));
  process.write("echo ready\ncontinue\n");
  CHECK(contains(read_line(process), "ready"));
  process.signal(SIGINT);
  process.signal(SIGINT);
  CHECK(nlohmann::json::parse(read_line(process))["why"] == "interrupted");
  process.write("print tick > 0\nquit\n");
  const ProcessResult outcome = process.finish();
  CHECK(outcome.exit_code == 0);
  CHECK(json_lines(outcome.out)[0]["value"] == 1);
}

TEST_CASE("Ctrl-C once more keeps the session in a file, and leaves") {
  Scratch scratch;
  const std::string program = scratch.file("p.b93", endless);
  ProcessResult outcome;
  // One that comes while an answer is written to a pipe ends the session without keeping it.
  for (int tries = 0; tries < 20 && !contains(outcome.err, "the session is kept"); ++tries) {
    Process process({"/usr/bin/env", "XDG_STATE_HOME=" + scratch.folder(), FUNGESCOPE_PROGRAM,
                     "repl", program});
    process.write("set 0,1 = 'x'\n");
    CHECK(read_line(process).rfind("(0, 1) = 120", 0) == 0);
    // One that came after the answer to the first is the first of the next command.
    REQUIRE(eventually([&] {
      process.write("continue\n");
      for (int i = 0; i < 10; ++i) process.signal(SIGINT);
      return process.has_ended();
    }));
    outcome = process.finish();
    CHECK(outcome.exit_code == 130);
  }
  const std::string before = "fungescope: the session is kept; fungescope repl ";
  const std::string after = " continues it\n";
  // A Ctrl-C while it was being saved has stopped that, and the session continued.
  const std::size_t last = outcome.err.rfind(before);
  REQUIRE(last != std::string::npos);
  const std::size_t name = last + before.size();
  REQUIRE(outcome.err.size() > name + after.size());
  const std::string kept = outcome.err.substr(name, outcome.err.size() - name - after.size());
  CHECK(outcome.err.substr(name + kept.size()) == after);
  const ProcessResult continued = run_process(repl({kept}), "print cell(0,1)\n");
  CHECK(continued.exit_code == 0);
  CHECK(continued.out == "120  'x'\n");
}

TEST_CASE("an interrupted run is the same object from a pipe and from a script") {
  Scratch scratch;
  const std::string program = scratch.file("p.b93", endless);
  const std::string lines = "break tick 1000 log \"running\"\ncontinue\n";
  const std::string script = scratch.file("s", lines + "echo never\n");
  const auto interrupted_run = [](Process& process) {
    CHECK(contains(read_line(process), "break"));
    CHECK(contains(read_line(process), "running"));
    process.signal(SIGINT);
    return nlohmann::json::parse(read_line(process));
  };
  Process scripted(repl({program, "--json", "--script", script}));
  const auto object = interrupted_run(scripted);
  CHECK(object["command"] == "continue");
  CHECK(object["why"] == "interrupted");
  CHECK(object["tick"] >= 1000);
  const ProcessResult outcome = scripted.finish();
  CHECK(outcome.exit_code == 130);
  CHECK(outcome.out.empty());
  CHECK(outcome.err.empty());

  Process piped(repl({program, "--json"}));
  piped.write(lines);
  auto other = interrupted_run(piped);
  // Where it is interrupted depends on when.
  for (const char* part : {"tick", "x", "direction"}) other[part] = object[part];
  CHECK(other == object);
  CHECK(piped.finish().exit_code == 0);
}

TEST_CASE("--json answers a terminal as it answers a pipe") {
  Scratch scratch;
  const std::string program = scratch.file("p.b93", countdown);
  const std::string lines = "step 2\n\nnope\nexpect 0\nquit\n";
  const ProcessResult piped = run_process(repl({program, "--json"}), lines);
  const TerminalResult typed = run_at_terminal(repl({program, "--json"}), lines);
  CHECK(typed.shown == piped.out);
  CHECK(typed.exit_code == piped.exit_code);
  CHECK(json_lines(typed.shown).size() == 4);
}

TEST_CASE("at a terminal a seed is drawn and reported, unless something decides it") {
  Scratch scratch;
  const std::string program = scratch.file("p.b93", "?@");
  const auto run = [&](const std::string& file, std::vector<std::string> options) {
    options.insert(options.begin(), {FUNGESCOPE_PROGRAM, "run", file, "--stats=json"});
    const std::string shown = run_at_terminal(options, "").shown;
    const std::size_t stats = shown.find('{');
    REQUIRE(stats != std::string::npos);
    return std::pair(shown.substr(0, stats),
                     nlohmann::json::parse(shown.substr(stats))["seed"].get<std::uint64_t>());
  };
  const auto report = [](std::uint64_t seed) {
    return fmt::format("fungescope: the seed is {0}; --seed {0} repeats the run\n", seed);
  };
  const auto [told, seed] = run(program, {});
  CHECK(seed >= 1);
  CHECK(seed <= 999'999);
  CHECK(told == report(seed));
  const auto [quiet, untold] = run(program, {"--quiet"});
  CHECK(quiet.empty());
  CHECK(untold >= 1);
  const std::string empty = scratch.file("none", "");
  for (const auto& [file, options, decided] :
       {std::tuple(program, std::vector<std::string>{"--seed", "7"}, 7U),
        std::tuple(program, std::vector<std::string>{"--input", empty}, 0U),
        std::tuple(scratch.file("q.b93", "@ ?"), std::vector<std::string>{}, 0U)}) {
    const auto [nothing, used] = run(file, options);
    CHECK(nothing.empty());
    CHECK(used == decided);
  }

  const TerminalResult typed = run_at_terminal(repl({program}), "info\nquit\n");
  const std::size_t at = typed.shown.find("the seed is ");
  REQUIRE(at != std::string::npos);
  const std::uint64_t drawn = std::stoull(typed.shown.substr(at + 12));
  CHECK(contains(typed.shown, report(drawn)));
  CHECK(contains(typed.shown.substr(at + report(drawn).size()), fmt::to_string(drawn)));
  for (const std::string& script :
       {std::string("--json"), "--script=" + scratch.file("s", "info\n")}) {
    CHECK(!contains(run_at_terminal(repl({program, script}), "quit\n").shown, "the seed is"));
  }
}

TEST_CASE("Ctrl-C ends a script with 130") {
  Scratch scratch;
  const std::string script = scratch.file("s", "echo ready\ncontinue\necho never\n");
  Process process(repl({scratch.file("p.b93", endless), "--script", script}));
  CHECK(read_line(process) == "ready");
  process.signal(SIGINT);
  const ProcessResult outcome = process.finish();
  CHECK(outcome.exit_code == 130);
  CHECK(!contains(outcome.out, "never"));
}

TEST_CASE("Ctrl-C ends the loading of a recording, however long its run claims to be") {
  Scratch scratch;
  const std::string recording = scratch.folder() + "/run";
  const std::string program = scratch.file("p.b93", endless);
  REQUIRE(run_process(repl({program}), "goto 100\nsave " + recording + "\n").exit_code == 0);
  const std::string bytes = file_bytes(recording);
  const std::size_t body = bytes.find('\n', bytes.find('\n') + 1) + 1;
  nlohmann::ordered_json json = nlohmann::ordered_json::parse(bytes.substr(body));
  json["branches"][0]["end"] = 100'000'000'000'000'000;
  // From a pipe, so that it is known when the program has begun to read.
  const std::string pipe = scratch.folder() + "/pipe";
  REQUIRE(::mkfifo(pipe.c_str(), 0600) == 0);
  Process process(repl({pipe}));
  std::ofstream(pipe, std::ios::binary) << with_hash(json.dump());
  process.signal(SIGINT);
  const ProcessResult outcome = process.finish();
  CHECK(outcome.exit_code == 130);
  CHECK(outcome.err == "fungescope: " + pipe + ": interrupted\n");
}

TEST_CASE("a reader that closes the output ends a script, also in the middle of a run") {
  Scratch scratch;
  const std::string program = scratch.file("p.b93", endless);
  const std::string saved = scratch.folder() + "/saved";
  std::string lines;
  for (int i = 0; i < 10'000; ++i) lines += "where\n";
  const std::string many = scratch.file("many", lines + "save " + saved + "\n");
  const std::string logs = scratch.file("logs", "break 0,0 log \"here\"\ncontinue\nsave " + saved);
  for (const std::string& script : {many, logs}) {
    for (const char* const form : {"--json", "--no-annotations"}) {
      Process process(repl({program, "--script", script, form}));
      CHECK(!process.read(100).empty());
      process.close_output();
      const ProcessResult outcome = process.finish();
      CHECK(outcome.exit_code == 0);
      CHECK(outcome.err.empty());
      CHECK(!std::filesystem::exists(saved));
    }
  }
}
