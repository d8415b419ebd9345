// The responses to `why not`, and what `why code` asks about.
#pragma once

#include "session/commands/command.h"
#include "session/why/control/why_not.h"

#include <string>
#include <string_view>

namespace fungescope {

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
