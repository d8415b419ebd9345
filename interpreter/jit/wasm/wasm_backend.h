// The back end for WebAssembly, in Emscripten builds.
#pragma once

#include "jit/tier/machine_code.h"

#include <cstddef>
#include <memory>

namespace fungescope::jit {

// Larger modules are compiled asynchronously, which takes a turn of the event loop at least.
[[nodiscard]] std::unique_ptr<Backend> make_wasm_backend(std::size_t max_synchronous_bytes);

}  // namespace fungescope::jit
