// The colours of the window by meaning, in two themes. All painting takes its colours from here, so
// that a meaning has the same colour everywhere.
//
// The colours can be distinguished without red and green (after the palette of Okabe and Ito), and
// no information is conveyed by colour alone: a guess is also framed, a breakpoint is also a dot.
// Text has a contrast of at least 4.5 on each surface that it stands on; on a tint, by `legible`.
#pragma once

#include "debugger_ui/widgets/services.h"
#include "lang/instruction.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <string_view>

#include <imgui/imgui.h>

namespace fungescope::ui {

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
  ImU32 dim = 0;     // labels, secondary text
  ImU32 faint = 0;   // unreachable cells, prose, empty states
  ImU32 accent = 0;  // the current instant, the selection
  ImU32 on_accent = 0;

  ImU32 good = 0;
  ImU32 warning = 0;
  ImU32 bad = 0;

  ImU32 pointer = 0;  // the instruction pointer
  ImU32 trail = 0;
  ImU32 breakpoint = 0;
  ImU32 bookmark = 0;
  ImU32 changed = 0;   // since the previous stop
  ImU32 modified = 0;  // a cell that the program has written
  ImU32 marked = 0;    // cells of an item selected in another panel
  ImU32 region = 0;    // frames around regions

  ImU32 given = 0;  // digits of the board
  ImU32 deduced = 0;
  ImU32 guessed = 0;
  ImU32 candidate = 0;

  ImU32 light_square = 0;  // of a chequered board
  ImU32 dark_square = 0;

  std::array<ImU32, 6> curves{};  // lines of the timeline, which differ in lightness too

  [[nodiscard]] ImU32 of(InstructionClass instruction) const {
    return classes[static_cast<std::size_t>(instruction)];
  }
  // Maps 0 (none) to 1 (maximum) to a ramp that departs from the panel's lightness: blue to yellow
  // on a dark panel, yellow to blue on a light one, translucent at its start.
  [[nodiscard]] ImU32 heat(float share) const;
  // The tint of a search depth; 0 has none, and tints repeat after eight.
  [[nodiscard]] ImU32 depth(std::int64_t depth) const;

  std::array<ImU32, instruction_class_count> classes{};
};

[[nodiscard]] const Theme& dark_theme();
[[nodiscard]] const Theme& light_theme();

// Sets ImGui's style to these colours, with sizes multiplied by `scale`.
void apply(const Theme& theme, float scale);

// Returns `colour` with another opacity, 0 to 1.
[[nodiscard]] ImU32 with_alpha(ImU32 colour, float alpha);
[[nodiscard]] ImU32 mix(ImU32 a, ImU32 b, float share_of_b);

// What is seen of `colour`, which may be translucent, over the opaque `ground`.
[[nodiscard]] ImU32 over(ImU32 ground, ImU32 colour);
// Returns the colour for text on the opaque `ground`: `ink`, moved towards white or black only as
// far as it takes to be read there (a contrast of 4.5).
[[nodiscard]] ImU32 legible(ImU32 ink, ImU32 ground);

// The tint below what has changed since the previous stop.
[[nodiscard]] inline ImU32 changed_tint(const Theme& theme) {
  return with_alpha(theme.changed, 0.25F);
}

[[nodiscard]] ImU32 colour_of(Tone tone, const Theme& theme);

}  // namespace fungescope::ui
