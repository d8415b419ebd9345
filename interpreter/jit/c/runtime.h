// The text of runtime.c, which every compiled program begins with.
#pragma once

#include <string_view>

namespace fungescope::jit {

[[nodiscard]] std::string_view c_runtime();

}  // namespace fungescope::jit
