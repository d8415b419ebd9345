// Programs without sense, for comparing tiers: several kinds of noise, each
// strong at some corner of the language.
#pragma once

#include "base/random.h"
#include "lang/dialect.h"
#include "lang/playfield.h"

#include <string>

namespace fungescope::test {

enum class ProgramKind : std::uint8_t {
  noise,      // every cell any instruction or byte
  sparse,     // mostly blanks and turns: long paths, crossings, wraps
  plausible,  // idioms (constants, cell accesses, tests, loops) on a path of turns
  self_made,  // g and p at coordinates inside the code, string mode, few values
};
inline constexpr int program_kinds = 4;

[[nodiscard]] Playfield random_program(Random& random, ProgramKind kind);
// A program of any kind, as text: characters that a line cannot hold become blanks.
[[nodiscard]] std::string random_source(Random& random);

// A preset or, rarely, independent choices.
[[nodiscard]] Dialect random_dialect(Random& random);

// Uniform over 0..bound-1.
[[nodiscard]] std::uint64_t below(Random& random, std::uint64_t bound);

}  // namespace fungescope::test
