// The host of compiled modules: the JavaScript engine that runs this program.
//
// A module shares this program's memory. Once it is instantiated, its function is an entry of this
// program's function table, and so has an address as any other function. Only Emscripten builds
// have this part; they are linked with -sALLOW_TABLE_GROWTH.
#pragma once

#include "jit/tier/machine_code.h"

#include <cstdint>
#include <span>

namespace fungescope::jit {

class WasmInstance {
 public:
  // Compiles a module (wasm_code.h): synchronously unless the engine refuses that, or between two
  // events. `bytes` are copied.
  WasmInstance(std::span<const std::uint8_t> bytes, bool synchronously);
  // Frees the entry of the table.
  ~WasmInstance();
  WasmInstance(const WasmInstance&) = delete;
  WasmInstance& operator=(const WasmInstance&) = delete;

  // Asks the host. Cost: a call into JavaScript, until the module is ready.
  [[nodiscard]] CodeState state();
  [[nodiscard]] NativeFunction function() const { return function_; }

 private:
  int id_;
  CodeState state_ = CodeState::pending;
  NativeFunction function_ = nullptr;  // once it is ready
};

// Whether this program runs without an event loop to return to, as batches and tests in node do.
[[nodiscard]] bool wasm_host_is_batch();

}  // namespace fungescope::jit
