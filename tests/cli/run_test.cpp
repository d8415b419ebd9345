// `fungescope run` as a process: streams, exit codes, signals.
#include "support/process.h"
#include "support/scratch.h"
#include "support/test.h"

#include <csignal>

#include <nlohmann/json.hpp>

namespace {

std::vector<std::string> run(std::vector<std::string> arguments) {
  arguments.insert(arguments.begin(), {FUNGESCOPE_PROGRAM, "run"});
  return arguments;
}

constexpr const char* echo = "~:1+!#@_,";
constexpr const char* endless_output = ">\"a\",";
constexpr const char* endless = "><";

}  // namespace

TEST_CASE("every byte passes from input to output unchanged") {
  Scratch scratch;
  std::string bytes;
  for (int i = 0; i < 200'000; ++i) bytes += static_cast<char>(i * 7 + i / 256);
  const std::string program = scratch.file("echo.b93", echo);
  const std::string input = scratch.file("bytes", bytes);
  CHECK(run_process(run({program, "--input", input})).out == bytes);
  CHECK(run_process(run({program}), bytes.substr(0, 30'000)).out == bytes.substr(0, 30'000));
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
    CHECK(contains(text, "fungescope: jit: ") == jit);
    CHECK(contains(text, " engine jit (") == jit);
  }
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

TEST_CASE("--version is the version of this build") {
  CHECK(run_process({FUNGESCOPE_PROGRAM, "--version"})
            .out.starts_with("fungescope " FUNGESCOPE_VERSION "\ncommit: "));
}
