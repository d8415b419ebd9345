// Icons drawn as lines, as no font has all of them.
#pragma once

#include <cstdint>

#include <imgui/imgui.h>

namespace fungescope::ui {

enum class Icon : std::uint8_t {
  restart,
  play,
  play_back,
  pause,
  step,
  step_back,
  next,
  next_back,
  line,
  over,
  out,
  to_output,
  visit_before,
  visit_after,
  cross,
};

// Draws within the square of `size` pixels at `corner`.
void draw_icon(ImDrawList& list, Icon icon, ImVec2 corner, float size, ImU32 colour);

// A flat square button of frame height. `active`: its action is under way.
bool icon_button(Icon icon, const char* id, ImU32 colour, ImU32 disabled_colour,
                 bool enabled = true, bool active = false);

}  // namespace fungescope::ui
