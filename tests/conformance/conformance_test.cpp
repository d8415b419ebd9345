// Runs every program of this folder in each of its dialects on both interpreters, from the start
// and again with a stop after every tick.
#include "conformance/expectations.h"
#include "jit/tier/engine.h"
#include "support/files.h"

#include <filesystem>
#include <set>

#include <doctest/doctest.h>

using namespace fungescope;
using namespace fungescope::test;

namespace {

class CountedWarnings final : public Warnings {
 public:
  void warn(Point /*at*/, std::uint64_t /*tick*/, std::string_view what) override {
    CHECK(!what.empty());
    ++count;
  }
  std::size_t count = 0;
};

// How a program is run to its end.
enum class Pace { at_once, tick_by_tick };

StopReason run_at(Pace pace, Engine& engine, Machine& machine, const Ports& ports, Tick until) {
  StopReason reason = StopReason::tick_reached;
  while (pace == Pace::tick_by_tick && reason == StopReason::tick_reached && machine.tick < until) {
    reason = engine.run(machine, ports, machine.tick + 1);
  }
  return pace == Pace::tick_by_tick ? reason : engine.run(machine, ports, until);
}

void check(const Expectations& expected, const Dialect& dialect, EngineKind kind, Pace pace,
           const Playfield& field) {
  Machine machine(field, {dialect, 1, expected.max_stack});
  Engine engine(kind);
  StringInput input(expected.input);
  StringOutput output;
  CountedWarnings warnings;
  const Ports ports{input, output, &warnings};
  const StopReason reason = run_at(pace, engine, machine, ports, expected.max_ticks);

  REQUIRE(!expected.output_sum);
  CHECK(output.text == expected.output);
  CHECK(warnings.count == expected.warnings);
  CHECK(std::string(fault_name(machine.fault.kind)) == std::string(fault_name(expected.fault)));
  if (expected.fault != FaultKind::none) {
    CHECK(reason == StopReason::faulted);
    CHECK(machine.fault.at.x == expected.fault_at.x);
    CHECK(machine.fault.at.y == expected.fault_at.y);
    CHECK(machine.fault.tick == machine.tick);
    CHECK(!describe(machine.fault).empty());
  } else {
    CHECK(reason == (expected.reaches_max_ticks ? StopReason::tick_reached : StopReason::ended));
  }
  if (expected.ticks) CHECK(machine.tick == *expected.ticks);
  if (expected.stack) {
    const auto values = machine.stack.values();
    CHECK(std::vector<std::int64_t>(values.begin(), values.end()) == *expected.stack);
  }
}

void check_file(const std::filesystem::path& path) {
  const std::string source = file_bytes(path.string());
  const auto expected = read_expectations(source, path.filename().string());
  REQUIRE_MESSAGE(expected, (expected ? "" : to_string(expected.error())));
  for (const Dialect& dialect : expected->dialects) {
    LoadOptions options;
    options.dialect = dialect;
    options.size = expected->size;
    const auto program = load(source, options);
    REQUIRE(program);
    for (const EngineKind kind : {EngineKind::reference, EngineKind::interpreter}) {
      for (const Pace pace : {Pace::at_once, Pace::tick_by_tick}) {
        INFO(path.filename().string(), " in dialect ", std::string(dialect.name), " on ",
             std::string(to_string(kind)),
             std::string(pace == Pace::at_once ? "" : ", tick by tick"));
        check(*expected, program->dialect, kind, pace, program->playfield);
      }
    }
  }
}

}  // namespace

TEST_CASE("every conformance program meets its expectations") {
  std::set<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(FUNGESCOPE_CONFORMANCE)) {
    if (entry.path().extension() == ".b93") files.insert(entry.path());
  }
  REQUIRE(files.size() >= 40);
  for (const auto& file : files) check_file(file);
}

TEST_CASE("a malformed expectation is an error") {
  CHECK(!read_expectations("@\n; expect miracles\n", "f"));
  CHECK(!read_expectations("@\n; ticks many\n", "f"));
  CHECK(!read_expectations("@\n; expect output of 7 bytes\n", "f"));
  CHECK(!read_expectations("@\n; exit error sadness at 0 0\n", "f"));
  CHECK(read_expectations("@\n; because it is so\n", "f"));
}
