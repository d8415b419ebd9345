// `fungescope rate`, as users run it.
#include "base/text_table.h"

#include <csignal>

#include "sudoku/cli/rate/rating.h"
#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace fungescope::test;

namespace {

std::vector<std::string> lines_of(const std::string& text) {
  std::vector<std::string> lines(1);
  for (const char c : text) {
    if (c == '\n') {
      lines.emplace_back();
    } else {
      lines.back() += c;
    }
  }
  lines.pop_back();
  return lines;
}

std::vector<std::string> fields_of(const std::string& line) {
  std::vector<std::string> fields(1);
  for (const char c : line) {
    if (c == ',') {
      fields.emplace_back();
    } else {
      fields.back() += c;
    }
  }
  return fields;
}

ProcessResult rate(const std::vector<std::string>& arguments, std::string_view input = "") {
  return fungescope_command("rate", arguments, input);
}

}  // namespace

TEST_CASE("rate: a line a puzzle") {
  const ProcessResult outcome = rate({}, pair_puzzle + "\n" + easy_puzzle + "\n");
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.err.empty());
  const auto lines = lines_of(outcome.out);
  REQUIRE(lines.size() == 2);
  CHECK(lines[0].find(pair_puzzle + " 3.4    hard, hidden pair; ") == 0);
  CHECK(lines[0].find(" guess") != std::string::npos);
  const std::string ticks =
      fungescope::with_separators(std::stoull(solver_ticks(pair_puzzle))) + " ticks; ";
  CHECK(lines[0].substr(lines[0].find(ticks)) ==
        ticks +
            "1 x hidden pair, 1 x naked pair, 1 x claiming, 1 x pointing, 1 x direct hidden pair, "
            "6 x hidden single in a line, 28 x hidden single in a box, 19 x last value");
  CHECK(lines[1].find(" 1.2    easy, hidden single in a box; ") == 81);
}

TEST_CASE("rate: csv has a header, and a line for what cannot be rated") {
  const std::string several(81, '.');
  const std::string twice = "55" + std::string(79, '.');
  const ProcessResult outcome = rate({"--format", "csv", "--jobs", "1"},
                                     pair_puzzle + "\n" + several + "\n" + unsolvable_puzzle +
                                         "\n" + twice + "\nshort\n" + easy_puzzle + "\n");
  const auto lines = lines_of(outcome.out);
  REQUIRE(lines.size() == 7);
  CHECK(lines[0] == "puzzle,rating,hardest,guesses,ticks,level,status,steps,uses");
  const auto rated = fields_of(lines[1]);
  CHECK(rated[0] == pair_puzzle);
  CHECK(rated[1] == "3.4");
  CHECK(rated[2] == "hidden pair");
  CHECK(rated[4] == solver_ticks(pair_puzzle));
  CHECK(rated[5] == "hard");
  CHECK(rated[6] == "rated");
  CHECK(rated[7] == "58");
  CHECK(rated[8].find("1 hidden pair; 1 naked pair; ") == 0);
  CHECK(lines[2] == several + ",,,,,,multiple,,");
  CHECK(lines[3] == unsolvable_puzzle + ",,,,,,unsolvable,,");
  CHECK(lines[4] == twice + ",,,,,,invalid,,");
  CHECK(lines[5] == ",,,,,,malformed,,");
  CHECK(fields_of(lines[6])[1] == "1.2");
  for (const std::string& line : lines) CHECK(fields_of(line).size() == 9);
  CHECK(outcome.exit_code == 12);  // the first failure
  CHECK(outcome.err.find("<stdin>:2: multiple: there is more than one solution\n") !=
        std::string::npos);
  CHECK(outcome.err.find("<stdin>:4: invalid: the digit 5 is twice in row 1") != std::string::npos);
}

TEST_CASE("rate: json") {
  const ProcessResult outcome = rate({"--format", "json"}, pair_puzzle + "\n" + unsolvable_puzzle);
  const auto lines = lines_of(outcome.out);
  REQUIRE(lines.size() == 2);
  const auto rated = nlohmann::json::parse(lines[0]);
  CHECK(rated["file"] == "<stdin>");
  CHECK(rated["line"] == 1);
  CHECK(rated["status"] == "rated");
  CHECK(rated["puzzle"] == pair_puzzle);
  CHECK(rated["rating"] == 3.4);
  CHECK(rated["level"] == "hard");
  CHECK(rated["hardest"] == "hidden pair");
  CHECK(rated["guesses"].is_number_unsigned());
  CHECK(rated["ticks"] == std::stoull(solver_ticks(pair_puzzle)));
  CHECK(rated["steps"] == 58);
  CHECK(rated["uses"]["last value"] == 19);
  const auto failed = nlohmann::json::parse(lines[1]);
  CHECK(failed["status"] == "unsolvable");
  CHECK(failed["reason"] == "there is no solution");
  CHECK(outcome.exit_code == 10);
}

TEST_CASE("rate: search where the techniques do not suffice") {
  const std::string monster =
      "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1";
  const ProcessResult csv = rate({"--format", "csv"}, monster);
  CHECK(csv.exit_code == 0);
  CHECK(csv.out.find(monster + ",search,search,") != std::string::npos);
  CHECK(csv.out.find(",diabolical,rated,") != std::string::npos);
  const ProcessResult json = rate({"--format", "json"}, monster);
  const auto rated = nlohmann::json::parse(json.out);
  CHECK(rated["rating"].is_null());
  CHECK(rated["hardest"] == "search");
  CHECK(rated["guesses"] > 0);
}

TEST_CASE("rate: the same for any number of jobs, in the order of the input") {
  std::string input;
  for (const std::string& line : data_lines("puzzles/norvig_easy50.txt")) input += line + "\n";
  const ProcessResult one = rate({"--format", "csv", "--jobs", "1"}, input);
  const ProcessResult three = rate({"--format", "csv", "--jobs", "3"}, input);
  CHECK(one.exit_code == 0);
  CHECK(one.out == three.out);
  CHECK(lines_of(one.out).size() == 51);
}

TEST_CASE("rate: files, usage and output that fails") {
  const ProcessResult none = rate({"/does/not/exist", "-"}, easy_puzzle);
  CHECK(none.exit_code == 2);
  CHECK(none.err == "fungescope: /does/not/exist: there is no such file; check the path\n");
  CHECK(lines_of(none.out).size() == 1);
  CHECK(rate({}, "").exit_code == 13);
  const ProcessResult format = rate({"--format", "pretty"});
  CHECK(format.exit_code == 2);
  CHECK(format.err ==
        "fungescope: --format: there is no format 'pretty'; use one of text, csv, json\n");
  CHECK(rate({"--jobs", "0"}).exit_code == 2);
  const std::string program = FUNGESCOPE_PROGRAM;
  CHECK(run_process({"/bin/sh", "-c", program + " rate >/dev/full"}, easy_puzzle).exit_code == 4);
  CHECK(run_process({"/bin/sh", "-c", program + " rate - <&-"}).exit_code == 2);
}

TEST_CASE("rate: results come as they are ready, and Ctrl-C keeps them") {
  Process process({FUNGESCOPE_PROGRAM, "rate", "--format", "csv"});
  process.write(easy_puzzle + "\n");
  const std::string header = "puzzle,rating,hardest,guesses,ticks,level,status,steps,uses\n";
  CHECK(process.read(header.size() + 85) == header + easy_puzzle + ",1.2");
  process.signal(SIGINT);
  CHECK(process.finish().exit_code == 130);
}
