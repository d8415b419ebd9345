// Decompresses text in the format of the JavaScript library lz-string, `compressToBase64`.
//
// The format is LZ78 on UTF-16 code units, with codes that get one bit wider as the dictionary
// grows. Codes 0 and 1 announce a new unit of 8 or 16 bits, 2 is the end. Bits of a code come
// lowest first, six in each character of base64.
#pragma once

#include <cstddef>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope::puzzles {

// Returns nothing if the text is not of this format, is cut short, or has more than `limit` units
// when decompressed. Cost: linear in the result, in time and memory.
[[nodiscard]] std::optional<std::u16string> decompress_lz_string(std::string_view base64,
                                                                 std::size_t limit);

}  // namespace fungescope::puzzles
