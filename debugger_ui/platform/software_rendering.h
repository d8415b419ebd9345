// OpenGL without a graphics card: Mesa's llvmpipe draws with the processor, on as many threads as
// there are cores, which are then not there for the virtual machine.
#pragma once

#include <string_view>

namespace fungescope::ui {

// Leaves it one thread in place of one a core, unless the user's LP_NUM_THREADS says
// otherwise. Before the first OpenGL context; nothing changes where a graphics card draws.
void limit_software_renderer_threads();

// By what OpenGL calls its renderer.
[[nodiscard]] bool is_software_renderer(std::string_view renderer);

}  // namespace fungescope::ui
