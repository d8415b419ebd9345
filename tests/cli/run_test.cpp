// `fungescope run` as a process: streams, exit codes, signals.
#include "support/process.h"
#include "support/scratch.h"

#include <csignal>
#include <cstdint>
#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace fungescope::test;

namespace {

std::vector<std::string> run(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {FUNGESCOPE_PROGRAM, "run"});
  return arguments;
}

constexpr const char* echo = "~:1+!#@_,";
constexpr const char* endless_output = ">\"a\",";
constexpr const char* endless = "><";

}  // namespace

TEST_CASE("a program that ends gives 0 and its output, without anything added") {
  Scratch scratch;
  const ProcessResult outcome = run_process(run({scratch.file("hi.b93", "\"ih\",,@")}));
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.out == "hi");
  CHECK(outcome.err.empty());
}

TEST_CASE("every byte passes from input to output unchanged") {
  Scratch scratch;
  std::string bytes;
  for (int i = 0; i < 200'000; ++i) bytes += static_cast<char>(i * 7 + i / 256);
  const std::string program = scratch.file("echo.b93", echo);
  const std::string input = scratch.file("bytes", bytes);
  CHECK(run_process(run({program, "--input", input})).out == bytes);
  CHECK(run_process(run({program}), bytes.substr(0, 30'000)).out == bytes.substr(0, 30'000));
}

TEST_CASE("usage errors and files that cannot be read give 2") {
  Scratch scratch;
  const std::string program = scratch.file("end.b93", "@");
  const auto fails = [](const std::vector<std::string>& arguments) {
    const ProcessResult outcome = run_process(run(arguments));
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.out.empty());
    CHECK(outcome.err.rfind("fungescope: ", 0) == 0);
  };
  fails({});
  fails({scratch.folder() + "/missing.b93"});
  fails({scratch.folder()});
  fails({program, "--engine", "steam"});
  fails({program, "--dialect", "klingon"});
  fails({program, "--max-ticks", "many"});
  fails({program, "--max-ticks", "-1"});
  fails({program, "--stats=xml"});
  fails({program, "--nonsense"});
  fails({program, "--input", scratch.folder()});
  fails({program, "--input", scratch.folder() + "/missing"});
  fails({program, "--dump", "nowhere"});
  fails({program, "--poke", "nowhere"});
  fails({program, "--strict-edges"});
}

TEST_CASE("--max-ticks gives 3, after exactly that many ticks") {
  Scratch scratch;
  const ProcessResult outcome = run_process(
      run({scratch.file("endless.b93", endless), "--max-ticks", "1234567", "--stats=json"}));
  CHECK(outcome.exit_code == 3);
  const auto stats = nlohmann::json::parse(outcome.err);
  CHECK(stats["ticks"] == 1'234'567);
  CHECK(stats["exit"] == "max-ticks");
}

TEST_CASE("faults give 4 and name the location, the tick and the operation") {
  Scratch scratch;
  const std::string program = scratch.file("fault.b93", "5\"x\",.+@");
  const ProcessResult outcome = run_process(run({program, "--dialect", "strict"}));
  CHECK(outcome.exit_code == 4);
  CHECK(outcome.out == "x5 ");
  CHECK(outcome.err == "fungescope: " + program +
                           ":1:7: cell (6, 0), tick 7: the instruction pops 2 but the stack "
                           "holds 0\n");

  const ProcessResult deep =
      run_process(run({scratch.file("deep.b93", "1"), "--max-stack", "100"}));
  CHECK(deep.exit_code == 4);
  CHECK(deep.err.find("--max-stack") != std::string::npos);
}

TEST_CASE("--strict-edges turns the warning of the strict dialect into an error") {
  Scratch scratch;
  const std::string program = scratch.file("edge.b93", "v\n\n@");
  const std::vector<std::string> common{program, "--dialect", "strict", "--size", "source"};
  std::vector<std::string> up = common;
  up[0] = scratch.file("up.b93", "^\n\n@");
  const ProcessResult warned = run_process(run(up));
  CHECK(warned.exit_code == 0);
  CHECK(warned.err.find("warning") != std::string::npos);
  up.emplace_back("--quiet");
  CHECK(run_process(run(up)).err.empty());
  up.emplace_back("--strict-edges");
  CHECK(run_process(run(up)).exit_code == 4);
  CHECK(run_process(run(common)).err.empty());
}

TEST_CASE("--stats=json is one JSON object on one line with all keys") {
  Scratch scratch;
  const std::string program = scratch.file("p.b93", "123@");
  for (const std::string engine : {"auto", "reference", "interpreter", "jit"}) {
    const ProcessResult outcome =
        run_process(run({program, "--stats=json", "--seed", "77", "--engine", engine}));
    CHECK(outcome.err.find('\n') == outcome.err.size() - 1);
    const auto stats = nlohmann::json::parse(outcome.err);
    CHECK(stats["ticks"] == 4);
    CHECK(stats["seconds"].is_number());
    CHECK(stats["ticks_per_second"].is_number());
    CHECK(stats["engine"] == (engine == "reference" ? "reference" : "interpreter"));
    CHECK(stats["width"] == 80);
    CHECK(stats["height"] == 25);
    CHECK(stats["max_stack"] == 3);
    CHECK(stats["seed"] == 77);
    CHECK(stats["exit"] == "end");
  }
}

TEST_CASE("--stats prints ticks by tier, and the work of the JIT") {
  Scratch scratch;
  const std::string program = scratch.file("count.b93", ">09g1+09p v\n^         <");
  const auto run_on = [&](const std::string& engine, const std::string& stats) {
    return run_process(run({program, "--max-ticks", "3000000", stats, "--engine", engine})).err;
  };
  for (const std::string engine : {"auto", "reference", "interpreter", "jit"}) {
    CAPTURE(engine);
    const auto stats = nlohmann::json::parse(run_on(engine, "--stats=json"));
    const auto& ticks = stats["ticks_by_tier"];
    CHECK(ticks["reference"] == (engine == "reference" ? 3'000'000 : 0));
    CHECK(ticks["reference"].get<std::uint64_t>() + ticks["interpreter"].get<std::uint64_t>() +
              ticks["jit"].get<std::uint64_t>() ==
          3'000'000);
    const bool jit = ticks["jit"] > 0;
    CHECK((stats["engine"] == "jit") == jit);
    if (engine == "reference" || engine == "interpreter") CHECK(stats["jit"].is_null());
    if (stats["jit"].is_null()) continue;  // there is no back end for this processor
    if (engine == "jit") REQUIRE(jit);
    const std::uint64_t regions = stats["jit"]["regions"];
    CHECK((regions > 0) == jit);
    for (const char* key : {"recompilations", "invalidations", "entries", "compile_seconds"}) {
      CHECK(stats["jit"][key].is_number());
    }
    CHECK((stats["jit"]["code_bytes"] > 0) == jit);
    const std::string text = run_on(engine, "--stats");
    CHECK((text.find("fungescope: jit: ") != std::string::npos) == jit);
    CHECK((text.find(" engine jit (") != std::string::npos) == jit);
  }
}

TEST_CASE("a seed repeats a run") {
  Scratch scratch;
  // One of 1, 2, 3 or 4, ten times over.
  const std::string program = scratch.file("dice.b93", "v\n>?1.v\n>2.v\n#3.<\n");
  const std::vector<std::string> arguments =
      run({program, "--seed", "5", "--max-ticks", "500", "--size", "source"});
  CHECK(run_process(arguments).out == run_process(arguments).out);
}

TEST_CASE("a closed output ends an endless program, quietly and with 0") {
  Scratch scratch;
  Process process(run({scratch.file("a.b93", endless_output), "--stats=json"}));
  CHECK(process.read(10) == "aaaaaaaaaa");
  process.close_output();
  const ProcessResult outcome = process.finish();
  CHECK(outcome.exit_code == 0);
  CHECK(nlohmann::json::parse(outcome.err)["exit"] == "output-closed");
}

TEST_CASE("an output that fails is an error") {
  Scratch scratch;
  const std::string program = scratch.file("a.b93", endless_output);
  const ProcessResult outcome = run_process(
      {"/bin/sh", "-c", std::string(FUNGESCOPE_PROGRAM) + " run " + program + " > /dev/full"});
  CHECK(outcome.exit_code == 4);
  CHECK(outcome.err.rfind("fungescope: <stdout>: ", 0) == 0);
}

TEST_CASE("output is flushed before input is awaited") {
  Scratch scratch;
  Process process(run({scratch.file("ask.b93", "\"?\",~1+,@")}));
  CHECK(process.read(1) == "?");
  process.write("a");
  const ProcessResult outcome = process.finish();
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.out == "b");
}

