// `fungescope generate` where a transcript cannot show it: statistics, and how it ends early.
#include "support/process.h"
#include "support/scratch.h"
#include "support/test.h"

#include <csignal>

#include "sudoku/cli/generate/generated_puzzles.h"
#include <nlohmann/json.hpp>

using fungescope::parse_symbols;

namespace {

std::vector<std::string> generate_arguments(const std::vector<std::string>& more) {
  std::vector<std::string> arguments{FUNGESCOPE_PROGRAM, "generate"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

ProcessResult generate(const std::vector<std::string>& more) {
  return run_process(generate_arguments(more));
}

// Minimal, with 23 clues.
const std::string minimal_puzzle =
    "...9..521.........8...73...78......6....14.........3...1......24.8...9.7.9.26.4..";

// Returns a program that prints a puzzle, prints nothing, or never ends, by the seed.
std::string unreliable_program() {
  return "?52*\"" + std::string(minimal_puzzle.rbegin(), minimal_puzzle.rend()) + "\">:#,_@\n><\n";
}

}  // namespace

TEST_CASE("generate: statistics as JSON") {
  const ProcessResult json = generate({"--count", "2", "--seed", "9", "--level", "medium",
                                       "--clues", "36", "--stats=json", "--jobs", "2"});
  const auto stats = nlohmann::json::parse(json.err);
  CHECK(stats["tried"] == 2 + stats["other_levels"].get<int>());
  CHECK(stats["rejected"] == 0);
  CHECK(stats["ticks"] > 0);
  CHECK(stats["seed"] == 9);
}

TEST_CASE("generate: Ctrl-C keeps what is done") {
  // Of seed 10, three candidates are puzzles before one that never ends.
  const Scratch scratch;
  const std::string program = scratch.file("unreliable.b93", unreliable_program());
  for (const std::string jobs : {"1", "2"}) {
    Process process(generate_arguments(
        {"--program", program, "--seed", "10", "--count", "1000", "--jobs", jobs}));
    std::string expected;
    for (int i = 0; i < 3; ++i) expected += minimal_puzzle + "\n";
    CHECK(process.read(expected.size()) == expected);
    process.signal(SIGINT);
    const ProcessResult outcome = process.finish();
    CHECK(outcome.exit_code == 130);
    CHECK(outcome.out.empty());  // nothing more
    CHECK(contains(outcome.err, "fungescope: interrupted: 3 of 1,000 puzzles made\n"));
  }
}

TEST_CASE("generate: Ctrl-C in an endless list") {
  const std::vector<std::string> list{"--seed", "1", "--clues", "45", "--count"};
  std::vector<std::string> endless = list;
  endless.emplace_back("1000000000000");
  Process process(generate_arguments(endless));
  const std::string first = process.read(3 * 82);
  process.signal(SIGINT);
  const ProcessResult outcome = process.finish();
  CHECK(outcome.exit_code == 130);
  CHECK(contains(outcome.err, " of 1,000,000,000,000 puzzles made\n"));
  std::vector<std::string> three = list;
  three.emplace_back("3");
  CHECK(generate(three).out == first);
}

TEST_CASE("generate: a reader that has enough") {
  Process process(generate_arguments({"--seed", "1", "--clues", "60", "--count", "100000000"}));
  (void)process.read(82);
  process.close_output();
  const ProcessResult outcome = process.finish();
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.err.empty());
}

TEST_CASE("symbols: any visible characters") {
  const auto greek = parse_symbols("αβγδεζηθι").value();
  CHECK(greek.front() == "α");
  CHECK(greek.back() == "ι");
  CHECK(parse_symbols("012345678")->front() == "0");
  CHECK(parse_symbols("🐀🐁🐂🐃🐄🐅🐆🐇🐈")->back() == "🐈");
}

TEST_CASE("symbols: what cannot be one") {
  for (const char* const text : {
           "", "ABCDEFGH", "ABCDEFGHIJ", "ABCDEFGHA", "ABCDEFGH.", "ABCDEFGH ", "ABCDEFGH\t",
           "ABCDEFGH\x1b", "ABCDEFGH\xff",
           "ABCDEFGH\u00a0",  // no-break space
           "ABCDEFGH\u0301",  // combining acute accent
           "ABCDEFGH\u200b",  // zero width space
           "ABCDEFGH\u202e",  // right-to-left override
           "ABCDEFGH\u0085",  // next line
       }) {
    CAPTURE(text);
    CHECK_FALSE(parse_symbols(text));
  }
}

// `fungescope rate` and `explain` at Ctrl-C.

namespace {

// Rated 1.2, with hidden singles in boxes.
const std::string easy_puzzle =
    ".5.7.3.6...7...8.....816.......3......5...1..73..4..869.6...2.484.572.93...4.9...";

}  // namespace

TEST_CASE("rate: results come as they are ready, and Ctrl-C keeps them") {
  Process process({FUNGESCOPE_PROGRAM, "rate", "--format", "csv"});
  process.write(easy_puzzle + "\n");
  const std::string header = "puzzle,rating,hardest,guesses,ticks,level,status,steps,uses\n";
  CHECK(process.read(header.size() + 85) == header + easy_puzzle + ",1.2");
  process.signal(SIGINT);
  CHECK(process.finish().exit_code == 130);
}

TEST_CASE("explain: Ctrl-C while it waits for the next puzzle") {
  Process process({FUNGESCOPE_PROGRAM, "explain", "--next=where"});
  process.write(easy_puzzle + "\n");
  CHECK(process.read(14) == "look in box 1\n");
  process.signal(SIGINT);
  CHECK(process.finish().exit_code == 130);
}
