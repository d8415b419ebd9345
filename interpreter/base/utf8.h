// Validates and measures UTF-8, as JSON and editor protocols require.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fungescope {

// Returns the size of the longest prefix that consists of whole, valid code points.
[[nodiscard]] std::size_t valid_utf8_prefix(std::string_view text);

// Returns the size of the code point at the start of `text`; 0 if it is invalid.
[[nodiscard]] std::size_t code_point_size(std::string_view text);

// Returns whether `text`, after its valid prefix, could become valid with further bytes.
[[nodiscard]] bool is_truncated_utf8(std::string_view text);

// Encodes each byte as the code point U+00 to U+FF of the same number.
[[nodiscard]] std::string latin1_to_utf8(std::string_view bytes);

// Returns the length of valid UTF-8 in UTF-16 code units. A truncated code point at the end counts
// as if it were whole.
[[nodiscard]] std::size_t utf16_length(std::string_view text);
// Returns the offset of the code point that contains the UTF-16 code unit number `unit`, or the
// size of `text` if it has fewer units.
[[nodiscard]] std::size_t byte_at_utf16_offset(std::string_view text, std::size_t unit);

}  // namespace fungescope
