// A recording that was made by hand, or changed.
#pragma once

#include "base/hash.h"

#include <string>

#include <fmt/format.h>

namespace fungescope::test {

// The file that has `body` as its contents.
inline std::string with_hash(const std::string& body) {
  Hasher hasher;
  hasher.add_text(body);
  return fmt::format("fungescope recording 1\n{:016x}\n{}", hasher.value(), body);
}

}  // namespace fungescope::test
