// Defines the table of Befunge-93 instructions: glyph, name, stack effect and a one-line summary.
//
// The only such table: the interpreters, the JIT, `inspect`, syntax colours and hover help all use
// it. docs/semantics.md states the rules of each instruction; where dialects differ, the summary
// gives the common meaning.
//
// FUNGESCOPE_INSTRUCTIONS(X) expands X(name, glyph, pops, pushes, summary) for every instruction.
// `pops` and `pushes` count stack values outside string mode.
#pragma once

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#define FUNGESCOPE_INSTRUCTIONS(X)                                     \
  X(blank, ' ', 0, 0, "nothing: on to the next cell")                  \
  X(logical_not, '!', 1, 1, "not: 1 if the top is 0, else 0")          \
  X(string_mode, '"', 0, 0, "string mode on or off")                   \
  X(trampoline, '#', 0, 0, "skip the next cell")                       \
  X(discard, '$', 1, 0, "pop and forget")                              \
  X(remainder, '%', 2, 1, "a b -> the remainder of a / b")             \
  X(input_number, '&', 0, 1, "read a number")                          \
  X(multiply, '*', 2, 1, "a b -> a * b")                               \
  X(add, '+', 2, 1, "a b -> a + b")                                    \
  X(output_character, ',', 1, 0, "print as a byte")                    \
  X(subtract, '-', 2, 1, "a b -> a - b")                               \
  X(output_number, '.', 1, 0, "print as a decimal number and a space") \
  X(divide, '/', 2, 1, "a b -> a / b")                                 \
  X(digit_0, '0', 0, 1, "push 0")                                      \
  X(digit_1, '1', 0, 1, "push 1")                                      \
  X(digit_2, '2', 0, 1, "push 2")                                      \
  X(digit_3, '3', 0, 1, "push 3")                                      \
  X(digit_4, '4', 0, 1, "push 4")                                      \
  X(digit_5, '5', 0, 1, "push 5")                                      \
  X(digit_6, '6', 0, 1, "push 6")                                      \
  X(digit_7, '7', 0, 1, "push 7")                                      \
  X(digit_8, '8', 0, 1, "push 8")                                      \
  X(digit_9, '9', 0, 1, "push 9")                                      \
  X(duplicate, ':', 1, 2, "a -> a a")                                  \
  X(go_west, '<', 0, 0, "go west")                                     \
  X(go_east, '>', 0, 0, "go east")                                     \
  X(go_random, '?', 0, 0, "go any of the four ways, at random")        \
  X(end, '@', 0, 0, "end the program")                                 \
  X(swap, '\\', 2, 2, "a b -> b a")                                    \
  X(go_north, '^', 0, 0, "go north")                                   \
  X(branch_horizontal, '_', 1, 0, "go east if 0, else west")           \
  X(greater, '`', 2, 1, "a b -> 1 if a > b, else 0")                   \
  X(get, 'g', 2, 1, "x y -> the value of cell (x, y)")                 \
  X(put, 'p', 3, 0, "v x y -> nothing; cell (x, y) becomes v")         \
  X(go_south, 'v', 0, 0, "go south")                                   \
  X(branch_vertical, '|', 1, 0, "go south if 0, else north")           \
  X(input_character, '~', 0, 1, "read a byte")

namespace fungescope {

// `unknown` stands for all values that are not instructions. They do nothing in most dialects.
enum class Op : std::uint8_t {
  unknown,
#define FUNGESCOPE_OP(name, glyph, pops, pushes, summary) name,
  FUNGESCOPE_INSTRUCTIONS(FUNGESCOPE_OP)
#undef FUNGESCOPE_OP
};

struct Instruction {
  Op op;
  char glyph;
  std::uint8_t pops;
  std::uint8_t pushes;
  std::string_view name;     // "branch_horizontal"
  std::string_view summary;  // one line of documentation
};

inline constexpr std::array instructions{
    Instruction{Op::unknown, '\0', 0, 0, "unknown", "no instruction"},
#define FUNGESCOPE_ROW(name, glyph, pops, pushes, summary) \
  Instruction{Op::name, glyph, pops, pushes, #name, summary},
    FUNGESCOPE_INSTRUCTIONS(FUNGESCOPE_ROW)
#undef FUNGESCOPE_ROW
};

namespace detail {
constexpr std::array<Op, 256> make_op_table() {
  std::array<Op, 256> table{};
  for (const Instruction& i : instructions) {
    if (i.op != Op::unknown) table[static_cast<unsigned char>(i.glyph)] = i.op;
  }
  return table;
}
inline constexpr std::array<Op, 256> op_table = make_op_table();
}  // namespace detail

// Returns the instruction that a cell value stands for; `unknown` for values outside 0..255.
[[nodiscard]] constexpr Op op_of(std::int64_t value) {
  return value >= 0 && value < 256 ? detail::op_table[static_cast<std::size_t>(value)]
                                   : Op::unknown;
}

[[nodiscard]] constexpr const Instruction& instruction(Op op) {
  return instructions[static_cast<std::size_t>(op)];
}

[[nodiscard]] constexpr bool is_digit(Op op) {
  return op >= Op::digit_0 && op <= Op::digit_9;
}
[[nodiscard]] constexpr int digit_of(Op op) {
  return static_cast<int>(op) - static_cast<int>(Op::digit_0);
}

// ---- Classes, which have a colour each wherever a program is shown

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
