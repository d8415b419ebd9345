// The bytes of sudoku.b93, as they were when this was built.
#pragma once

#include <string_view>

namespace fungescope::puzzles {

[[nodiscard]] std::string_view embedded_solver();

}  // namespace fungescope::puzzles
