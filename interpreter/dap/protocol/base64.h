// Base64 as the protocol's memory requests have it (RFC 4648, with padding).
#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace fungescope::dap {

[[nodiscard]] std::string to_base64(std::string_view bytes);
// Nothing for what is none; padding may be missing.
[[nodiscard]] std::optional<std::string> from_base64(std::string_view text);

}  // namespace fungescope::dap
