// Formats the answer to `why` for people: a line for each cause, indented by its depth.
#pragma once

#include "session/session.h"
#include "session/why/control.h"
#include "session/why/why.h"

#include <string>

namespace fungescope {

// Returns the words for a cause, without its value: "4 + 5, tick 1,234, by (20, 96)",
// "input byte 17, tick ...", "source cell grid(0,0)".
[[nodiscard]] std::string describe(const Cause& cause, const Session& session);

// Returns complete lines. A cause that is used several times has a number, under which it is
// referred to after the first time.
[[nodiscard]] std::string to_text(const WhyAnswer& answer, const Session& session);
[[nodiscard]] std::string to_text(const WhyHere& here, const Session& session);

}  // namespace fungescope
