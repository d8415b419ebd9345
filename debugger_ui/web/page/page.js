// The page around the debugger: loads it and runs its main loop. input.js passes it input, files.js
// files. The program is main_web.cpp; what it calls here are the members of `page` below.
//
// The address:  page.html#@NAME    a built-in program
//               page.html#play     a game of sudoku
//               page.html#LINK     a program at an instant (docs/links.md)
//               ?embed             playfield, transport and output only; nothing is kept
//               ?theme=dark|light  else what the system prefers, and later what the user chose
//
// For tests of the page, `window.fungescope`:
//   state()         {tick, begin, end, playing, settled, file, branch, ip, layout, dark, built,
//                   drawn, build_ms, frame_ms, messages}, or null before the first frame;
//                   build_ms: of the last frame; frame_ms: median of 100 frames with drawing
//   run(line)       executes a command of the repl; a promise of its text, or of an Error
//   open(link)      opens what may follow `#`; resolves when it is on the screen
//   link()          a promise of the link of the present state, from its `#` on
//   widget(name)    {x, y, width, height} in CSS pixels of a named item (widgets/item_names.h) in
//                   the latest frame, or null; the first call only makes the next frames
//                   have names
//   widgets()       all names
//   keep()          writes all that is kept to the browser's storage; a promise
//   ready           a promise that is resolved after the first frame
'use strict';

