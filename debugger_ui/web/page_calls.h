// What the program calls in the page, as platform/web/page.h.
#pragma once

#include "debugger_ui/platform/web/page.h"

extern "C" {

void page_first_frame();
// What is open: what the address has after `#`. `other`: it is not merely another instant.
void page_set_place(const char* place, bool other);
// The outcome of fungescope_run.
void page_result(int number, bool done, const char* text);

}  // extern "C"
