// The values that a user can ask about, as text:
//
//     3,4   cell(3,4)   grid(2,5)   Solve::x     a cell
//     top   stack(1)   stack 1                   a value of the stack, counted from the top
//     output 17                                  a byte of the output, counted from 0
#pragma once

#include "session/session.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <variant>

namespace fungescope {

struct AskedCell {
  Point at;
};
struct AskedSlot {
  std::size_t from_top = 0;
};
struct AskedOutput {
  std::uint64_t position = 0;
};

struct AskedValue {
  std::variant<AskedCell, AskedSlot, AskedOutput> what;
  std::string name;  // as a user would write it: "grid(2,5)", "stack(1)", "output 17"
};

// Parses the whole of `text`. Fails if the present instant has no such value. Errors have the
// column, from 1.
[[nodiscard]] Result<AskedValue> parse_asked_value(std::string_view text, const Session& session);

}  // namespace fungescope
