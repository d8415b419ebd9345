// The user's files: dropped, chosen and pasted ones come in, written ones are downloaded, and all
// are kept in the browser (store.js). Part of page.js.
'use strict';

// `page`: embedded (then nothing is kept), and the functions program() and input(work) as in
// input.js. Returns {mount, open, take, look, stash, listen}.
globalThis.make_page_files = (page) => {
  const home = '/home/web';
  const store = make_page_store();
  let kept = new Map();    // path -> stamp: what the store has
  let keeps = !page.embedded;

  function keep_nothing(error) {
    keeps = false;
    console.warn('fungescope: nothing is kept in this browser:', error);
  }

  // Fills the folder with what the browser has kept. Where it keeps nothing, such as in private
  // windows, everything else works.
  async function mount(module) {
    const files = module.FS;
    files.mkdirTree(home);
    files.chdir(home);
    if (page.embedded) return;
    let stored = new Map();
    try {
      stored = await store.read();
    } catch (error) {
      keep_nothing(error);
    }
    for (const [path, file] of stored) put(files, path, file);
    kept = stamps_below(files, home);
    restore_stash(files, stored);
    for (const name of files.readdir(home)) {
      if (!name.startsWith('.')) known_files.set(name, stamp_of(files.stat(`${home}/${name}`)));
    }
  }

  function put(files, path, { bytes, time }) {
    files.mkdirTree(path.slice(0, path.lastIndexOf('/')));
    files.writeFile(path, bytes);
    files.utime(path, time, time);
  }

  // ---- Files: those of the user are in `home`, and those that the program writes there are also
  // downloaded. Names that begin with a dot are the program's own.

  const known_files = new Map();  // name -> size and time
  const interval = 1500;  // milliseconds
  let due_look = 0;       // setTimeout's
  let writing = Promise.resolve();  // the newest write to the store

  function safe_name(name) {
    const plain = name.replace(/[/\\\0-\x1f]/g, '_').replace(/^\.+/, '').trim();
    return plain || 'program.b93';
  }

  function open_bytes(name, bytes) {
    page.input((module) => {
      const path = `${home}/${safe_name(name)}`;
      module.FS.writeFile(path, bytes);
      known_files.set(safe_name(name), stamp_of(module.FS.stat(path)));
      module.ccall('page_drop', null, ['string'], [path]);
    });
  }

  async function take_files(list) {
    for (const file of [...list].slice(0, 1)) {
      open_bytes(file.name, new Uint8Array(await file.arrayBuffer()));
    }
  }

  const stamp_of = (status) => `${status.size} ${status.mtime.getTime()}`;

  // Every file below a folder, with its stamp.
  function stamps_below(files, folder, all = new Map()) {
    for (const name of files.readdir(folder)) {
      if (name === '.' || name === '..') continue;
      const path = `${folder}/${name}`;
      const status = files.stat(path);
      if (files.isDir(status.mode)) stamps_below(files, path, all);
      else all.set(path, stamp_of(status));
    }
    return all;
  }

  // What the store does not have as it is: files as it keeps them, by path, and paths that are gone.
  function changes_since(files, now) {
    const changed = new Map();
    for (const [path, stamp] of now) {
      if (kept.get(path) === stamp) continue;
      changed.set(path, { bytes: files.readFile(path), time: files.stat(path).mtime.getTime() });
    }
    return { changed, gone: [...kept.keys()].filter((path) => !now.has(path)) };
  }

  // ---- Changes that a page has no time to write when it is left: IndexedDB answers later, while
  // localStorage is written at once. The next visit takes them from there, unless the store has
  // later ones of another page. A path has {text, time}; the text is null if the file is gone.

  const stash_name = 'fungescope: changed files';
  let stashed = null;  // its text

  function stash() {
    if (page.embedded || !page.program()) return;
    const files = page.program().FS;
    const { changed, gone } = changes_since(files, stamps_below(files, home));
    if (changed.size + gone.length === 0) return;
    const text_of = (bytes) => Array.from(bytes, (byte) => String.fromCharCode(byte)).join('');
    try {
      // Another page may have left some, too.
      const all = JSON.parse(localStorage.getItem(stash_name)) || {};
      for (const [path, { bytes, time }] of changed) all[path] = { text: text_of(bytes), time };
      for (const path of gone) all[path] = { text: null, time: Date.now() };
      stashed = JSON.stringify(all);
      localStorage.setItem(stash_name, stashed);
    } catch (error) {
      console.warn('fungescope: the last changes are not kept in this browser:', error);
    }
  }

  function restore_stash(files, stored) {
    try {
      stashed = localStorage.getItem(stash_name);
      for (const [path, { text, time }] of Object.entries(JSON.parse(stashed) || {})) {
        const there = stored.get(path);
        if (there && there.time >= time) continue;
        if (text !== null) {
          put(files, path, { bytes: Uint8Array.from(text, (sign) => sign.charCodeAt(0)), time });
        } else if (there) {
          files.unlink(path);
        }
      }
    } catch (error) {
      console.warn('fungescope: the last changes cannot be read:', error);
    }
  }

  // The store has what is in this text; this page or another one may have left more since.
  function drop_stash(text) {
    if (stashed === text) stashed = null;
    try {
      if (localStorage.getItem(stash_name) === text) localStorage.removeItem(stash_name);
    } catch (error) { /* nothing is kept here */ }
  }

  // Keeps changed files in the browser, and downloads the user's: now, or else after at most
  // `interval`.
  function look_at_files(now) {
    if (!page.program()) return writing;
    if (!now) {
      due_look = due_look || setTimeout(() => look_at_files(true), interval);
      return writing;
    }
    clearTimeout(due_look);
    due_look = 0;
    const files = page.program().FS;
    for (const name of files.readdir(home)) {
      if (name.startsWith('.')) continue;
      const status = files.stat(`${home}/${name}`);
      if (!files.isFile(status.mode) || known_files.get(name) === stamp_of(status)) continue;
      known_files.set(name, stamp_of(status));
      if (status.size > 0) download(name, files.readFile(`${home}/${name}`));
    }
    if (keeps) writing = write_changes(files);
    return writing;
  }

  async function write_changes(files) {
    const now = stamps_below(files, home);
    const { changed, gone } = changes_since(files, now);
    const left = stashed;
    try {
      if (changed.size + gone.length > 0) await store.write(changed, gone);
      kept = now;
      if (left !== null) drop_stash(left);
    } catch (error) {
      console.warn('fungescope: the last changes are not kept in this browser:', error);
    }
  }

  function download(name, bytes) {
    const link = document.createElement('a');
    link.href = URL.createObjectURL(new Blob([bytes]));
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
  }

  function listen(chooser) {
    window.addEventListener('dragover', (event) => event.preventDefault());
    window.addEventListener('drop', (event) => {
      event.preventDefault();
      const text = event.dataTransfer.getData('text/plain');
      if (event.dataTransfer.files.length > 0) take_files(event.dataTransfer.files);
      else if (text) open_bytes('dropped.b93', new TextEncoder().encode(text));
    });
    chooser.addEventListener('change', () => {
      take_files(chooser.files);
      chooser.value = '';
    });
  }

  return { home, mount, open: open_bytes, take: take_files, look: look_at_files, stash, listen };
};
