// Colours by what they mean, in two themes. Everything that the window paints takes its colours
// here, so that a meaning has one colour everywhere.
//
// Both themes are told apart without red and green (after the palette of Okabe and Ito), and
// nothing is said by colour alone: a guess is also framed, a breakpoint also a dot.
#pragma once

#include "lang/instruction.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <imgui/imgui.h>

namespace fungescope::ui {

// What a person sees in an instruction.
enum class InstructionClass : std::uint8_t {
  blank,
  flow,          // > v < ^ # ? @
  branch,        // _ |
  literal,       // 0 to 9
  string,        // " and what stands in string mode
  arithmetic,    // + - * / % ! `
  stack,         // : \ $
  memory,        // g p
  input_output,  // . , & ~
  none,          // no instruction
};
[[nodiscard]] InstructionClass class_of(Op op);

struct Theme {
  std::string_view name;  // "dark", "light"
  bool dark = true;

  // Surfaces, from the back to the front.
  ImU32 background = 0;  // between tiles
  ImU32 panel = 0;
  ImU32 raised = 0;  // headers, buttons
  ImU32 hovered = 0;
  ImU32 active = 0;
  ImU32 border = 0;
  ImU32 grid_line = 0;

  ImU32 text = 0;
  ImU32 dim = 0;     // labels, what matters less
  ImU32 faint = 0;   // unreachable cells, prose, empty states
  ImU32 accent = 0;  // the present, what is selected
  ImU32 on_accent = 0;

  ImU32 good = 0;
  ImU32 warning = 0;
  ImU32 bad = 0;

  ImU32 pointer = 0;  // the instruction pointer
  ImU32 trail = 0;
  ImU32 breakpoint = 0;
  ImU32 bookmark = 0;
  ImU32 changed = 0;   // since the stop before
  ImU32 modified = 0;  // a cell that the program has written
  ImU32 selection = 0;
  ImU32 marked = 0;  // cells that belong to what another panel points at
  ImU32 region = 0;  // frames around regions

  ImU32 given = 0;  // digits of the board
  ImU32 deduced = 0;
  ImU32 guessed = 0;
  ImU32 candidate = 0;

  std::array<ImU32, 6> curves{};  // lines of the timeline, told apart by lightness too

  [[nodiscard]] ImU32 of(InstructionClass instruction) const {
    return classes[static_cast<std::size_t>(instruction)];
  }
  // 0: nothing, 1: the most. A ramp that leaves the panel's lightness, blue to yellow on a dark one
  // and back on a light one, with some transparency at its start.
  [[nodiscard]] ImU32 heat(float share) const;
  // A tint for a depth of the search; 0 is none, deep ones repeat after eight.
  [[nodiscard]] ImU32 depth(std::int64_t depth) const;

  std::array<ImU32, 10> classes{};
};

[[nodiscard]] const Theme& dark_theme();
[[nodiscard]] const Theme& light_theme();

// ImGui's style in these colours, sizes multiplied with `scale`.
void apply(const Theme& theme, float scale);

// `colour` with another opacity, 0 to 1.
[[nodiscard]] ImU32 with_alpha(ImU32 colour, float alpha);
[[nodiscard]] ImU32 mix(ImU32 a, ImU32 b, float share_of_b);

// How well one is read on the other, 1 to 21, as WCAG computes it. Opacity is not looked at.
[[nodiscard]] double contrast(ImU32 a, ImU32 b);
// Nearly black or nearly white, whichever is read better on an opaque `surface`.
[[nodiscard]] ImU32 text_on(ImU32 surface);

}  // namespace fungescope::ui
