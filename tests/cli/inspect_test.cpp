#include "support/process.h"
#include "support/scratch.h"

#include <string>
#include <string_view>
#include <vector>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace fungescope::test;

namespace {

constexpr std::string_view program =
    "v1A\n"
    ">2+.@\n"
    "#$watch[2,0]:char = Solve :: x\n"
    "#$break[1,1]\n"
    "#$replace A -> 3\n"
    "#$region[0,0](3x2):ascii = code\n"
    "#$break[x]\n";

using Options = std::vector<std::string>;

ProcessResult inspect_source(std::string_view bytes, const Options& options = {}) {
  const Scratch scratch;
  const std::string file = scratch.file("program.b93", bytes);
  Options arguments{FUNGESCOPE_PROGRAM, "inspect", file};
  arguments.insert(arguments.end(), options.begin(), options.end());
  ProcessResult outcome = run_process(arguments);
  // The path differs from run to run.
  for (std::string* text : {&outcome.out, &outcome.err}) {
    for (std::size_t at = 0; (at = text->find(file)) != std::string::npos;) {
      text->replace(at, file.size(), "FILE");
    }
  }
  return outcome;
}

nlohmann::json inspect_as_json(std::string_view bytes, Options options = {}) {
  options.emplace_back("--json");
  const ProcessResult outcome = inspect_source(bytes, options);
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.err.empty());
  return nlohmann::json::parse(outcome.out);
}

}  // namespace

TEST_CASE("--jit shows each region from its blocks to its machine code") {
  const Options options{"--jit", "--max-ticks", "20000"};
  const ProcessResult outcome = inspect_source(
      "019p\"d\":*09p>09g7%19g+19p09g1-:09p#v_19g.@\n            ^                      <",
      options);
  if (outcome.exit_code == 2) {  // another processor
    CHECK(outcome.err.find("no JIT in this build") != std::string::npos);
    return;
  }
  CHECK(outcome.err.empty());
  CHECK(outcome.out.starts_with("FILE\n  dialect  wide\n  ticks    20,000, then stopped\n"));
  std::size_t at = 0;
  for (const char* next :
       {"\nregion 1: ", "\nnodes\n", "push_cell [0,9]", "\nlifted\n", " = remainder ",
        "\nafter the passes\n", " = shift_right_logical ", "\nmachine code\n", "'%'", "imul "}) {
    CAPTURE(next);
    at = outcome.out.find(next, at);
    REQUIRE(at != std::string::npos);
  }
  for (std::size_t end = outcome.out.find('\n'); end != std::string::npos;
       end = outcome.out.find('\n', end + 1)) {
    CHECK((end == 0 || outcome.out[end - 1] != ' '));
  }
  const nlohmann::json json = inspect_as_json("><", options);
  CHECK(json["engine"] == "jit");
  REQUIRE(!json["regions"].empty());
  for (const char* key : {"nodes", "lifted", "optimised", "code"}) {
    CHECK(!json["regions"][0][key].get<std::string>().empty());
  }
}

TEST_CASE("the report has a section for each kind of information, aligned") {
  const ProcessResult outcome = inspect_source(program, {"--size", "source"});
  CHECK(outcome.exit_code == 0);
  CHECK(outcome.err.empty());
  CHECK(outcome.out.starts_with(
      "FILE\n"
      "  dialect    wide\n"
      "  source     114 bytes\n"
      "  field      31x7, 217 cells\n"
      "  reachable  6 cells, 2.8 %\n"
      "\n"
      "warnings\n"
      "  FILE:7:9: this #$break is ignored: expected a number for x, not 'x'; the form is "
      "#$break[x,y]\n"
      "\n"
      "regions\n"
      "  code  0,0  3x2  ascii  line 6\n"
      "\n"
      "watches\n"
      "  Solve::x  2,0  char  line 3\n"
      "\n"
      "breakpoints\n"
      "  1,1  line 4\n"
      "\n"
      "replacements\n"
      "  A  ->  3  line 5\n"
      "\n"
      "cells by instruction\n"
      "  ' '  1"));
}

