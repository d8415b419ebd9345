// Compresses text in the format of lz-string's `compressToBase64`, for round trips.
#pragma once

#include <string>
#include <string_view>

namespace fungescope::puzzles::test {

[[nodiscard]] std::string compress_lz_string(std::u16string_view text);

}  // namespace fungescope::puzzles::test
