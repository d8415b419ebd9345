// The argument `puzzle` of the debug adapter's `launch`: a puzzle as text or the path of a file,
// which becomes the program's input, or is put into its grid.
#pragma once

#include "dap/debuggee.h"

namespace fungescope {

[[nodiscard]] const dap::LaunchInput& launch_puzzle();

}  // namespace fungescope
