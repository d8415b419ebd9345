// The functions of page.h. A page without one of the members goes without its effect.
mergeInto(LibraryManager.library, {
  $callPage: function (name, argument) {
    var page = Module['page'];
    if (page && page[name]) page[name](argument);
  },
  page_wake__deps: ['$callPage'],
  page_wake: function () { callPage('wake'); },
  page_set_title__deps: ['$callPage'],
  page_set_title: function (title) { callPage('setTitle', UTF8ToString(title)); },
  page_set_cursor__deps: ['$callPage'],
  page_set_cursor: function (css) { callPage('setCursor', UTF8ToString(css)); },
  page_copy__deps: ['$callPage'],
  page_copy: function (text) { callPage('copy', UTF8ToString(text)); },
  page_choose_file__deps: ['$callPage'],
  page_choose_file: function () { callPage('chooseFile'); },
  page_take_text__deps: ['$callPage'],
  page_take_text: function (wanted) { callPage('takeText', wanted !== 0); },
});
