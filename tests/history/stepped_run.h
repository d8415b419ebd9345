// Computes the expected states of a history by running without one.
#pragma once

#include "support/generated/random_programs.h"
#include "support/test.h"
#include "vm/reference_interpreter.h"

namespace fungescope::test {

// The machine's hash at every tick from `start` on, until it stops or has run `ticks`, and its
// output.
struct SteppedRun {
  std::vector<std::uint64_t> hashes;  // [tick - start.tick]
  std::string output;
};

inline SteppedRun run_stepwise(Machine machine, const std::string& input, Tick ticks) {
  SteppedRun run;
  StringInput in(input);
  StringOutput out;
  run.hashes.push_back(machine.hash());
  for (; ticks > 0; --ticks) {
    const Tick before = machine.tick;
    run_reference(machine, {in, out}, before + 1);
    if (machine.tick == before) break;
    run.hashes.push_back(machine.hash());
  }
  run.output = std::move(out.text);
  return run;
}

inline Machine random_machine(std::uint64_t seed) {
  Random random(seed);
  MachineOptions options{.seed = random.next(), .max_stack = 1000};
  const auto kind = static_cast<ProgramKind>(below(random, program_kinds));
  return Machine(random_program(random, kind), options);
}

}  // namespace fungescope::test
