// JSON as text. All JSON that leaves the program is made here, for files, terminals and clients.
#pragma once

#include <string>

#include <nlohmann/json.hpp>

namespace fungescope {

// Members keep the order in which they were added.
using Json = nlohmann::ordered_json;

// Returns JSON as text, without a line end. `indent` is the number of blanks a level; -1: a single
// line. Bytes that are not UTF-8 become U+FFFD, and control characters are escaped (escape_json).
[[nodiscard]] std::string json_text(const Json& json, int indent = -1);

}  // namespace fungescope
