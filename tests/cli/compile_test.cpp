// `fungescope compile` as a process: files, the C compiler, and the streams of compiled programs.
// Their results are compared in tests/jit/c.
#include "support/process.h"
#include "support/scratch.h"
#include "support/test.h"

#include <csignal>
#include <filesystem>

namespace {

ProcessResult compile(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {FUNGESCOPE_PROGRAM, "compile"});
  return run_process(arguments);
}

// Returns the path of the executable compiled from `source`.
std::string built(const Scratch& scratch, const std::string& source,
                  const std::vector<std::string>& options = {}) {
  std::vector<std::string> arguments{scratch.file("program.b93", source), "--build", "-o",
                                     scratch.folder() + "/program.c"};
  arguments.insert(arguments.end(), options.begin(), options.end());
  const ProcessResult outcome = compile(arguments);
  REQUIRE_MESSAGE(outcome.exit_code == 0, outcome.err);
  return scratch.folder() + "/program";
}

}  // namespace

TEST_CASE("no name is taken for an option") {
  const Scratch scratch;
  static_cast<void>(scratch.file("end.b93", "7.@"));
  const ProcessResult run =
      run_process({"/bin/sh", "-c",
                   "cd " + scratch.folder() +
                       " && " FUNGESCOPE_PROGRAM " compile end.b93 -o -x.c --build && ./-x"});
  CHECK_MESSAGE(run.exit_code == 0, run.err);
  CHECK(run.out == "7 ");
}

TEST_CASE("$CC runs with the usual reaction to signals") {
  const Scratch scratch;
  const std::string source = scratch.file("end.b93", "@");
  const ProcessResult outcome =
      run_process({"/usr/bin/env", "CC=grep SigIgn: /proc/self/status; true", FUNGESCOPE_PROGRAM,
                   "compile", source, "--build", "-o", scratch.folder() + "/program.c"});
  CHECK(outcome.exit_code == 0);
  REQUIRE(outcome.out.rfind("SigIgn:\t", 0) == 0);
  const std::uint64_t ignored = std::stoull(outcome.out.substr(8), nullptr, 16);
  CHECK((ignored >> (SIGPIPE - 1) & 1U) == 0);
}

TEST_CASE("without -o, --build makes an executable called as the program, in the present folder") {
  const Scratch scratch;
  std::filesystem::create_directory(scratch.folder() + "/programs");
  static_cast<void>(scratch.file("programs/seven.b93", "7.@"));
  const ProcessResult run =
      run_process({"/bin/sh", "-c",
                   "cd " + scratch.folder() +
                       " && " FUNGESCOPE_PROGRAM " compile programs/seven.b93 --build && ./seven"});
  CHECK_MESSAGE(run.exit_code == 0, run.err);
  CHECK(run.out == "7 ");
}

TEST_CASE("a program passes all bytes and writes before it waits") {
  const Scratch scratch;
  const std::string program = built(scratch, "~:1+!#@_,");
  std::string bytes;
  for (int i = 0; i < 100'000; ++i) bytes += static_cast<char>(i * 7 + i / 256);
  CHECK(run_process({program}, bytes.substr(0, 50'000)).out == bytes.substr(0, 50'000));
  Process talk({program});
  talk.write("question");
  CHECK(talk.read(8) == "question");
  CHECK(talk.finish().exit_code == 0);
}

TEST_CASE("a compiled program accepts one option") {
  const Scratch scratch;
  const std::string program = built(scratch, "3.@");
  const ProcessResult plain = run_process({program});
  CHECK(plain.exit_code == 0);
  CHECK(plain.out == "3 ");
  CHECK(plain.err.empty());
  CHECK(run_process({program, "--stats"}).err.rfind("ticks 3\nstate ", 0) == 0);
  CHECK(run_process({program, "--speed"}).exit_code == 2);
}

TEST_CASE("limits and the seed are built in") {
  const Scratch scratch;
  const ProcessResult full = run_process({built(scratch, "1", {"--max-stack", "5"})});
  CHECK(full.exit_code == 4);
  CHECK(full.err == "cell (0, 0), tick 401: the stack is full\n");
  const ProcessResult counted = run_process({built(scratch, "1", {"--max-stack", "5"}), "--stats"});
  CHECK(counted.exit_code == 4);
  CHECK(counted.err.rfind(full.err + "ticks 401\nstate ", 0) == 0);
  const ProcessResult stopped =
      run_process({built(scratch, "1$", {"--max-ticks", "123"}), "--stats"});
  CHECK(stopped.exit_code == 3);
  CHECK(stopped.err.rfind("ticks 123\n", 0) == 0);
  const std::string chance = "v\n>?1.@\n 2\n .\n @\n";
  const std::string source = scratch.file("chance.b93", chance);
  const std::string run = FUNGESCOPE_PROGRAM;
  for (const char* seed : {"1", "2"}) {
    CHECK(run_process({built(scratch, chance, {"--seed", seed, "--size", "source"})}).out ==
          run_process({run, "run", source, "--size", "source", "--seed", seed}).out);
  }
}

TEST_CASE("a closed output ends the program") {
  const Scratch scratch;
  Process program({built(scratch, ">\"a\",")});
  CHECK(program.read(3) == "aaa");
  program.close_output();
  CHECK(program.finish().exit_code == 0);
}
