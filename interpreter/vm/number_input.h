// Reading a decimal number from input bytes: the rules of `&`, exact to the byte.
//
// A number is an optional sign, `+` or `-`, directly followed by one or more
// decimal digits; it ends before the first byte that is no digit. Its value
// wraps around at 64 bits. The two rules differ in what may precede it:
//
//   skip_to_number  everything that does not start a number is skipped; a sign
//                   without a digit after it is such a byte. "--5" is -5,
//                   "x+y7" is 7, "-" at the end of input is no number.
//   scan            as C's %ld: white space is skipped, and then a number must
//                   follow. Other bytes stay unread, but a sign that no digit
//                   follows has been read, as in C.
#pragma once

#include "lang/dialect.h"
#include "vm/io.h"

#include <cstdint>

namespace fungescope {

struct NumberRead {
  enum class Outcome : std::uint8_t {
    number,
    none,     // end of input, or (scan) something else is there
    not_yet,  // the input has no byte now; `position` is as given
  };
  Outcome outcome = Outcome::none;
  std::int64_t value = -1;     // -1 unless a number was found
  std::uint64_t position = 0;  // where reading goes on: before the byte that ended the number
};

// Asks for positions from `position` upwards, none twice after a later one was
// asked for, and at most one byte past the number.
[[nodiscard]] NumberRead read_number(Input& input, std::uint64_t position, NumberInput rule);

}  // namespace fungescope
