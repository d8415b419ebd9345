// The back end for WebAssembly: a module for each region, compiled by the engine that runs this
// program.
//
// Engines compile a function twice, first quickly and, once it is hot, well, and cannot replace the
// code of a call that is in progress. So native code returns every few milliseconds
// (BackendTraits::max_stay), and the next call uses the better code.
#include "jit/wasm/wasm_backend.h"

#include "jit/wasm/wasm_emitter.h"
#include "jit/wasm/wasm_host.h"

#include <limits>
#include <vector>

namespace fungescope::jit {
namespace {

// Waiting for the event loop costs the interpreter's time until then, and a frame of a page is
// long. Engines take some 2 ms for a module of this size on the calling thread, before they
// optimise it on others.
constexpr std::size_t page_synchronous_bytes = std::size_t{64} << 10U;

constexpr Tick wasm_max_stay = 4'000'000;
// Browsers slow down with thousands of modules.
constexpr std::size_t wasm_max_regions = 400;

class CompiledModule final : public MachineCode {
 public:
  CompiledModule(const std::vector<std::uint8_t>& bytes, bool synchronously)
      : instance_(bytes, synchronously), size_(bytes.size()) {}

  [[nodiscard]] CodeState state() override { return instance_.state(); }
  [[nodiscard]] NativeFunction function() const override { return instance_.function(); }
  [[nodiscard]] std::size_t size() const override { return size_; }

 private:
  WasmInstance instance_;
  std::size_t size_;
};

class WasmBackend final : public Backend {
 public:
  explicit WasmBackend(std::size_t max_synchronous_bytes)
      : max_synchronous_bytes_(max_synchronous_bytes) {}

  std::unique_ptr<MachineCode> compile(const Graph& graph, const unsigned char* source,
                                       Listing* listing) override {
    const std::vector<std::uint8_t> module = WasmEmitter(graph, source, listing).emit();
    return std::make_unique<CompiledModule>(module, module.size() <= max_synchronous_bytes_);
  }
  [[nodiscard]] BackendTraits traits() const override {
    BackendTraits traits;
    traits.max_stay = wasm_max_stay;
    traits.max_regions = wasm_max_regions;
    return traits;
  }

 private:
  std::size_t max_synchronous_bytes_;
};

}  // namespace

std::unique_ptr<Backend> make_wasm_backend(std::size_t max_synchronous_bytes) {
  return std::make_unique<WasmBackend>(max_synchronous_bytes);
}

// A batch never returns to its event loop.
std::unique_ptr<Backend> make_backend() {
  return make_wasm_backend(wasm_host_is_batch() ? std::numeric_limits<std::size_t>::max()
                                                : page_synchronous_bytes);
}

std::string_view backend_name() {
  return "wasm";
}

}  // namespace fungescope::jit
