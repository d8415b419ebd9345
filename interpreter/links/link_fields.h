// The names of a link's fields, and its check.
#pragma once

#include <cstdint>
#include <string_view>

namespace fungescope {

inline constexpr int link_version = 1;

namespace link_field {
inline constexpr std::string_view program = "program";
inline constexpr std::string_view name = "name";
inline constexpr std::string_view annotations = "annotations";
inline constexpr std::string_view dialect = "dialect";
inline constexpr std::string_view size = "size";
inline constexpr std::string_view region = "region";
inline constexpr std::string_view seed = "seed";
inline constexpr std::string_view input = "input";
inline constexpr std::string_view input_deflated = "input-deflated";
inline constexpr std::string_view input_ends = "input-ends";
inline constexpr std::string_view tick = "tick";
inline constexpr std::string_view stop = "break";
inline constexpr std::string_view watch = "watch";
inline constexpr std::string_view layout = "layout";
inline constexpr std::string_view check = "check";
}  // namespace link_field

// Returns the CRC-32 of a link from its `#` up to the `/` before its check. It is that of the
// percent-decoded text: some programs decode or encode parts of an address. 0 if the text cannot be
// decoded.
[[nodiscard]] std::uint32_t link_check(std::string_view text);

}  // namespace fungescope
