// Raw DEFLATE (RFC 1951), by zlib.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope {

// Compresses as well as zlib can. The same bytes give the same result with one version of zlib.
[[nodiscard]] std::string deflate_bytes(std::string_view bytes);

enum class InflateProblem : std::uint8_t { damaged, incomplete, too_large, trailing_bytes };

struct Inflated {
  std::string bytes;
  std::optional<InflateProblem> problem;  // then `bytes` is of no use
};
// Stops at `limit` bytes: what is larger is not inflated.
[[nodiscard]] Inflated inflate_bytes(std::string_view deflated, std::size_t limit);

// Returns the CRC-32 of gzip and PNG.
[[nodiscard]] std::uint32_t crc32_of(std::string_view bytes);

}  // namespace fungescope
