// Reads a decimal number from input bytes by the rules of `&`, exact to the byte.
//
// A number is an optional sign, `+` or `-`, directly followed by one or more decimal digits; it
// ends before the first byte that is not a digit. Its value wraps around at 64 bits. The two rules
// differ in the bytes that may precede it:
//
//   skip_to_number  all bytes that do not start a number are skipped, such as a sign without a
//                   digit after it: "--5" is -5, "x+y7" is 7, and "-" at the end of input is not
//                   a number.
//   scan            as C's %ld: white space is skipped, and then a number must follow. Other bytes
//                   stay unread, except for a sign without a digit after it, as in C.
#pragma once

#include "lang/dialect.h"
#include "vm/io.h"

#include <cstdint>

namespace fungescope {

struct NumberRead {
  enum class Outcome : std::uint8_t {
    number,
    none,     // at the end of input, or (scan) at other bytes
    not_yet,  // no byte available; `position` is the given one
  };
  Outcome outcome = Outcome::none;
  std::int64_t value = -1;     // -1 unless a number was found
  std::uint64_t position = 0;  // of the next byte to read: the one that ended the number
};

// Reads a number that starts at or after `position`. Requests positions in ascending order, up to
// one byte past the number.
[[nodiscard]] NumberRead read_number(Input& input, std::uint64_t position, NumberInput rule);

}  // namespace fungescope
