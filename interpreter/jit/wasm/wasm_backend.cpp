// The back end for WebAssembly: a module for each region, compiled by the engine that runs this
// program.
//
// Engines compile a function twice, first quickly and, once it is hot, well, and cannot replace the
// code of a call that is in progress. So native code returns every few milliseconds
// (BackendTraits::max_stay), and the next call uses the better code.
#include "jit/wasm/wasm_emitter.h"

#include <cstdint>
#include <emscripten.h>
#include <limits>
#include <span>
#include <vector>

namespace fungescope::jit {
namespace {

// ---- The host of compiled modules: the JavaScript engine that runs this program

// The JavaScript side keeps an object for each module, with `entry`: the index in the function
// table, 0 while it is pending, -1 after an error. An id that is dropped while its module is being
// compiled is no longer in the map, and nothing is installed.

// clang-format off
EM_JS(int, fungescope_module_start,
      (const void* bytes, int size, int synchronous, int put_byte, int put_number, int read_byte,
       int read_number), {
  var host = Module["fungescopeModules"];
  if (!host) host = Module["fungescopeModules"] = {last: 0, live: new Map(), free: []};
  var id = ++host.last;
  var module = {entry: 0};
  host.live.set(id, module);
  var imports = {e: {m: wasmMemory, f0: wasmTable.get(put_byte), f1: wasmTable.get(put_number),
                     f2: wasmTable.get(read_byte), f3: wasmTable.get(read_number)}};
  var install = function(instance) {
    if (!host.live.has(id)) return;
    var entry = host.free.length ? host.free.pop() : wasmTable.grow(1);
    wasmTable.set(entry, instance.exports.f);
    module.entry = entry;
  };
  var fail = function(error) {
    module.entry = -1;
    console.error(error);
  };
  var copy = HEAPU8.slice(bytes, bytes + size);
  if (synchronous) {
    try {
      install(new WebAssembly.Instance(new WebAssembly.Module(copy), imports));
      return id;
    } catch (error) {
      if (!(error instanceof RangeError)) {
        fail(error);
        return id;
      }
    }
  }
  WebAssembly.instantiate(copy, imports).then(function(result) { install(result.instance); }, fail);
  return id;
})

EM_JS(int, fungescope_module_entry, (int id), {
  return Module["fungescopeModules"].live.get(id).entry;
})

EM_JS(void, fungescope_module_drop, (int id), {
  var host = Module["fungescopeModules"];
  var entry = host.live.get(id).entry;
  host.live.delete(id);
  if (entry <= 0) return;
  wasmTable.set(entry, null);
  host.free.push(entry);
})

EM_JS(int, fungescope_host_is_node, (), {
  return typeof process === "object" && typeof process.versions === "object" &&
         typeof process.versions.node === "string" ? 1 : 0;
})
// clang-format on

// The address of a function is its index in the table.
template <class Function>
int index_of(Function* function) {
  return static_cast<int>(reinterpret_cast<std::intptr_t>(function));
}

// A module shares this program's memory. Once it is instantiated, its function is an entry of this
// program's function table, and so has an address as any other function. Programs are linked with
// -sALLOW_TABLE_GROWTH for that.
class CompiledModule final : public MachineCode {
 public:
  // Compiles a module (wasm_code.h): synchronously unless the engine refuses that, or between two
  // events. `bytes` are copied.
  CompiledModule(std::span<const std::uint8_t> bytes, bool synchronously)
      : id_(fungescope_module_start(bytes.data(), static_cast<int>(bytes.size()),
                                    synchronously ? 1 : 0, index_of(fungescope_put_byte),
                                    index_of(fungescope_put_number), index_of(fungescope_read_byte),
                                    index_of(fungescope_read_number))),
        size_(bytes.size()) {
    state_ = CompiledModule::state();
  }
  // Frees the entry of the table.
  ~CompiledModule() override { fungescope_module_drop(id_); }
  CompiledModule(const CompiledModule&) = delete;
  CompiledModule& operator=(const CompiledModule&) = delete;

  // Asks the host. Cost: a call into JavaScript, until the module is ready.
  [[nodiscard]] CodeState state() override {
    if (state_ != CodeState::pending) return state_;
    const int entry = fungescope_module_entry(id_);
    if (entry == 0) return state_;
    if (entry > 0) function_ = reinterpret_cast<NativeFunction>(entry);
    return state_ = entry > 0 ? CodeState::ready : CodeState::failed;
  }
  [[nodiscard]] NativeFunction function() const override { return function_; }
  [[nodiscard]] std::size_t size() const override { return size_; }

 private:
  int id_;
  std::size_t size_;
  CodeState state_ = CodeState::pending;
  NativeFunction function_ = nullptr;  // once it is ready
};

// ---- The back end

// Waiting for the event loop costs the interpreter's time until then, and a frame of a page is
// long. Engines take some 2 ms for a module of this size on the calling thread, before they
// optimise it on others.
constexpr std::size_t page_synchronous_bytes = std::size_t{64} << 10U;

constexpr Tick wasm_max_stay = 4'000'000;
// Browsers slow down with thousands of modules.
constexpr std::size_t wasm_max_regions = 400;

class WasmBackend final : public Backend {
 public:
  explicit WasmBackend(std::size_t max_synchronous_bytes)
      : max_synchronous_bytes_(max_synchronous_bytes) {}

  std::unique_ptr<MachineCode> compile(const Graph& graph, const unsigned char* source,
                                       Listing* /*listing*/) override {
    const std::vector<std::uint8_t> module = WasmEmitter(graph, source).emit();
    return std::make_unique<CompiledModule>(module, module.size() <= max_synchronous_bytes_);
  }
  [[nodiscard]] BackendTraits traits() const override {
    return {.max_stay = wasm_max_stay, .max_regions = wasm_max_regions};
  }

 private:
  std::size_t max_synchronous_bytes_;
};

}  // namespace

std::unique_ptr<Backend> make_wasm_backend(std::size_t max_synchronous_bytes) {
  return std::make_unique<WasmBackend>(max_synchronous_bytes);
}

// A batch or a test in node never returns to its event loop.
std::unique_ptr<Backend> make_backend() {
  return make_wasm_backend(fungescope_host_is_node() != 0 ? std::numeric_limits<std::size_t>::max()
                                                          : page_synchronous_bytes);
}

std::string_view backend_name() {
  return "wasm";
}

}  // namespace fungescope::jit
