// Text from outside, made fit for a message: control characters, which could
// move a terminal's cursor or forge a line, become \n, \t or \xNN. Bytes above
// 127 stay, since most of them are UTF-8.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fungescope {

[[nodiscard]] std::string escape_controls(std::string_view text);

// "'text'", printable, cut after `limit` bytes with "...".
[[nodiscard]] std::string single_quoted(std::string_view text, std::size_t limit = 40);

}  // namespace fungescope
