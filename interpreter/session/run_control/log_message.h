// The text of a log message: bytes with expressions in braces between them.
#pragma once

#include "base/result.h"
#include "session/expressions/expression.h"

#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

// `text`, and the value of `expression` behind it, if there is one.
struct LogSegment {
  std::string text;
  std::optional<Expression> expression;
};

// `{{` and `}}` are braces. An error has as its column the place in `log`, from 1.
[[nodiscard]] Result<std::vector<LogSegment>> parse_log_message(std::string_view log,
                                                                const Symbols& symbols, Size field);

}  // namespace fungescope