TEST_CASE("a report of a plain program has no empty sections") {
  CHECK(inspect_source("11+.@", {"--size", "source"}).out ==
        "FILE\n"
        "  dialect    wide\n"
        "  source     5 bytes\n"
        "  field      5x1, 5 cells\n"
        "  reachable  5 cells, 100.0 %\n"
        "\n"
        "cells by instruction\n"
        "  '1'  2  40.0 %  digit_1        push 1\n"
        "  '+'  1  20.0 %  add            a b -> a + b\n"
        "  '.'  1  20.0 %  output_number  print as a decimal number and a space\n"
        "  '@'  1  20.0 %  end            end the program\n");
}

TEST_CASE("the JSON object has the same information") {
  const nlohmann::json json = inspect_as_json(program);
  CHECK(json["dialect"] == "wide");
  CHECK(json["bytes"] == 114);
  CHECK(json["width"] == 80);
  CHECK(json["height"] == 25);
  CHECK(json["cells"] == 2000);
  CHECK(json["reachable"] == 6);
  CHECK(json["regions"] == nlohmann::json::parse(R"([{"name": "code", "x": 0, "y": 0,
      "width": 3, "height": 2, "encoding": "ascii", "line": 6}])"));
  CHECK(json["watches"] == nlohmann::json::parse(R"([{"name": "x", "scope": ["Solve"], "x": 2,
      "y": 0, "type": "char", "line": 3}])"));
  CHECK(json["breakpoints"] == nlohmann::json::parse(R"([{"x": 1, "y": 1, "line": 4}])"));
  CHECK(json["replacements"] == nlohmann::json::parse(R"([{"from": "A", "to": "3", "line": 5}])"));
  CHECK(json["method"].is_null());
  CHECK(inspect_as_json("#$method = tallies")["method"] == "tallies");
  REQUIRE(json["warnings"].size() == 1);
  CHECK(json["warnings"][0]["line"] == 7);
  CHECK(json["warnings"][0]["column"] == 9);
  std::uint64_t cells = 0;
  for (const auto& count : json["instructions"]) cells += count["cells"].get<std::uint64_t>();
  CHECK(cells == 2000);
}

TEST_CASE("a name that is not UTF-8 keeps the JSON valid") {
  CHECK(inspect_as_json("#$watch[0,0]:int = \xff\xfe")["watches"].size() == 1);
}

TEST_CASE("a control character in a name does not reach the terminal") {
  const ProcessResult outcome = inspect_source("#$watch[0,0]:int = \x1b[2J");
  CHECK(outcome.out.find('\x1b') == std::string::npos);
  CHECK(outcome.out.find("\\x1b[2J") != std::string::npos);
}

TEST_CASE("--region adds a region, or replaces one of the same name") {
  const nlohmann::json json =
      inspect_as_json(program, {"--region", "more=1,2,3,4", "--region", "CODE=5,6,7,8:hex"});
  REQUIRE(json["regions"].size() == 2);
  CHECK(json["regions"][0]["name"] == "more");
  CHECK(json["regions"][1]["name"] == "CODE");
  CHECK(json["regions"][1]["x"] == 5);
}

TEST_CASE("--no-annotations ignores them") {
  const nlohmann::json json = inspect_as_json(program, {"--no-annotations"});
  CHECK(json["watches"].empty());
  CHECK(json["warnings"].empty());
}

TEST_CASE("a wrong option or file is exit code 2 and one line of error") {
  const auto failure = [](const Options& options) {
    const ProcessResult outcome = inspect_source("@", options);
    CHECK(outcome.exit_code == 2);
    CHECK(outcome.out.empty());
    return outcome.err;
  };
  CHECK(failure({"--dialect", "narrow"}) ==
        "fungescope: --dialect: there is no dialect 'narrow'; use one of wide, befunexec, bef, "
        "strict\n");
  CHECK(failure({"--size", "80"}).starts_with("fungescope: --size: '80' is not a size"));
  CHECK(failure({"--region", "r=79,0,2,1"}) ==
        "fungescope: --region: 'r=79,0,2,1' reaches outside the field of 80x25; coordinates count "
        "from 0, x before y\n");
  CHECK(failure({"--max-cells", "10"})
            .starts_with("fungescope: FILE: the field of 80x25 has 2000 cells"));
  CHECK(run_process({FUNGESCOPE_PROGRAM, "inspect", "no/such/file"}).exit_code == 2);
}