TEST_CASE("Ctrl-C ends a busy program and still prints the stats") {
  Scratch scratch;
  Process process(run({scratch.file("busy.b93", "\"!\",><"), "--stats=json"}));
  CHECK(process.read(1) == "!");  // flushed although the program never stops
  process.signal(SIGINT);
  const ProcessResult outcome = process.finish();
  CHECK(outcome.exit_code == 130);
  CHECK(nlohmann::json::parse(outcome.err)["exit"] == "interrupted");
}

TEST_CASE("Ctrl-C ends a wait for input") {
  Scratch scratch;
  Process process(run({scratch.file("wait.b93", "\"?\",~@"), "--stats=json"}));
  CHECK(process.read(1) == "?");
  process.signal(SIGINT);
  // The input is still open when the process ends: only the signal can end it.
  CHECK(process.read(1).empty());
  const ProcessResult outcome = process.finish();
  CHECK(outcome.exit_code == 130);
  CHECK(nlohmann::json::parse(outcome.err)["exit"] == "interrupted");
}

TEST_CASE("Ctrl-C ends a blocked write") {
  Scratch scratch;
  Process process(run({scratch.file("a.b93", endless_output)}));
  CHECK(process.read(1) == "a");
  CHECK(process.wait_for_full_output());
  process.signal(SIGINT);
  CHECK(process.finish().exit_code == 130);
}

