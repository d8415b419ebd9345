// Limits OpenGL's software renderer, Mesa's llvmpipe, which by default uses a thread per core and
// would starve the session's thread.
#pragma once

#include <string_view>

namespace fungescope::ui {

// Limits it to one thread, unless the environment sets LP_NUM_THREADS. Must be called before the
// first OpenGL context is created. Has no effect with a graphics card.
void limit_software_renderer_threads();

// Recognises it by the GL_RENDERER string.
[[nodiscard]] bool is_software_renderer(std::string_view renderer);

}  // namespace fungescope::ui
