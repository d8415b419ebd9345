// The back end for WebAssembly: a module for each region, compiled by the engine that runs this
// program.
//
// Engines compile a function twice, first quickly and, once it is hot, well, and cannot replace the
// code of a call that is in progress. So native code returns every few milliseconds
// (BackendTraits::max_stay), and the next call uses the better code.
#include "jit/wasm/wasm_backend.h"

#include "jit/wasm/wasm_emitter.h"

namespace fungescope::jit {
namespace {

constexpr Tick wasm_max_stay = 4'000'000;
// Browsers slow down with thousands of modules.
constexpr std::size_t wasm_max_regions = 400;

class CompiledModule final : public MachineCode {
 public:
  CompiledModule(const std::vector<std::uint8_t>& bytes, WasmCompilation compilation)
      : instance_(bytes, compilation), size_(bytes.size()) {}

  [[nodiscard]] CodeState state() override { return instance_.state(); }
  [[nodiscard]] NativeFunction function() const override { return instance_.function(); }
  [[nodiscard]] std::size_t size() const override { return size_; }

 private:
  WasmInstance instance_;
  std::size_t size_;
};

class WasmBackend final : public Backend {
 public:
  explicit WasmBackend(WasmCompilation compilation) : compilation_(compilation) {}

  std::unique_ptr<MachineCode> compile(const Graph& graph, const unsigned char* source,
                                       Listing* listing) override {
    return std::make_unique<CompiledModule>(WasmEmitter(graph, source, listing).emit(),
                                            compilation_);
  }
  [[nodiscard]] BackendTraits traits() const override {
    BackendTraits traits;
    traits.max_stay = wasm_max_stay;
    traits.max_regions = wasm_max_regions;
    return traits;
  }

 private:
  WasmCompilation compilation_;
};

}  // namespace

std::unique_ptr<Backend> make_wasm_backend(WasmCompilation compilation) {
  return std::make_unique<WasmBackend>(compilation);
}

std::unique_ptr<Backend> make_backend() {
  return make_wasm_backend(wasm_host_is_batch() ? WasmCompilation::synchronous
                                                : WasmCompilation::asynchronous);
}

}  // namespace fungescope::jit
