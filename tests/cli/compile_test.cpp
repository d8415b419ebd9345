// `fungescope compile` as a process: files, the C compiler, and the streams of compiled programs.
// Their results are compared in tests/jit/c.
#include "support/files.h"
#include "support/process.h"
#include "support/scratch.h"

#include <csignal>
#include <cstdint>
#include <filesystem>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

using namespace fungescope::test;

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

TEST_CASE("the C goes to standard output, or to a file") {
  const Scratch scratch;
  const std::string program = scratch.file("hi.b93", "\"ih\",,@");
  const ProcessResult printed = compile({program});
  CHECK(printed.exit_code == 0);
  CHECK(printed.out.find("int main(") != std::string::npos);
  CHECK(compile({program, "-o", "-"}).out == printed.out);
  CHECK(compile({program, "-o", "-", "--build"}).exit_code == 2);
  const std::string path = scratch.folder() + "/hi.c";
  const ProcessResult written = compile({program, "-o", path});
  CHECK(written.exit_code == 0);
  CHECK(written.out.empty());
  CHECK(std::filesystem::file_size(path) == printed.out.size());
}

TEST_CASE("a program that cannot be compiled is an error with exit code 2") {
  const Scratch scratch;
  const std::string program = scratch.file("end.b93", "@");
  const auto fails = [](const std::vector<std::string>& arguments, const std::string& why) {
    const ProcessResult outcome = compile(arguments);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.out.empty());
    CHECK_MESSAGE(outcome.err.find(why) != std::string::npos, outcome.err);
  };
  fails({scratch.folder() + "/missing.b93"}, "missing.b93");
  fails({program, "--dialect", "bef"}, "the dialect bef cannot be compiled; use wide or befunexec");
  fails({program, "--dialect", "strict"}, "the dialect strict cannot be compiled");
  fails({"-", "--build"}, "name a file of C, such as -o program.c");
  fails({program, "--build", "-o", scratch.folder() + "/program"}, "name a file of C");
  fails({program, "--sample", scratch.folder() + "/none"}, "none");
  fails({program, "--engine", "jit"}, "--engine");
}

TEST_CASE("what is read is never replaced, by whatever name") {
  const Scratch scratch;
  const std::string source = scratch.file("program", "3.@");
  const std::string sample = scratch.file("sample", "12 ");
  const std::string symbolic = scratch.folder() + "/symbolic.c";
  const std::string hard = scratch.folder() + "/hard.c";
  std::filesystem::create_symlink(source, symbolic);
  std::filesystem::create_hard_link(source, hard);
  const auto refuses = [&](const std::vector<std::string>& arguments, const std::string& what) {
    const ProcessResult outcome = compile(arguments);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.out.empty());
    CHECK_MESSAGE(outcome.err.find("would replace the " + what) != std::string::npos, outcome.err);
    CHECK(file_bytes(source) == "3.@");
    CHECK(file_bytes(sample) == "12 ");
  };
  refuses({source, "-o", source}, "program's source");
  refuses({source, "-o", scratch.folder() + "/./program"}, "program's source");
  refuses({source, "-o", symbolic}, "program's source");
  refuses({source, "-o", hard}, "program's source");
  refuses({source, "-o", sample, "--sample", sample}, "sample input");
  refuses({source, "-o", source + ".c", "--build"}, "program's source");
  refuses({source, "-o", sample + ".c", "--sample", sample, "--build"}, "sample input");
  const ProcessResult piped =
      run_process({"/bin/sh", "-c", FUNGESCOPE_PROGRAM " compile - -o " + source + " < " + source});
  CHECK(piped.exit_code == 2);
  CHECK(file_bytes(source) == "3.@");
}

TEST_CASE("$CC is a command of the shell, and no name is taken for an option") {
  const Scratch scratch;
  static_cast<void>(scratch.file("end.b93", "7.@"));
  const auto in_folder = [&](const std::string& command) {
    return run_process({"/bin/sh", "-c", "cd " + scratch.folder() + " && " + command});
  };
  const std::string compile_here = FUNGESCOPE_PROGRAM " compile end.b93 ";
  const ProcessResult printed =
      in_folder("CC=\"printf '<%s>' 'a b' -m64\" " + compile_here + "-o x.c --build");
  CHECK(printed.exit_code == 0);
  CHECK(printed.out == "<a b><-m64><-O2><-o><./x><./x.c>");
  const ProcessResult run = in_folder(compile_here + "-o -x.c --build && ./-x");
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
  const auto in_folder = [&](const std::string& command) {
    return run_process({"/bin/sh", "-c", "cd " + scratch.folder() + " && " + command});
  };
  const ProcessResult run =
      in_folder(FUNGESCOPE_PROGRAM " compile programs/seven.b93 --build && ./seven");
  CHECK_MESSAGE(run.exit_code == 0, run.err);
  CHECK(run.out == "7 ");
  // A built-in program, whose C is not compiled here.
  const ProcessResult built =
      in_folder("CC=echo " FUNGESCOPE_PROGRAM " compile @squares --build && ls");
  CHECK_MESSAGE(built.exit_code == 0, built.err);
  CHECK(built.out.rfind("-O2 -o ./squares ./squares.c\n", 0) == 0);
  CHECK(built.out.find("\nsquares.c\n") != std::string::npos);
  // It does not replace its source.
  static_cast<void>(scratch.file("bare", "7.@"));
  const ProcessResult refused = in_folder(FUNGESCOPE_PROGRAM " compile bare --build");
  CHECK(refused.exit_code == 2);
  CHECK(refused.err.find("would replace the program's source") != std::string::npos);
}

TEST_CASE("a missing C compiler gives 4") {
  const Scratch scratch;
  const ProcessResult outcome =
      run_process({"/usr/bin/env", "CC=/no/such/compiler", FUNGESCOPE_PROGRAM, "compile",
                   scratch.file("end.b93", "@"), "--build", "-o", scratch.folder() + "/program.c"});
  CHECK(outcome.exit_code == 4);
  CHECK(outcome.err.find("set CC to a C compiler") != std::string::npos);
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
