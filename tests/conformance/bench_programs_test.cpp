// Checks that every program of programs/bench prints its `; expect` lines in the expected ticks,
// and that the table in the README there agrees.
#include "conformance/expectations.h"
#include "jit/tier/engine.h"
#include "support/files.h"

#include <algorithm>
#include <filesystem>
#include <sstream>
#include <string>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

std::filesystem::path folder() {
  return FUNGESCOPE_PROGRAMS "/bench";
}

// Returns the line of the table that begins with the program's name, without the commas in numbers.
std::string row_of(const std::string& name) {
  for (std::string line : lines_of(file_bytes((folder() / "README.md").string()))) {
    if (line.rfind("| `" + name + "` |", 0) != 0) continue;
    line.erase(std::remove(line.begin(), line.end(), ','), line.end());
    return line;
  }
  return "";
}

// Returns one cell of the table.
std::string cell(const std::string& text) {
  return "| " + text + " |";
}

void check_program(const std::filesystem::path& path) {
  const std::string name = path.filename().string();
  INFO(name);
  const std::string source = file_bytes(path.string());
  const auto expected = read_expectations(source, name);
  REQUIRE_MESSAGE(expected, (expected ? "" : to_string(expected.error())));
  REQUIRE(expected->ticks);
  const auto program = load(source, {});
  REQUIRE(program);

  Machine machine(program->playfield);
  StringInput input("");
  StringOutput output;
  Engine engine(EngineKind::interpreter);
  const StopReason reason = engine.run(machine, {input, output}, *expected->ticks + 1);

  CHECK(reason == StopReason::ended);
  CHECK(machine.tick == *expected->ticks);
  CHECK(digest_of(output.text) == expected->output_sum.value_or(digest_of(expected->output)));
  const std::string row = row_of(name);
  CHECK(row.find(cell(std::to_string(*expected->ticks))) != std::string::npos);
  if (!expected->output_sum) CHECK(row.find("| `" + expected->output) != std::string::npos);
}

}  // namespace

// Billions of ticks, too many for a sanitizer, which runs the conformance programs only.
TEST_CASE("every benchmark program prints its result in its ticks" *
          doctest::skip(FUNGESCOPE_SANITIZED)) {
  std::size_t programs = 0;
  for (const auto& entry : std::filesystem::directory_iterator(folder())) {
    if (entry.path().extension() != ".b93") continue;
    check_program(entry.path());
    ++programs;
  }
  CHECK(programs >= 11);
}

TEST_CASE("the checksum of an output is zlib's adler32") {
  CHECK(digest_of("") == OutputDigest{0, 1});
  CHECK(digest_of("Befunge") == OutputDigest{7, 0x0a8202bd});
}
