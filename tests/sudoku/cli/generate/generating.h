// Runs `fungescope generate` as a process.
#pragma once

#include "support/process.h"

#include <string>
#include <string_view>
#include <vector>

namespace fungescope::test {

inline std::vector<std::string> generate_arguments(const std::vector<std::string>& more) {
  std::vector<std::string> arguments{FUNGESCOPE_PROGRAM, "generate"};
  arguments.insert(arguments.end(), more.begin(), more.end());
  return arguments;
}

inline ProcessResult generate(const std::vector<std::string>& more) {
  return run_process(generate_arguments(more));
}

inline std::vector<std::string> lines_in(const std::string& text) {
  std::vector<std::string> lines;
  std::size_t begin = 0;
  for (std::size_t end = 0; (end = text.find('\n', begin)) != std::string::npos; begin = end + 1) {
    lines.push_back(text.substr(begin, end - begin));
  }
  return lines;
}

// Minimal, with 23 clues.
inline const std::string minimal_puzzle =
    "...9..521.........8...73...78......6....14.........3...1......24.8...9.7.9.26.4..";

// Returns a program that prints a line, whatever it is asked. `first` is the code before.
inline std::string printer(const std::string& line, std::string_view first = "") {
  return std::string(first) + "52*\"" + std::string(line.rbegin(), line.rend()) + "\">:#,_@\n";
}

}  // namespace fungescope::test
