// The back end for WebAssembly, in Emscripten builds.
#pragma once

#include "jit/tier/machine_code.h"
#include "jit/wasm/wasm_host.h"

#include <memory>

namespace fungescope::jit {

// `make_backend` compiles synchronously in node and asynchronously in a page.
[[nodiscard]] std::unique_ptr<Backend> make_wasm_backend(WasmCompilation compilation);

}  // namespace fungescope::jit
