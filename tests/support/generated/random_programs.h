// Generates meaningless programs, dialects and traps for comparing tiers. Each kind of program
// exercises some part of the language.
#pragma once

#include "base/random.h"
#include "lang/dialect.h"
#include "lang/playfield.h"
#include "vm/traps.h"

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
// Returns a program of any kind as text.
[[nodiscard]] std::string random_source(Random& random);
// Returns the lines of a field. Values that are not printable characters become blanks.
[[nodiscard]] std::string source_of(const Playfield& field);

// Returns a preset, or rarely a random choice for each field.
[[nodiscard]] Dialect random_dialect(Random& random);

// Returns a few traps of all kinds, or of one kind, or none.
[[nodiscard]] Traps random_traps(Random& random, Size field);

// Returns a cell of a field of that size.
[[nodiscard]] Point random_point(Random& random, Size size);

// Returns a number uniform over 0..bound-1.
[[nodiscard]] std::uint64_t below(Random& random, std::uint64_t bound);

}  // namespace fungescope::test
