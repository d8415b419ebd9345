// `fungescope inspect --jit`; the other reports are in `transcripts`.
#include "support/process.h"
#include "support/scratch.h"
#include "support/test.h"

#include <nlohmann/json.hpp>

namespace {

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
    CHECK(contains(outcome.err, "no JIT in this build"));
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
