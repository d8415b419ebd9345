// Asking why a value is what it is, from the menus and keys of the window.
#pragma once

#include "debugger_ui/widgets/panel.h"

#include <string>

namespace fungescope::ui {

// Asks about a value, or about control ("here"), and brings the panel with the answer forward.
void ask_why(Services& services, const std::string& value);

// A menu item that does so. `value` is as a command names it; empty: the item is disabled.
void why_item(Context& context, const char* label, const std::string& value,
              const char* key = nullptr);

}  // namespace fungescope::ui
