// The Befunge programs that are compiled in. Wherever the name of a program's file is taken,
// "@NAME" means the one called NAME; a file that is really called "@x" is reached as "./@x".
//
//     if (is_built_in(file)) {
//       Result<const BuiltInProgram*> program = find_built_in(file);
//
// The list is in interpreter/CMakeLists.txt.
#pragma once

#include "base/result.h"

#include <span>
#include <string>
#include <string_view>

namespace fungescope {

struct BuiltInProgram {
  std::string_view name;     // its folder's: "sudoku"
  std::string_view summary;  // what it does, without a full stop
  std::string_view source;

  // "@sudoku", the name as a file.
  [[nodiscard]] std::string as_file() const { return '@' + std::string(name); }
};

// All of them, in the order in which they are listed.
[[nodiscard]] std::span<const BuiltInProgram> built_in_programs();

// Whether the name of a file means a built-in program, which need not exist.
[[nodiscard]] inline bool is_built_in(std::string_view file) {
  return file.starts_with('@');
}

// Returns the program that "@NAME" means, or an error that lists the names.
[[nodiscard]] Result<const BuiltInProgram*> find_built_in(std::string_view file);

}  // namespace fungescope
