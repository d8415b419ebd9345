// Loads a program of programs/, and runs it from start to end.
#pragma once

#include "jit/tier/engine.h"
#include "lang/loader.h"
#include "support/test.h"
#include "vm/io.h"

namespace fungescope::test {

// Returns the bytes of programs/NAME.
[[nodiscard]] inline std::string program_bytes(const std::string& name) {
  return file_bytes(std::string(FUNGESCOPE_PROGRAMS) + "/" + name);
}

// Loads programs/NAME; once for each dialect, since tests run a program hundreds of times.
[[nodiscard]] inline const Program& loaded_program(const std::string& name,
                                                   std::string_view dialect = "wide") {
  static std::map<std::pair<std::string, std::string>, Program> programs;
  const std::pair key{name, std::string(dialect)};
  const auto known = programs.find(key);
  if (known != programs.end()) return known->second;
  LoadOptions options{.dialect = find_dialect(dialect).value()};
  return programs.emplace(key, load(program_bytes(name), options).value()).first->second;
}

struct ProgramRun {
  StopReason stopped = StopReason::ended;
  Tick ticks = 0;
  std::string output;
};

struct ProgramOptions {
  std::uint64_t seed = 0;
  EngineKind engine = EngineKind::automatic;
  std::string_view dialect = "wide";
  Tick until = 1'000'000'000;
};

[[nodiscard]] inline ProgramRun run_program(const std::string& name, std::string input,
                                            const ProgramOptions& options = {}) {
  const Program& program = loaded_program(name, options.dialect);
  Machine machine(program.playfield, {find_dialect(options.dialect).value(), options.seed});
  StringInput bytes(std::move(input));
  StringOutput output;
  const StopReason stopped = Engine(options.engine).run(machine, {bytes, output}, options.until);
  return {stopped, machine.tick, std::move(output.text)};
}

// Returns 81 digits as the solvers print them.
[[nodiscard]] inline std::string printed_grid(std::string_view line) {
  std::string text;
  for (std::size_t y = 0; y < 9; ++y) text += std::string(line.substr(y * 9, 9)) + '\n';
  return text;
}
// What setter.b93 prints first, and again after each request that it refuses.
inline constexpr std::string_view setter_greeting =
    "Say COUNT minimal, COUNT rows or COUNT N: COUNT 1 to 999999, N 20 to 80";

using Lines = std::vector<std::string>;

}  // namespace fungescope::test
