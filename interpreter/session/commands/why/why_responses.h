// Parts of the responses of `why`, and of the other commands that name what made a value: their
// JSON, which docs/repl.schema.json describes, and the answers to `why not`.
#pragma once

#include "base/json.h"
#include "session/commands/command.h"
#include "session/session.h"
#include "session/why/control/control.h"
#include "session/why/control/why_not.h"
#include "session/why/value_maker.h"
#include "session/why/why.h"

#include <string>
#include <string_view>

namespace fungescope {

// A value with its causes: "root", "causes" and "cut".
[[nodiscard]] Json to_json(const WhyAnswer& answer, const Session& session);
[[nodiscard]] Json to_json(const WhyAnswer::Summary& summary);
[[nodiscard]] Json to_json(const ValueMaker& maker, const Session& session);  // as of an answer
[[nodiscard]] Json to_json(const Decision& decision, const Session& session);

// ---- The answers to `why not`, and what `why code` asks about

// The question of `why not`: a cell X,Y that was not executed, or an expression that is not true.
struct WhyNotResponse {
  std::string subject;  // "not 12,3"
  CauseTree tree;
  Json data;
};
// `text` is what follows `not`. Errors have its column, from 1.
[[nodiscard]] Result<WhyNotResponse> ask_why_not(const Call& call, std::string_view text,
                                                 const WhyOptions& options);

// Parses the cell after `why code`; nothing is the present cell.
[[nodiscard]] Result<AskedValue> parse_asked_code(std::string_view text, const Session& session);

}  // namespace fungescope
