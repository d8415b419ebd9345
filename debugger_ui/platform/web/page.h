// What the platform files of the browser call in the page: implemented in page_library.js, which
// passes each call to a member of `Module.page` (debugger_ui/web/page.js).
#pragma once

extern "C" {

// Asks for a step soon: there is news.
void page_wake();
void page_set_title(const char* title);
void page_set_cursor(const char* css);
void page_copy(const char* text);
// Whether a text field takes the keyboard: on a touch screen the page opens one.
void page_take_text(bool wanted);
// Lets the user choose a file, which is then dropped on the window.
void page_choose_file();

}  // extern "C"
