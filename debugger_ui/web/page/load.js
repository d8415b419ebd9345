// Loads the program, which is two modules: one with the functions of the first frame, and one with
// all others (debugger_ui/web/first_frame), which is loaded after that frame. Part of page.js.
//
// In the first module imports stand in for the functions of the other one, which replaces them when
// it is there. An earlier call of one ends with a DeferredCall: that program cannot go on, but
// another one may be made, with the other module from the beginning.
'use strict';

globalThis.DeferredCall = class extends Error {};

// `make`: Emscripten's createFungescope. Returns {load, load_rest, make_program}.
globalThis.make_page_loader = (make) => {
  // A promise of the bytes of a file; `on_bytes` is told how many more have come.
  async function load(address, on_bytes, options) {
    const response = await fetch(address, options);
    if (!response.ok) throw new Error(`${address}: ${response.status} ${response.statusText}`);
    if (!response.body) return new Uint8Array(await response.arrayBuffer());
    const reader = response.body.getReader();
    const parts = [];
    let length = 0;
    for (;;) {
      const { done, value } = await reader.read();
      if (done) break;
      parts.push(value);
      length += value.length;
      on_bytes(value.length);
    }
    const bytes = new Uint8Array(length);
    let end = 0;
    for (const part of parts) {
      bytes.set(part, end);
      end += part.length;
    }
    return bytes;
  }

  function same_build(...modules) {
    const [a, b] = modules.map((module) =>
      String(new Uint8Array(WebAssembly.Module.customSections(module, 'build')[0])));
    return a === b;
  }

  // A promise of the compiled other module. A cache may have that of an earlier build.
  async function load_rest(first, on_bytes) {
    const address = 'fungescope.deferred.wasm';
    for (const cache of ['default', 'reload']) {
      const rest = await WebAssembly.compile(await load(address, on_bytes, { cache }));
      if (same_build(first, rest)) return rest;
    }
    throw new Error(`${address} is not of the same build as fungescope.wasm`);
  }

  // A promise of {module, complete(rest)}. `first` and `rest` are compiled; `rest` is null as long as
  // it is to be given to `complete`. The names of the namespaces are those of split.py.
  async function make_program(options, first, rest) {
    let imported;
    let exported;
    let table = null;  // once it has all functions
    async function complete(compiled) {
      await WebAssembly.instantiate(compiled, { ...imported, first: exported });
      table = Object.values(exported).find((value) => value instanceof WebAssembly.Table);
    }
    const stand_in = (_, index) => (...values) => {
      if (table) return table.get(Number(index))(...values);
      throw new DeferredCall(`the function ${index} is not in the first module`);
    };
    async function instantiate(imports, receive) {
      imported = imports;
      const all = { ...imports, rest: new Proxy({}, { get: stand_in }) };
      const instance = await WebAssembly.instantiate(first, all);
      exported = instance.exports;
      if (rest) await complete(rest);
      receive(instance);
    }
    const module = await new Promise((resolve, reject) => {
      make({
        ...options,
        instantiateWasm(imports, receive) {
          instantiate(imports, receive).catch(reject);
          return {};
        },
      }).then(resolve, reject);
    });
    return { module, complete };
  }

  return { load, load_rest, make_program };
};
