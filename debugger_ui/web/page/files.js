// The user's files: dropped, chosen and pasted ones come in, written ones are downloaded, and all
// are kept in the browser (IndexedDB). Part of page.js.
'use strict';

// `page`: embedded (then nothing is kept), and the functions program() and input(work) as in
// input.js. Returns {mount, open, take, look, stash, listen}.
globalThis.make_page_files = (page) => {
  const home = '/home/web';

  // Mounts the folder that the browser keeps. Where it keeps nothing, such as in private windows,
  // everything else works.
  function mount(module) {
    const files = module.FS;
    files.mkdirTree(home);
    files.chdir(home);
    const note_files = () => {
      kept = stamps_below(files, home);
      restore_stash(files);
      for (const name of files.readdir(home)) {
        if (!name.startsWith('.')) known_files.set(name, stamp_of(files.stat(`${home}/${name}`)));
      }
    };
    if (page.embedded) return Promise.resolve();
    return new Promise((resolve) => {
      try {
        files.mount(module.IDBFS, {}, home);
        files.syncfs(true, (error) => {
          if (error) console.warn('fungescope: nothing is kept in this browser:', error);
          note_files();
          resolve();
        });
      } catch (error) {
        console.warn('fungescope: nothing is kept in this browser:', error);
        resolve();
      }
    });
  }

  // ---- Files: those of the user are in `home`, and those that the program writes there are also
  // downloaded. Names that begin with a dot are the program's own.

  const known_files = new Map();  // name -> size and time
  let kept = new Map();  // path -> stamp: what the browser's storage has
  const interval = 1500;  // milliseconds
  let due_look = 0;       // setTimeout's
  let writing = Promise.resolve();  // a write to the browser's storage

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

  // The files that the browser's storage does not have as they are, and those that are gone.
  function changed_files(now) {
    const changed = [...now.keys()].filter((path) => kept.get(path) !== now.get(path));
    const gone = [...kept.keys()].filter((path) => !now.has(path));
    return { changed, gone };
  }

  // ---- Changes that a page has no time to write when it is left: IndexedDB answers later, while
  // localStorage is written at once. The next visit takes them from there.

  const stash_name = 'fungescope: changed files';
  let stashed = null;  // its text

  function stash() {
    if (page.embedded || !page.program()) return;
    const files = page.program().FS;
    const { changed, gone } = changed_files(stamps_below(files, home));
    if (changed.length + gone.length === 0) return;
    const text_of = (path) => Array.from(files.readFile(path), (byte) => String.fromCharCode(byte));
    const changes = Object.fromEntries([...changed.map((path) => [path, text_of(path).join('')]),
                                        ...gone.map((path) => [path, null])]);
    try {
      stashed = JSON.stringify(changes);
      localStorage.setItem(stash_name, stashed);
    } catch (error) {
      console.warn('fungescope: the last changes are not kept in this browser:', error);
    }
  }

  function restore_stash(files) {
    try {
      stashed = localStorage.getItem(stash_name);
      for (const [path, text] of Object.entries(JSON.parse(stashed) || {})) {
        if (text !== null) {
          files.mkdirTree(path.slice(0, path.lastIndexOf('/')));
          files.writeFile(path, Uint8Array.from(text, (sign) => sign.charCodeAt(0)));
        } else if (kept.has(path)) {
          files.unlink(path);
        }
      }
    } catch (error) {
      console.warn('fungescope: the last changes cannot be read:', error);
    }
  }

  // IndexedDB has them; another page may have left others since.
  function drop_stash() {
    try {
      if (stashed !== null && localStorage.getItem(stash_name) === stashed) {
        localStorage.removeItem(stash_name);
      }
    } catch (error) { /* nothing is kept here */ }
    stashed = null;
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
      download(name, files.readFile(`${home}/${name}`));
    }
    if (page.embedded) return writing;
    writing = writing.then(() => new Promise((resolve) => {
      const now = stamps_below(files, home);
      const { changed, gone } = changed_files(now);
      if (changed.length + gone.length === 0) return resolve();
      files.syncfs(false, (error) => {
        if (error) {
          console.warn('fungescope: nothing is kept in this browser:', error);
        } else {
          kept = now;
          drop_stash();
        }
        resolve();
      });
    }));
    return writing;
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
