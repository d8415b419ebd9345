// The built-in programs, by `fungescope programs` and as @NAME, wherever a command takes a program.
#include "programs/catalogue.h"
#include "support/files.h"
#include "support/process.h"
#include "support/scratch.h"

#include <string>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace fungescope;
using namespace fungescope::test;

namespace {

ProcessResult fungescope_in(const Scratch& scratch, const std::string& arguments) {
  return run_process(
      {"/bin/sh", "-c", "cd " + scratch.folder() + " && " FUNGESCOPE_PROGRAM " " + arguments});
}

bool contains(const std::string& text, const std::string& part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("programs lists the built-in programs with a line each, and prints one") {
  const Scratch scratch;
  const ProcessResult list = fungescope_in(scratch, "programs");
  CHECK(list.exit_code == 0);
  for (const BuiltInProgram& program : built_in_programs()) {
    CHECK(contains(list.out, program.as_file() + "  "));
    CHECK(contains(list.out, std::string(program.summary) + "\n"));
  }
  const ProcessResult source = fungescope_in(scratch, "programs setter");
  CHECK(source.exit_code == 0);
  CHECK(source.out == file_bytes(FUNGESCOPE_SOURCE "/programs/setter/setter.b93"));
  CHECK(fungescope_in(scratch, "programs @setter").out == source.out);
  const auto json = nlohmann::json::parse(fungescope_in(scratch, "programs --json").out);
  REQUIRE(json.size() == built_in_programs().size());
  CHECK(json[0]["name"] == "sudoku");
  CHECK(json[0]["file"] == "@sudoku");
  CHECK(json[0]["bytes"] == built_in_programs()[0].source.size());
}

TEST_CASE("an unknown built-in program is an error that lists the names") {
  const Scratch scratch;
  const std::string names = "there are @sudoku, @setter, @squares, ";
  for (const std::string command : {"programs dogs", "run @dogs", "inspect @dogs", "compile @dogs",
                                    "repl @dogs", "solve --program @dogs", "inspect --jit @dogs"}) {
    const ProcessResult outcome = fungescope_in(scratch, command);
    CHECK_MESSAGE(outcome.exit_code == 2, command);
    CHECK(outcome.out.empty());
    CHECK_MESSAGE(contains(outcome.err, "@dogs: there is no built-in program of this name; "),
                  outcome.err);
    CHECK(contains(outcome.err, names));
    CHECK(contains(outcome.err, "; for a file of this name, say ./@dogs"));
  }
}

TEST_CASE("a built-in program is run, inspected and debugged as @NAME") {
  const Scratch scratch;
  const std::string here = FUNGESCOPE_SOURCE "/programs/squares/squares.b93";
  const std::string request = "printf 'magic 5\\n' | " FUNGESCOPE_PROGRAM " run --seed 1 ";
  const auto shell = [](const std::string& line) { return run_process({"/bin/sh", "-c", line}); };
  const ProcessResult run = shell(request + "@squares");
  CHECK(run.exit_code == 0);
  CHECK(!run.out.empty());
  CHECK(run.out == shell(request + here).out);
  CHECK(fungescope_in(scratch, "inspect @squares").out.rfind("@squares\n", 0) == 0);
  const ProcessResult solved = shell(
      "printf '4.....8.5.3..........7......2.....6.....8.4......1.......6.3.7.5..2.....1.4...."
      "..\\n' | " FUNGESCOPE_PROGRAM " solve --format line --program @sudoku");
  CHECK(solved.exit_code == 0);
  CHECK(solved.out.size() == 82);
}

TEST_CASE("a file really called @squares is reached as ./@squares, and only so") {
  const Scratch scratch;
  static_cast<void>(scratch.file("@squares", "7.@"));
  CHECK(fungescope_in(scratch, "run ./@squares").out == "7 ");
  CHECK(contains(fungescope_in(scratch, "inspect @squares").out, "field"));
  CHECK(contains(fungescope_in(scratch, "inspect @squares").out, "regions"));
  const ProcessResult compiled = fungescope_in(scratch, "compile @squares -o @squares");
  CHECK_MESSAGE(compiled.exit_code == 0, compiled.err);
  CHECK(contains(file_bytes(scratch.folder() + "/@squares"), "int main("));
}

TEST_CASE("a recording of a built-in program loads again, and its program can be reloaded") {
  const Scratch scratch;
  static_cast<void>(scratch.file("first.repl", "input \"latin 7\\n\"\nstep 5000\nsave run\n"));
  const ProcessResult saved = fungescope_in(scratch, "repl --seed 3 --script first.repl @squares");
  CHECK_MESSAGE(saved.exit_code == 0, saved.err);
  static_cast<void>(scratch.file("second.repl", "expect tick == 5000\nreload\nload run\n"));
  const ProcessResult loaded = fungescope_in(scratch, "repl --script second.repl run");
  CHECK_MESSAGE(loaded.exit_code == 0, loaded.err);
  CHECK(contains(loaded.out, "cells with another byte in the source: 0"));
}
