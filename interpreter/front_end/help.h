// Prints what --help and --version ask for.
#pragma once

namespace CLI {  // NOLINT(readability-identifier-naming): the library's name
class App;
class ParseError;
}  // namespace CLI

namespace fungescope {

// `request` is what parsing threw, with exit code 0. Returns the exit code of the process: an error
// if standard output cannot be written.
[[nodiscard]] int print_help(const CLI::App& app, const CLI::ParseError& request);

}  // namespace fungescope
