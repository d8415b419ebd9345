// Changes of one value, as users write them: `PLACE = EXPR`, `top = EXPR`, `stack(N) = EXPR`.
#pragma once

#include "base/result.h"
#include "history/edit.h"
#include "session/expressions/expression.h"
#include "session/session.h"

#include <cstdint>
#include <string>
#include <string_view>

namespace fungescope {

struct ValueEdit {
  Edit edit;
  std::string name;  // as a user would write it: "grid(2,5)", "stack(1)", "input 17"
  std::int64_t before = 0;
  std::int64_t now = 0;
};

// Returns the edit that gives a cell or a value of the stack the value of an expression at the
// present instant. Errors have the column within `target`, from 1.
[[nodiscard]] Result<ValueEdit> value_edit(const Session& session, std::string_view target,
                                           const Expression& value);

}  // namespace fungescope
