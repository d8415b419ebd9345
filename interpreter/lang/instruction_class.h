// Groups the instructions into classes, which have a colour each wherever a program is shown.
#pragma once

#include "lang/instruction.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

namespace fungescope {

enum class InstructionClass : std::uint8_t {
  blank,
  flow,          // > v < ^ # ? @
  branch,        // _ |
  literal,       // 0 to 9
  string,        // " and the characters in string mode
  arithmetic,    // + - * / % ! `
  stack,         // : \ $
  memory,        // g p
  input_output,  // . , & ~
  none,          // no instruction
};
inline constexpr std::size_t instruction_class_count = 10;

[[nodiscard]] inline InstructionClass class_of(Op op) {
  // In the order of the classes.
  constexpr std::array<std::string_view, 9> glyphs{" ",       "><^v?#@", "_|", "0123456789", "\"",
                                                   "+-*/%!`", ":\\$",    "gp", ".,&~"};
  const auto found = std::find_if(glyphs.begin(), glyphs.end(), [op](std::string_view all) {
    return all.find(instruction(op).glyph) != std::string_view::npos;
  });
  return static_cast<InstructionClass>(found - glyphs.begin());
}

}  // namespace fungescope
