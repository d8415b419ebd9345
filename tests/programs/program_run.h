// Loads a program of programs/, and runs it from start to end.
#pragma once

#include "jit/tier/engine.h"
#include "lang/loader.h"
#include "support/test.h"

namespace fungescope::test {

// Returns the bytes of programs/NAME.
[[nodiscard]] std::string program_bytes(const std::string& name);

// Loads programs/NAME; once for each dialect, since tests run a program hundreds of times.
[[nodiscard]] const Program& loaded_program(const std::string& name,
                                            std::string_view dialect = "wide");

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

[[nodiscard]] ProgramRun run_program(const std::string& name, std::string input,
                                     const ProgramOptions& options = {});

using Lines = std::vector<std::string>;

// Splits text at the ends of its lines; the last line may lack one.
[[nodiscard]] Lines lines_of(const std::string& text);

}  // namespace fungescope::test
