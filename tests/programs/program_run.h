// Loads a program of programs/, and runs it from start to end.
#pragma once

#include "jit/tier/engine.h"
#include "lang/loader.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace fungescope::test {

// Returns the bytes of programs/NAME.
[[nodiscard]] std::string program_bytes(const std::string& name);

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

}  // namespace fungescope::test
