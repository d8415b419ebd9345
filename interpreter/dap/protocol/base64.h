// Base64 for memory requests (RFC 4648, with padding).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fungescope::dap {

[[nodiscard]] std::string to_base64(std::string_view bytes);
// Returns nothing for invalid text; padding may be missing.
[[nodiscard]] std::optional<std::string> from_base64(std::string_view text);

}  // namespace fungescope::dap
