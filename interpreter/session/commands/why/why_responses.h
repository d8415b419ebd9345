// Parts of the responses of `why`, and of the other commands that name what made a value, as JSON,
// which docs/repl.schema.json describes.
#pragma once

#include "base/json.h"
#include "session/session.h"
#include "session/why/control/control.h"
#include "session/why/value_maker.h"
#include "session/why/why.h"

namespace fungescope {

// A value with its causes: "root", "causes" and "cut".
[[nodiscard]] Json to_json(const WhyAnswer& answer, const Session& session);
[[nodiscard]] Json to_json(const WhyAnswer::Summary& summary);
[[nodiscard]] Json to_json(const ValueMaker& maker, const Session& session);  // as of an answer
[[nodiscard]] Json to_json(const Decision& decision, const Session& session);

}  // namespace fungescope
