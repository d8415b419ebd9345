// The rows of the watches: variables as a tree of scopes, filtered and folded.
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"

#include <cstddef>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

struct WatchRow {
  int depth = 0;
  bool scope = false;
  std::string name;          // scope: its last part; variable: its name
  std::string path;          // scope: in full, "A::B"; variable: its full name
  std::size_t variable = 0;  // place in Picture::variables
  std::size_t declared = 0;  // place among the program's declared variables
  std::size_t members = 0;   // scope: variables below it
  bool open = true;          // scope
};

// Global variables first, then scopes with theirs, all in order of declaration. `filter`, in any
// case, keeps variables whose full name contains it, in open scopes. `closed` are paths of scopes.
[[nodiscard]] std::vector<WatchRow> watch_rows(const std::vector<VariableSnapshot>& variables,
                                               const Symbols& symbols,
                                               const std::set<std::string>& closed,
                                               std::string_view filter);

// How a command names the variable: its name where that means it, else its place, "2,3".
[[nodiscard]] std::string command_name(const Watch& variable, const Symbols& symbols);

}  // namespace fungescope::ui
