// The form of a link, for its encoder and its decoder: its check, bytes as characters of an
// address, and compressed bytes.
#pragma once

#include "base/result.h"

#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>

namespace fungescope {

inline constexpr int link_version = 1;

// Returns the CRC-32 of a link from its `#` up to the `/` before its check. It is computed from the
// percent-decoded text: some programs decode or encode parts of an address. 0 if the text cannot be
// decoded.
[[nodiscard]] std::uint32_t link_check(std::string_view text);

// ---- Bytes as characters of an address: percent-encoding, base64url (RFC 4648, without padding)

// Encodes a blank as `+`, and as %XX everything that a shell, Markdown, HTML or a program that
// recognises addresses in text may treat in its own way. Letters, digits and `- _ . , : @ =` stay.
[[nodiscard]] std::string percent_encoded(std::string_view bytes);

struct DecodedText {
  std::string bytes;
  const char* problem = nullptr;  // what is wrong, without its place; null: nothing
  const char* advice = nullptr;
  std::size_t at = 0;  // the position of the problem, from 0
};
// Accepts further visible characters as they are, since some programs decode a part of an address.
[[nodiscard]] DecodedText percent_decoded(std::string_view text);

[[nodiscard]] std::string base64url_encoded(std::string_view bytes);
[[nodiscard]] DecodedText base64url_decoded(std::string_view text);

// ---- Raw DEFLATE (RFC 1951), by zlib

// Compresses as well as zlib can. The same bytes give the same result with one version of zlib.
[[nodiscard]] std::string deflate_bytes(std::string_view bytes);

// Data that ends early, or has more bytes after its end, is damaged.
enum class InflateProblem : std::uint8_t { damaged, too_large };
// Stops at `limit` bytes: what is larger is not inflated.
[[nodiscard]] Expected<std::string, InflateProblem> inflate_bytes(std::string_view deflated,
                                                                  std::size_t limit);

// Returns the CRC-32 of gzip and PNG.
[[nodiscard]] std::uint32_t crc32_of(std::string_view bytes);

}  // namespace fungescope
