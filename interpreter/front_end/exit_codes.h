// The program's exit codes. `fungescope COMMAND --help` lists them for users.
#pragma once

namespace fungescope::exit_code {

inline constexpr int done = 0;
inline constexpr int difference = 1;  // --check found one
inline constexpr int usage = 2;       // or a file that cannot be read
inline constexpr int max_ticks = 3;
inline constexpr int stopped_by_error = 4;  // strict dialect, stack limit, output that fails
inline constexpr int interrupted = 130;     // Ctrl-C: 128 + SIGINT, as in shells

}  // namespace fungescope::exit_code
