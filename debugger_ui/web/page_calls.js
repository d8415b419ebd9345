// The functions of the page that main_web.cpp calls.
mergeInto(LibraryManager.library, {
  page_first_frame__deps: ['$callPage'],
  page_first_frame: function () { callPage('firstFrame'); },
  page_set_place__deps: ['$callPage'],
  page_set_place: function (place, other) {
    callPage('setPlace', { place: UTF8ToString(place), other: other !== 0 });
  },
  page_result__deps: ['$callPage'],
  page_result: function (number, done, text) {
    callPage('result', { number: number, done: done !== 0, text: UTF8ToString(text) });
  },
});
