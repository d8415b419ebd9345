// The page's address follows what is open, and what it says is opened when it is changed or the user
// goes back or forward. Part of page.js.
'use strict';

// A place is what the program calls (main_web.cpp) what follows `#`: as that, but the name of a file
// is not encoded.
globalThis.make_page_address = () => {
  const file = 'file/';
  const is_file = (text) => text.startsWith(file);

  function place_in(hash) {
    const text = hash.replace(/^#/, '');
    if (!is_file(text)) return text;
    try {
      return decodeURIComponent(text);
    } catch (error) {
      return text;
    }
  }

  const hash_of = (place) =>
    `#${is_file(place) ? file + encodeURIComponent(place.slice(file.length)) : place}`;

  let follows = false;  // there is an entry of the history for what was open before

  // Called with each place that is open; `other`: not merely another instant of the one before.
  function follow(place, other) {
    const hash = hash_of(place);
    const changes = follows && other;
    follows = true;
    if (hash === location.hash) return;
    if (changes) history.pushState(null, '', hash);
    else history.replaceState(null, '', hash);
  }

  return { place_in, follow };
};