TEST_CASE("a number is read across an interrupted system call") {
  Scratch scratch;
  Process process(run({scratch.file("number.b93", "\"?\",&.@")}));
  CHECK(process.read(1) == "?");
  process.write("12");
  process.signal(SIGSTOP);
  process.signal(SIGCONT);
  process.write("34\n");
  CHECK(process.finish().out == "1234 ");
}

TEST_CASE("regions are filled before the run and printed after it") {
  Scratch scratch;
  const std::string program =
      scratch.file("regions.b93", "02g03p\"x\",@\n\n123\nabc\n#$region[0,2](3x2):ascii = box\n");
  const std::string text = scratch.file("text", "Z9\n");
  const ProcessResult outcome =
      run_process(run({program, "--poke", "box=" + text, "--dump", "box", "--dump", "NUMBERS",
                       "--region", "numbers=0,2,2,1:decimal"}));
  CHECK(outcome.err.empty());
  CHECK(outcome.out == "x\nZ9 \nZ  \n90 57\n");

  const ProcessResult wide =
      run_process(run({program, "--poke", "box=" + scratch.file("wide", "12\n1234\n")}));
  CHECK(wide.exit_code == 2);
  CHECK(wide.err.find("wide:2:4: ") != std::string::npos);
}

TEST_CASE("the program itself can come from standard input") {
  CHECK(run_process(run({"-"}), "7.@").out == "7 ");
}

TEST_CASE("--help and --version") {
  const ProcessResult version = run_process({FUNGESCOPE_PROGRAM, "--version"});
  CHECK(version.exit_code == 0);
  CHECK(version.out.starts_with("fungescope " FUNGESCOPE_VERSION "\ncommit: "));
  CHECK(version.out.find("\nback ends: ") != std::string::npos);
  CHECK(version.out.ends_with("\ndialects: wide, befunexec, bef, strict\n"));
  const ProcessResult help = run_process({FUNGESCOPE_PROGRAM, "run", "--help"});
  CHECK(help.exit_code == 0);
  CHECK(help.out.find("Example") != std::string::npos);
  CHECK(run_process({FUNGESCOPE_PROGRAM}).exit_code == 2);
}
