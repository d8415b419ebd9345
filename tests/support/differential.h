// Runs the same machine on the reference and on a tier under test, stops both at
// the same ticks, and says where they differ.
#pragma once

#include "lang/dialect.h"
#include "lang/playfield.h"
#include "support/tier.h"
#include "vm/run.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

namespace fungescope::test {

// Before a run, the machine goes on with a state that it had before.
struct Jump {
  enum class Method : std::uint8_t {
    load,
    pieces,  // put_deltas and adopt
    forget,  // assigned, and everything forgotten
  };
  std::size_t stop = 0;   // before the run to this stop
  std::size_t state = 0;  // the state after so many stops, at most `stop`; 0: the start
  Method way = Method::load;
  std::size_t piece = 1;                                    // cells, for `pieces`
  std::vector<std::pair<std::size_t, std::int64_t>> pokes;  // cells of other values
};

struct DifferentialCase {
  Playfield field;
  Dialect dialect;
  std::uint64_t seed = 0;
  std::size_t max_stack = 1000;
  std::string input;
  std::size_t output_limit = 100'000;  // the output closes after so many bytes
  bool input_pauses = false;           // before every third byte the input answers `not_yet` once
  bool observe = false;                // otherwise no observer
  Interest interest = Interest::writes;
  bool map_writes = false;
  std::vector<Tick> stops;  // rising
  // Of the runs to each stop in turn, again from the first when there are no more;
  // nothing: a run without traps.
  std::vector<std::optional<Traps>> traps;
  std::vector<Jump> jumps;  // by `stop`
};

struct DifferentialResult {
  // Empty if the tiers agree at every stop on the machine, the stack's high-water
  // mark, the output, the warnings, the observed events, the write map, the trap
  // met and the reason to stop; else what differs first.
  std::string difference;
  Tick ticks = 0;  // that each tier executed
};
[[nodiscard]] DifferentialResult compare_tiers(const DifferentialCase& c,
                                               const MakeTier& make_tier);
// The difference alone.
[[nodiscard]] std::string find_difference(const DifferentialCase& c, const MakeTier& make_tier);
// Of the fast interpreter.
[[nodiscard]] std::string find_difference(const DifferentialCase& c);

// The field as text, for a message about a failure.
[[nodiscard]] std::string to_text(const Playfield& field);

}  // namespace fungescope::test
