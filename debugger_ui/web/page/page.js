// The page around the debugger: starts it and runs its main loop. load.js loads it, input.js passes
// it input, files.js files; address.js keeps the address. The program is main_web.cpp; what it calls
// here are the members of `page` below.
//
// The address:  page.html#@NAME    a built-in program
//               page.html#file/NAME  a file that the browser keeps
//               page.html#play     a game of sudoku
//               page.html#LINK     a program at an instant (docs/formats.md)
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
//   ready           a promise that is resolved when the first frame is drawn
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
    element('again').hidden = true;
    element('message').textContent = message;
    element('detail').textContent = detail || '';
  }

  // Of the debugger and its fonts, uncompressed; the build fills it in.
  const expected = Number(document.querySelector('meta[name="fungescope-bytes"]').content);
  const megabytes = (bytes) => (bytes / 1e6).toFixed(1);

  function show_progress({ loaded, problem, seconds }) {
    const share = Math.min(1, loaded / expected);
    element('bar').firstElementChild.style.width = `${Math.round(100 * share)}%`;
    element('detail').textContent = `${megabytes(loaded)} of ${megabytes(expected)} MB` +
        (problem ? `\nNot everything has come yet; the next try is in ${seconds} s.\n(${problem})` : '');
    element('again').hidden = !problem;
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
  let link_due = 0;          // setTimeout's

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
    if (!embedded) link_due = link_due || setTimeout(follow_link, 1500);
  }

  // The address of a program that came by a link has the instant, too. Browsers limit how often it
  // may change.
  function follow_link() {
    link_due = 0;
    guarded((module) => module._fungescope_follow_link());
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
    module._page_show(is_shown());
  }

  // While the browser has taken the graphics context away, nothing can be drawn.
  let context_lost = false;
  const is_shown = () => !document.hidden && !context_lost;

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
  const loader = make_page_loader(show_progress);
  const address = make_page_address();

  // ---- What the program calls

  let ready_now;
  const ready = new Promise((resolve) => { ready_now = resolve; });
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
    },
    setPlace({ place, other }) { if (!embedded) address.follow(place, other); },
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
    element('again').addEventListener('click', loader.try_again);
    const [module, ...faces] = await Promise.all([
      loader.program(() => ({
        page,
        canvas,
        preRun: [(made) => { made.ENV.HOME = files.home; }],
        print: (text) => console.log(text),
        printErr: (text) => console.warn(text),
        onAbort: (reason) => crash(reason),
      })),
      ...fonts.map((name) => loader.bytes(`fonts/${name}.ttf`))]);
    if (!await begin(module, faces) || failed) return;
    program = module;
    program._page_show(is_shown());
    listen();
    step();
    ready_now();
  }

  // Opens what the address says, and draws a frame. A promise of whether it has.
  async function begin(module, faces) {
    await files.mount(module);
    module.FS.mkdir('/fonts');
    fonts.forEach((name, i) => module.FS.writeFile(`/fonts/${name}.ttf`, faces[i]));
    measure(module);
    const theme = query.get('theme');
    const how = {
      embedded,
      place: address.place_in(location.hash),
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

  function listen() {
    input.listen();
    files.listen(element('chooser'));
    new ResizeObserver(wake).observe(canvas);
    window.addEventListener('resize', wake);
    window.addEventListener('hashchange', () => open(location.hash));
    document.addEventListener('visibilitychange', () => {
      guarded((module) => module._page_show(is_shown()));
      if (document.hidden) keep();
      cancelAnimationFrame(frame_due);
      frame_due = 0;
      wake();
    });
    window.addEventListener('pagehide', () => {
      keep();
      files.stash();
    });
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();  // else the browser does not give it back
      lose_context(true);
    });
    canvas.addEventListener('webglcontextrestored', () => {
      guarded((module) => module._fungescope_restore());
      lose_context(false);
    });
  }

  function lose_context(lost) {
    context_lost = lost;
    guarded((module) => module._page_show(is_shown()));
    if (failed) return;
    element('veil').hidden = !lost;
    element('veil').classList.toggle('waiting', lost);
    element('message').textContent = 'The browser has taken the graphics context away.';
    element('detail').textContent = 'The picture comes back with it, and nothing is lost.';
    if (lost) keep();
    else wake();
  }

  // Opens what may follow `#`.
  async function open(hash) {
    const place = address.place_in(hash);
    if (!place) return;
    guarded((module) => module.ccall('fungescope_open', null, ['string'], [place]));
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
    if (!has_names) guarded((module) => module._page_show(is_shown()));
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

  start().catch((error) => fail('The debugger cannot start.',
                                `Reload the page to try again.\n(${error.message || error})`));
})();
