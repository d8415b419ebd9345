// Defines dialects: plain values with one field for each choice that the published description of
// Befunge-93 leaves open. docs/semantics.md explains each choice with its source. The presets are
// `wide`, `befunexec`, `bef` and `strict`.
#pragma once

#include "lang/geometry.h"

#include <array>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace fungescope {

enum class FieldSizeRule : std::uint8_t {
  classic_or_source,  // 80x25 if the source fits into it, else its bounding box
  source,             // always the bounding box
  classic_cut,        // always 80x25; a larger source is cut, with a warning
};

// The effect of an operation that the description leaves undefined.
enum class OnUndefined : std::uint8_t {
  ignore,  // the harmless meaning, silently
  warn,    // the harmless meaning, and a warning
  stop,    // stop the run with an error that names the cell, tick and operation
};

enum class DivisionByZero : std::uint8_t {
  zero,  // the result is 0
  ask,   // `/` asks the user for the result; `%` stops the run
  stop,  // both stop the run
};

enum class NumberInput : std::uint8_t {
  skip_to_number,  // skip bytes that cannot start a number; at the end of input: -1
  scan,            // as C's %ld: white space, then a number; other bytes stay unread and give -1
};

struct Dialect {
  std::string_view name = "wide";

  // Loading.
  FieldSizeRule field_size = FieldSizeRule::classic_or_source;
  bool carriage_return_ends_line = true;  // else CR is a cell
  bool utf8_source = false;               // a character of UTF-8 is one cell; else each byte is
  bool code_piece = false;  // a source in `CodePiece… { … }` is what the braces contain
  bool automatic = false;   // `befunexec` for a source that needs it (choose_dialect)

  // Values.
  bool signed_8_bit_cells = false;       // `p` keeps the low byte, read back as -128..127
  bool instruction_is_low_byte = false;  // else values outside 0..255 are not instructions

  // Undefined operations.
  DivisionByZero division_by_zero = DivisionByZero::zero;
  NumberInput number_input = NumberInput::skip_to_number;
  OnUndefined outside_get = OnUndefined::ignore;          // `g` outside the field; else 0
  OnUndefined outside_put = OnUndefined::ignore;          // `p` outside the field; else nothing
  OnUndefined unknown_instruction = OnUndefined::ignore;  // else nothing
  OnUndefined stack_underflow = OnUndefined::ignore;      // else pops 0
  OnUndefined edge_wrap = OnUndefined::ignore;  // the pointer leaves one edge; else the torus
  OnUndefined output_out_of_byte =
      OnUndefined::ignore;  // `,` of a value outside 0..255; else the low byte
  // `,` prints code points as UTF-8, and the low byte of other values. The loader sets it where
  // `utf8_source` has made cells of characters outside ASCII.
  bool utf8_output = false;

  // `,` prints a value from 0 to below this as the byte that it is; of others it may be undefined,
  // or a character. 0: every value is printed by its low byte.
  [[nodiscard]] constexpr std::int64_t plain_output_limit() const {
    if (utf8_output) return 128;
    return output_out_of_byte == OnUndefined::ignore ? 0 : 256;
  }

  friend bool operator==(const Dialect&, const Dialect&) = default;
};

inline constexpr std::array dialect_presets{
    Dialect{.name = "wide"},
    Dialect{.name = "befunexec",
            .field_size = FieldSizeRule::source,
            .utf8_source = true,
            .code_piece = true},
    Dialect{
        .name = "bef",
        .field_size = FieldSizeRule::classic_cut,
        .carriage_return_ends_line = false,
        .signed_8_bit_cells = true,
        .instruction_is_low_byte = true,
        .division_by_zero = DivisionByZero::ask,
        .number_input = NumberInput::scan,
        .outside_get = OnUndefined::warn,
        .outside_put = OnUndefined::warn,
        .unknown_instruction = OnUndefined::warn,
    },
    Dialect{
        .name = "strict",
        .division_by_zero = DivisionByZero::stop,
        .outside_get = OnUndefined::stop,
        .outside_put = OnUndefined::stop,
        .unknown_instruction = OnUndefined::stop,
        .stack_underflow = OnUndefined::stop,
        .edge_wrap = OnUndefined::warn,
        .output_out_of_byte = OnUndefined::stop,
    },
};

// Returns the presets, `wide` first.
[[nodiscard]] constexpr std::span<const Dialect> dialects() {
  return dialect_presets;
}

// Returns the dialect for a source when none is named: `wide`, or `befunexec` if the source needs
// it.
[[nodiscard]] constexpr Dialect automatic_dialect() {
  return {.automatic = true};
}

// Returns the preset of that name, which is in lower case, or nothing.
[[nodiscard]] inline std::optional<Dialect> find_dialect(std::string_view name) {
  for (const Dialect& dialect : dialects()) {
    if (dialect.name == name) return dialect;
  }
  return std::nullopt;
}

// Returns "wide, …", for messages.
[[nodiscard]] inline std::string dialect_names() {
  std::string names;
  for (const Dialect& dialect : dialects()) {
    if (!names.empty()) names += ", ";
    names += dialect.name;
  }
  return names;
}

}  // namespace fungescope
