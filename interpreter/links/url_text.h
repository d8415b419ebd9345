// Bytes as characters of an address: percent-encoding, and base64url (RFC 4648, without padding).
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace fungescope {

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

}  // namespace fungescope
