// What JSON and editors ask of text: UTF-8, and columns in units of UTF-16.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fungescope {

// The bytes at the beginning that are whole, valid code points.
[[nodiscard]] std::size_t valid_utf8_prefix(std::string_view text);

// Could `text`, behind its valid prefix, become valid by further bytes?
[[nodiscard]] bool is_truncated_utf8(std::string_view text);

// Each byte a code point, U+00 to U+FF.
[[nodiscard]] std::string latin1_to_utf8(std::string_view bytes);

// So many UTF-16 units; of valid UTF-8. A cut off code point counts as one.
[[nodiscard]] std::size_t utf16_length(std::string_view text);
// Where the code point begins that holds that unit; the end if there are fewer.
[[nodiscard]] std::size_t byte_at_utf16_offset(std::string_view text, std::size_t unit);

}  // namespace fungescope