(() => {
  const element = (id) => document.getElementById(id);
  const canvas = element('canvas');
  const query = new URLSearchParams(location.search);
  const embedded = query.has('embed');
  const started = performance.now();
  let program = null;  // the module, once the debugger runs
  let failed = false;

  // ---- Messages before the first frame, and when all is over

  function fail(message, detail) {
    if (failed) return;
    failed = true;
    program = null;
    element('veil').hidden = false;
    element('veil').classList.add('failed');
    element('message').textContent = message;
    element('detail').textContent = detail || '';
  }

  function progress(share) {
    element('bar').firstElementChild.style.width = `${Math.round(100 * share)}%`;
  }

  // What ends the program is a defect: the page cannot go on.
  function crash(error) {
    const text = error && error.message ? error.message : String(error);
    const memory = /memory|OOM/i.test(text);
    fail(memory ? 'The browser has no more memory for the debugger.'
                : 'The debugger has failed and cannot go on.',
         `Reload the page: it opens what was kept last.\n(${text})`);
  }

  function guarded(work) {
    if (!program) return undefined;
    try {
      return work(program);
    } catch (error) {
      crash(error);
      throw error;
    }
  }

  // ---- The main loop

  const background_ms = 11;  // of a frame, for the session
  let frame_due = 0;         // requestAnimationFrame's
  let timer_due = 0;         // setTimeout's

  function step() {
    cancelAnimationFrame(frame_due);
    clearTimeout(timer_due);
    frame_due = timer_due = 0;
    guarded((module) => {
      measure();
      module._fungescope_step(document.hidden ? 4 * background_ms : background_ms);
    });
    if (!program) return;
    const wait = program._fungescope_wait();
    if (wait >= 0 && wait < 20) wake();
    else if (wait >= 0) timer_due = setTimeout(step, Math.min(wait, 1e9));
    files.look();
  }

  // Asks for a step at the next frame.
  function wake() {
    if (frame_due || !program) return;
    if (document.hidden) {
      clearTimeout(timer_due);
      timer_due = setTimeout(step, 0);
    } else {
      frame_due = requestAnimationFrame(step);
    }
  }

  // ---- The size

  let size = { width: 0, height: 0, scale: 0 };

  function measure() {
    const scale = Math.min(Math.max(window.devicePixelRatio || 1, 0.5), 4);
    const width = Math.max(1, Math.round(canvas.clientWidth * scale));
    const height = Math.max(1, Math.round(canvas.clientHeight * scale));
    if (size.width === width && size.height === height && size.scale === scale) return;
    size = { width, height, scale };
    canvas.width = width;
    canvas.height = height;
    program._page_resize(width, height, scale);
    program._page_show(!document.hidden);
  }

  function keep() {
    guarded((module) => module._fungescope_keep(500));
    return files.look(true);
  }

  // ---- Input and files

  const parts = {
    canvas,
    keyboard: element('keyboard'),
    embedded,
    program: () => program,
    scale: () => size.scale,
    step,
    input(work) {
      guarded(work);
      wake();
    },
  };
  const files = parts.files = make_page_files(parts);
  const input = make_page_input(parts);

  // ---- What the program calls

  let first_frame;
  const ready = new Promise((resolve) => { first_frame = resolve; });
  const results = new Map();  // number -> the functions of a promise
  let next_result = 1;

  const page = {
    wake,
    setTitle(title) { if (!embedded) document.title = title; },
    setCursor(name) { canvas.style.cursor = name; },
    copy: (text) => input.copy(text),
    takeText: (wanted) => input.take_text(wanted),
    firstFrame() {
      element('veil').hidden = true;
      performance.mark('first-frame');
      requestAnimationFrame(() => first_frame(performance.now() - started));
    },
    result({ number, done, text }) {
      const promise = results.get(number);
      results.delete(number);
      if (promise) (done ? promise.resolve(text) : promise.reject(new Error(text)));
    },
    chooseFile() { element('chooser').click(); },
  };

  // ---- Starting

  // The bytes of a file; `on_bytes` is told how many more have come.
  async function load(address, on_bytes) {
    const response = await fetch(address);
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

  function has_webgl2() {
    try {
      return !!document.createElement('canvas').getContext('webgl2');
    } catch (error) {
      return false;
    }
  }

  const fonts = ['regular', 'bold', 'symbols'];

  async function start() {
    if (typeof WebAssembly !== 'object') {
      return fail('This browser is too old: it has no WebAssembly.', 'Please use a newer one.');
    }
    if (!has_webgl2()) {
      return fail('This browser draws no WebGL 2, which the debugger needs.',
                  'Turn on hardware acceleration in its settings, or use another browser.');
    }
    let loaded = 0;
    const expected = Number(document.documentElement.dataset.bytes) || 2.5e6;
    const on_bytes = (count) => progress(Math.min(1, (loaded += count) / expected));
    const bytes = Promise.all([load('fungescope.wasm', on_bytes),
                               ...fonts.map((name) => load(`fonts/${name}.ttf`, on_bytes))]);
    const [wasm, ...faces] = await bytes;
    const module = await createFungescope({
      page,
      wasmBinary: wasm.buffer,
      canvas,
      preRun: [(made) => { made.ENV.HOME = files.home; }],
      print: (text) => console.log(text),
      printErr: (text) => console.warn(text),
      onAbort: (reason) => crash(reason),
    });
    await files.mount(module);
    module.FS.mkdir('/fonts');
    fonts.forEach((name, i) => module.FS.writeFile(`/fonts/${name}.ttf`, faces[i]));
    program = module;
    measure();
    const theme = query.get('theme');
    const how = {
      embedded,
      fragment: location.hash.slice(1),
      page: location.href.replace(/#.*/, ''),
      dark: theme ? theme !== 'light' : matchMedia('(prefers-color-scheme: dark)').matches,
      themed: theme !== null,
    };
    const problem = guarded((made) => made.ccall('fungescope_start', 'string', ['string'],
                                                 [JSON.stringify(how)]));
    if (problem) return fail('The debugger cannot start.', problem);
    listen();
    if (!embedded) canvas.focus({ preventScroll: true });
    step();
  }

  function listen() {
    input.listen();
    files.listen(element('chooser'));
    new ResizeObserver(wake).observe(canvas);
    window.addEventListener('resize', wake);
    window.addEventListener('hashchange', () => open(location.hash));
    document.addEventListener('visibilitychange', () => {
      guarded((module) => module._page_show(!document.hidden));
      if (document.hidden) keep();
      cancelAnimationFrame(frame_due);
      frame_due = 0;
      wake();
    });
    window.addEventListener('pagehide', () => {
      keep();
      files.stash();
    });
    canvas.addEventListener('webglcontextlost', () => {
      keep();
      fail('The browser has taken the graphics context away.', 'Reload the page: nothing is lost.');
    });
  }

  // Opens what may follow `#`.
  async function open(link) {
    const name = link.replace(/^#/, '');
    if (!name) return;
    guarded((module) => module.ccall('fungescope_open', null, ['string'], [name]));
    step();
    while (program && !state().settled) await new Promise((resolve) => setTimeout(resolve, 10));
  }

  // ---- For tests

  const text_of = (name, ...args) => guarded((module) => JSON.parse(
    module.ccall(name, 'string', args.map(() => 'string'), args)));
  const result_of = (work) => new Promise((resolve, reject) => {
    const number = next_result++;
    results.set(number, { resolve, reject });
    guarded((module) => work(module, number));
    wake();
  });
  const state = () => (program ? text_of('fungescope_state') : null);
  // Items have names in the frames after the first call, which therefore asks for one.
  let has_names = false;
  function named(...call) {
    const result = text_of(...call);
    if (!has_names) guarded((module) => module._page_show(!document.hidden));
    if (!has_names) wake();
    has_names = true;
    return result;
  }

  window.fungescope = {
    state,
    open,
    keep,
    ready,
    run: (line) => result_of((module, number) => module.ccall(
      'fungescope_run', null, ['number', 'string'], [number, line])),
    link: () => result_of((module, number) => module._fungescope_link(number)),
    widget(name) {
      const box = named('fungescope_widget', name);
      if (!box) return null;
      const [left, top, right, bottom] = box.map((pixels) => pixels / size.scale);
      return { x: left, y: top, width: right - left, height: bottom - top };
    },
    widgets: () => named('fungescope_widgets'),
  };

  start().catch((error) => fail('The debugger cannot be loaded.', error.message || String(error)));
})();
