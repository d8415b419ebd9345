// `fungescope debug`: the window, which is a program of its own beside this one.
#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
}

namespace fungescope {

// Lists the command for help; its options are the window's.
void add_debug_command(CLI::App& app);

// Becomes the window's program, with the arguments behind `debug`. Returns only if it cannot: the
// exit code, after it has said why.
int exec_debugger(int argc, char** argv);

}  // namespace fungescope
