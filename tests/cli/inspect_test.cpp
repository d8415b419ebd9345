// `fungescope inspect --jit`; the other reports are in `transcripts`.
#include "cli/inspect_command.h"
#include "support/scratch.h"

#include <string>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace fungescope;

TEST_CASE("--jit shows each region from its blocks to its machine code") {
  InspectOptions options;
  options.jit = true;
  options.max_ticks = 20'000;
  const test::Scratch scratch;
  options.input = scratch.file("input", "");
  options.source.file = scratch.file(
      "program.b93",
      "019p\"d\":*09p>09g7%19g+19p09g1-:09p#v_19g.@\n            ^                      <");
  const InspectResult outcome = inspect(options);
  if (outcome.exit_code == 2) {  // another processor
    CHECK(outcome.err.find("no JIT in this build") != std::string::npos);
    return;
  }
  CHECK(outcome.err.empty());
  CHECK(outcome.out.starts_with(options.source.file +
                                "\n  dialect  wide\n  ticks    20,000, then stopped\n"));
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
  options.json = true;
  options.source.file = scratch.file("program.b93", "><");
  const nlohmann::json json = nlohmann::json::parse(inspect(options).out);
  CHECK(json["engine"] == "jit");
  REQUIRE(!json["regions"].empty());
  for (const char* key : {"nodes", "lifted", "optimised", "code"}) {
    CHECK(!json["regions"][0][key].get<std::string>().empty());
  }
}
