// The response to `why VALUE --relevant`: what can change a value.
#pragma once

#include "session/commands/command.h"

#include <string_view>

namespace fungescope {

// `value` may have blanks around it. Errors have its column, from 1.
[[nodiscard]] Result<Response> ask_what_is_relevant(const Call& call, std::string_view value);

}  // namespace fungescope
