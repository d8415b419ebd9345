// The page around the debugger: starts it and runs its main loop. load.js loads it, input.js passes
// it input, files.js files. The program is main_web.cpp; what it calls here are the members of
// `page` below.
//
// The address:  page.html#@NAME    a built-in program
//               page.html#play     a game of sudoku
//               page.html#LINK     a program at an instant (docs/links.md)
//               ?embed             playfield, transport and output only; nothing is kept
//               ?theme=dark|light  else what the system prefers, and later what the user chose
//
// For tests of the page, `window.fungescope`:
//   state()         {tick, begin, end, playing, settled, file, branch, ip, layout, dark, built,
//                   drawn, build_ms, frame_ms, messages}, or null before all is loaded;
//                   build_ms: of the last frame; frame_ms: median of 100 frames with drawing
//   run(line)       executes a command of the repl; a promise of its text, or of an Error
//   open(link)      opens what may follow `#`; resolves when it is on the screen
//   link()          a promise of the link of the present state, from its `#` on
//   widget(name)    {x, y, width, height} in CSS pixels of a named item (widgets/item_names.h) in
//                   the latest frame, or null; the first call only makes the next frames
//                   have names
//   widgets()       all names
//   keep()          writes all that is kept to the browser's storage; a promise
//   ready           a promise that is resolved when the first frame is drawn and all is loaded
'use strict';

(() => {
  const element = (id) => document.getElementById(id);
  const canvas = element('canvas');
  const query = new URLSearchParams(location.search);
  const embedded = query.has('embed');
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

  // A function for bytes as they come, which shows what share of the expected ones has.
  function progress(bar, expected) {
    let loaded = 0;
    return (count) => {
      loaded += count;
      bar.firstElementChild.style.width = `${Math.round(100 * Math.min(1, loaded / expected))}%`;
    };
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
      measure(module);
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

  function measure(module) {
    const scale = Math.min(Math.max(window.devicePixelRatio || 1, 0.5), 4);
    const width = Math.max(1, Math.round(canvas.clientWidth * scale));
    const height = Math.max(1, Math.round(canvas.clientHeight * scale));
    if (size.width === width && size.height === height && size.scale === scale) return;
    size = { width, height, scale };
    canvas.width = width;
    canvas.height = height;
    module._page_resize(width, height, scale);
    module._page_show(!document.hidden);
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
  const loader = make_page_loader(createFungescope);

  // ---- What the program calls

  let first_frame;
  let completed;
  const ready = Promise.all([new Promise((resolve) => { first_frame = resolve; }),
                             new Promise((resolve) => { completed = resolve; })]);
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
      first_frame();
    },
    result({ number, done, text }) {
      const promise = results.get(number);
      results.delete(number);
      if (promise) (done ? promise.resolve(text) : promise.reject(new Error(text)));
    },
    chooseFile() { element('chooser').click(); },
  };

  // ---- Starting

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
    const on_bytes = progress(element('bar'), 1.6e6);
    const [wasm, ...faces] = await Promise.all([
      loader.load('fungescope.wasm', on_bytes),
      ...fonts.map((name) => loader.load(`fonts/${name}.ttf`, on_bytes))]);
    const first = await WebAssembly.compile(wasm);
    const made = await first_frame_of(first, faces);
    if (!made) return;
    const release = hold_input();
    if (made.complete) await made.complete(await load_rest(first));
    if (failed) return;
    program = made.module;
    program._page_show(!document.hidden);
    listen();
    release();
    step();
    completed();
  }

  async function load_rest(first) {
    const bar = element('rest');
    bar.hidden = false;
    const rest = await loader.load_rest(first, progress(bar, 1.7e6));
    bar.hidden = true;
    return rest;
  }

  // Draws the first frame. A promise of {module, complete}, where `complete` takes what load_rest
  // gives, unless it is there already: for frames that need more, such as of a layout that the user
  // has made. Of nothing if the debugger cannot start.
  async function first_frame_of(first, faces) {
    const options = {
      page,
      canvas,
      preRun: [(made) => { made.ENV.HOME = files.home; }],
      print: (text) => console.log(text),
      printErr: (text) => console.warn(text),
      onAbort: (reason) => crash(reason),
    };
    try {
      const made = await loader.make_program(options, first, null);
      return await begin(made.module, faces) ? made : null;
    } catch (error) {
      if (!(error instanceof DeferredCall)) throw error;
      performance.mark('restart', { detail: error.message });
    }
    const made = await loader.make_program(options, first, await load_rest(first));
    return await begin(made.module, faces) ? { module: made.module } : null;
  }

  // Opens what the address says, and draws a frame. A promise of whether it has.
  async function begin(module, faces) {
    await files.mount(module);
    module.FS.mkdir('/fonts');
    fonts.forEach((name, i) => module.FS.writeFile(`/fonts/${name}.ttf`, faces[i]));
    size = { width: 0, height: 0, scale: 0 };
    measure(module);
    const theme = query.get('theme');
    const how = {
      embedded,
      fragment: location.hash.slice(1),
      page: location.href.replace(/#.*/, ''),
      dark: theme ? theme !== 'light' : matchMedia('(prefers-color-scheme: dark)').matches,
      themed: theme !== null,
    };
    const problem = module.ccall('fungescope_start', 'string', ['string'], [JSON.stringify(how)]);
    if (problem) {
      fail('The debugger cannot start.', problem);
      return false;
    }
    if (!embedded) canvas.focus({ preventScroll: true });
    module._fungescope_step(0);
    return true;
  }

  // Keeps input that comes before the program is complete. Returns a function that hands it out.
  function hold_input() {
    const types = ['pointerdown', 'pointermove', 'pointerup', 'keydown', 'keyup', 'wheel'];
    const events = [];
    const keep = (event) => {
      events.push(event);
      event.stopImmediatePropagation();
    };
    for (const type of types) window.addEventListener(type, keep, true);
    return () => {
      for (const type of types) window.removeEventListener(type, keep, true);
      for (const event of events) {
        event.target.dispatchEvent(new event.constructor(event.type, event));
      }
    };
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

  start().catch((error) => fail('The debugger cannot be loaded.',
                                `Reload the page to try again.\n(${error.message || error})`));
})();
