// The response to `why r5c3`: the reasons of a cell of the sudoku board.
#pragma once

#include "session/commands/command.h"
#include "session/why/why.h"

#include <optional>
#include <string_view>

namespace fungescope {

// Returns nothing if `value`, with blanks around it, does not name a cell of a board, or is the
// name of a variable or region. `depth_given`: the user has chosen WhyOptions::depth.
[[nodiscard]] std::optional<Result<Response>> ask_why_on_board(const Call& call,
                                                               std::string_view value,
                                                               const WhyOptions& options,
                                                               bool depth_given);

}  // namespace fungescope
