// What JSON and editors ask of text: UTF-8, and columns in units of UTF-16.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fungescope {

// The bytes at the beginning that are whole, valid code points.
[[nodiscard]] std::size_t valid_prefix(std::string_view text);

// Could `text`, behind its valid prefix, become valid by further bytes?
[[nodiscard]] bool is_cut_off(std::string_view text);

// Each byte a code point, U+00 to U+FF.
[[nodiscard]] std::string from_latin_1(std::string_view bytes);

// So many UTF-16 units; of valid UTF-8. A cut off code point counts as one.
[[nodiscard]] std::size_t utf16_size(std::string_view text);
// Where the code point begins that holds that unit; the end if there are fewer.
[[nodiscard]] std::size_t byte_of_unit(std::string_view text, std::size_t unit);

}  // namespace fungescope
