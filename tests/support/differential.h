// Runs the same machine on the reference and on the fast interpreter, stops
// both at the same ticks, and says where they differ.
#pragma once

#include "lang/dialect.h"
#include "lang/playfield.h"
#include "vm/run.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace fungescope::test {

struct DifferentialCase {
  Playfield field;
  Dialect dialect;
  std::uint64_t seed = 0;
  std::size_t max_stack = 1000;
  std::string input;
  std::size_t output_limit = 100'000;  // the output closes after so many bytes
  bool input_pauses = false;           // before every third byte the input answers `not_yet` once
  bool observe = false;                // else nobody listens
  Interest interest = Interest::writes;
  bool map_writes = false;
  std::vector<Tick> stops;  // rising
  // Of the runs to each stop in turn, again from the first when there are no more;
  // nothing: a run without traps.
  std::vector<std::optional<Traps>> traps;
};

// Empty if the tiers agree at every stop on the machine, the stack's high-water
// mark, the output, the warnings, the observed events, the write map, the trap
// met and the reason to stop; else what differs first.
[[nodiscard]] std::string find_difference(const DifferentialCase& c);

// The field as text, for a message about a failure.
[[nodiscard]] std::string to_text(const Playfield& field);

}  // namespace fungescope::test
