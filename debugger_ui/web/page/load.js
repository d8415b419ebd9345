// Loads the parts of the debugger: the program and its fonts. A part that does not come is fetched
// again, after a wait that doubles each time; at once if the user wants it, or when the browser is
// online again. Part of page.js.
'use strict';

// `progress`: called with {loaded: bytes so far} and, while parts are missing, {problem, seconds: until
// the next attempt}. Returns {bytes, program, try_again}.
globalThis.make_page_loader = (progress) => {
  const longest_wait = 30;  // seconds
  const troubles = new Map();  // address -> {problem, seconds} of the latest attempt, if it failed
  const waits = new Set();     // functions that end them
  let loaded = 0;

  const report = () => progress({ loaded, ...[...troubles.values()].at(-1) });

  function try_again() {
    for (const end of waits) end();
  }
  window.addEventListener('online', try_again);

  function pause(seconds) {
    return new Promise((resolve) => {
      const timer = setTimeout(end, 1000 * seconds);
      function end() {
        clearTimeout(timer);
        waits.delete(end);
        resolve();
      }
      waits.add(end);
    });
  }

  // A promise of what `attempt` returns, however often that takes.
  async function insist(address, attempt) {
    for (let seconds = 1; ; seconds = Math.min(2 * seconds, longest_wait)) {
      try {
        const result = await attempt();
        troubles.delete(address);
        report();
        return result;
      } catch (error) {
        troubles.set(address, { problem: error.message || String(error), seconds });
        report();
        await pause(seconds);
      }
    }
  }

  // The response to a request for `address`; its body takes part in the progress. `read` gets it.
  async function fetched(address, cache, read) {
    let count = 0;
    try {
      const response = await fetch(address, { cache });
      if (!response.ok) throw new Error(`${response.status} ${response.statusText}`);
      const counted = response.body.pipeThrough(new TransformStream({
        transform(bytes, body) {
          count += bytes.length;
          loaded += bytes.length;
          report();
          body.enqueue(bytes);
        },
      }));
      // Servers that do not know WebAssembly send another type, which browsers would not compile.
      return await read(new Response(counted, { headers: { 'content-type': 'application/wasm' } }));
    } catch (error) {
      loaded -= count;
      throw new Error(`${address}: ${error.message || error}`);
    }
  }

  const bytes = (address) => insist(address, () => fetched(address, 'default',
    async (response) => new Uint8Array(await response.arrayBuffer())));

  const compiled = (address, cache) => insist(address, () => fetched(address, cache,
    (response) => WebAssembly.compileStreaming(response)));

  // A script takes what is in the cache, so a new version has to come there first.
  const script = (address, cache) => insist(address, async () => {
    if (cache !== 'default') await fetched(address, cache, (response) => response.arrayBuffer());
    await inserted(address);
  });

  const inserted = (address) => new Promise((resolve, reject) => {
    const element = document.createElement('script');
    element.src = address;
    element.onload = resolve;
    element.onerror = () => {
      element.remove();
      reject(new Error(`${address}: the browser cannot load it`));
    };
    document.head.append(element);
  });

  // A promise of Emscripten's module; `options` makes what it is made with. A cache may have the
  // module or the script of an earlier build, which do not fit each other.
  async function program(options) {
    for (const cache of ['default', 'reload']) {
      const [module] = await Promise.all(
        [compiled('fungescope.wasm', cache), script('fungescope.js', cache)]);
      const made = await new Promise((resolve, reject) => {
        createFungescope({
          ...options(),
          instantiateWasm(imports, receive) {
            WebAssembly.instantiate(module, imports).then(receive).catch((error) =>
              (error instanceof WebAssembly.LinkError ? resolve(null) : reject(error)));
            return {};
          },
        }).then(resolve, reject);
      });
      if (made) return made;
    }
    throw new Error('fungescope.wasm and fungescope.js are not of the same build');
  }

  return { bytes, program, try_again };
};
