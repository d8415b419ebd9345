#include "jit/wasm/wasm_host.h"

#include <emscripten.h>

namespace fungescope::jit {
namespace {

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

}  // namespace

WasmInstance::WasmInstance(std::span<const std::uint8_t> bytes, bool synchronously)
    : id_(fungescope_module_start(bytes.data(), static_cast<int>(bytes.size()),
                                  synchronously ? 1 : 0, index_of(fungescope_put_byte),
                                  index_of(fungescope_put_number), index_of(fungescope_read_byte),
                                  index_of(fungescope_read_number))) {
  state_ = state();
}

WasmInstance::~WasmInstance() {
  fungescope_module_drop(id_);
}

CodeState WasmInstance::state() {
  if (state_ != CodeState::pending) return state_;
  const int entry = fungescope_module_entry(id_);
  if (entry == 0) return state_;
  if (entry > 0) function_ = reinterpret_cast<NativeFunction>(entry);
  return state_ = entry > 0 ? CodeState::ready : CodeState::failed;
}

bool wasm_host_is_batch() {
  return fungescope_host_is_node() != 0;
}

}  // namespace fungescope::jit
