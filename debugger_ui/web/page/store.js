// Files that the browser keeps: an IndexedDB database with one object store, from a path to
// {bytes, time}. Part of files.js.
//
// A page writes only what it has changed itself, so that of two pages neither deletes what the other
// has written; of one file the later version stays.
'use strict';

// Returns {read, write}. Both promises are rejected where the browser keeps nothing, as in some
// private windows.
globalThis.make_page_store = () => {
  const name = 'fungescope';
  const table = 'files';
  let database = null;

  function open() {
    return new Promise((resolve, reject) => {
      const request = indexedDB.open(name, 1);
      request.onupgradeneeded = () => request.result.createObjectStore(table);
      request.onerror = () => reject(request.error);
      request.onsuccess = () => {
        database = request.result;
        const close = () => {
          database.close();
          database = null;
        };
        database.onversionchange = close;  // another page deletes it
        database.onclose = close;          // the user has deleted the site's data
        resolve();
      };
    });
  }

  // Begins at once if the database is open, for a page that is being left.
  async function transaction(mode, work) {
    if (!database) await open();
    return new Promise((resolve, reject) => {
      const changes = database.transaction(table, mode);
      let result;
      changes.oncomplete = () => resolve(result);
      changes.onabort = () => reject(changes.error || new Error('the browser has ended the transaction'));
      work(changes.objectStore(table), (value) => { result = value; });
      if (mode === 'readwrite' && changes.commit) changes.commit();
    });
  }

  // A promise of all files: a Map from paths to {bytes, time}.
  const read = () => transaction('readonly', (store, finish) => {
    const paths = store.getAllKeys();
    const values = store.getAll();
    values.onsuccess = () => finish(new Map(paths.result.map((path, i) => [path, values.result[i]])));
  });

  // Writes or deletes all of it, or nothing.
  const write = (files, gone) => transaction('readwrite', (store) => {
    for (const [path, file] of files) store.put(file, path);
    for (const path of gone) store.delete(path);
  });

  return { read, write };
};
