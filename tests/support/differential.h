// Runs the same machine on the reference and on a tier under test, stops both at the same ticks,
// and finds their first difference.
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

// Before a run, the machine is set to an earlier state.
struct Jump {
  enum class Method : std::uint8_t {
    load,
    pieces,   // put_deltas and adopt
    forget,   // assignment and `forget`
    restore,  // with a map of the cells that differ, and others
  };
  std::size_t stop = 0;   // before the run to this stop
  std::size_t state = 0;  // the state after this number of stops, at most `stop`; 0: the start
  Method method = Method::load;
  std::size_t piece = 1;                                    // cells, for `pieces` and `restore`
  std::vector<std::pair<std::size_t, std::int64_t>> pokes;  // cells of other values
};

struct DifferentialCase {
  Playfield field;
  Dialect dialect;
  std::uint64_t seed = 0;
  std::size_t max_stack = 1000;
  std::string input;
  std::size_t output_limit = 100'000;  // the output closes after this many bytes
  bool input_pauses = false;           // before every third byte the input returns `not_yet` once
  bool observe = false;                // else there is no observer
  Interest interest = Interest::writes;
  bool map_writes = false;
  std::vector<Tick> stops;  // ascending
  // The traps of the runs to each stop, repeated cyclically; nothing: a run without traps.
  std::vector<std::optional<Traps>> traps;
  std::vector<Jump> jumps;  // by `stop`
};

struct DifferentialResult {
  // Empty if the tiers agree at every stop on the machine, the stack's high-water mark, the output,
  // the warnings, the observed events, the write map, the traps and the stop reason; else the first
  // difference.
  std::string difference;
  Tick ticks = 0;  // executed by each tier
};
[[nodiscard]] DifferentialResult compare_tiers(const DifferentialCase& c,
                                               const MakeTier& make_tier);
// Returns the difference only.
[[nodiscard]] std::string find_difference(const DifferentialCase& c, const MakeTier& make_tier);
// As above, for the fast interpreter.
[[nodiscard]] std::string find_difference(const DifferentialCase& c);

// Returns how many random cases a test tries: the environment variable FUNGESCOPE_RANDOM_CASES if
// it is set, for longer searches, else `usually`.
[[nodiscard]] std::uint64_t random_cases(std::uint64_t usually);

// Returns the field as text, for failure messages.
[[nodiscard]] std::string to_text(const Playfield& field);

}  // namespace fungescope::test
