// Draws the transport bar: buttons for run control, the speed and the tick.
#pragma once

#include "debugger_ui/app/actions.h"
#include "debugger_ui/widgets/panel.h"

#include <functional>
#include <string>

namespace fungescope::ui {

// Converts a speed in ticks per second (0: unlimited) to the position of the slider, 0 to 1, and
// back. Logarithmic from 1 to 10^9, with unlimited at the end.
[[nodiscard]] float slider_of(double speed);
[[nodiscard]] double speed_of(float slider);
// "250 k ticks/s", "unlimited".
[[nodiscard]] std::string speed_text(double speed);

class Transport {
 public:
  // Returns whether the slider has changed `speed`.
  bool draw(Context& context, double& speed, const std::function<void(Action)>& perform);
  // Focuses the field of the tick.
  void edit_tick() { edit_ = true; }

 private:
  void draw_buttons(Context& context, const std::function<void(Action)>& perform);
  bool draw_speed(Context& context, double& speed);
  void draw_tick(Context& context);

  bool edit_ = false;
  bool editing_ = false;
  std::string text_;
};

// Draws the tooltip of the last item: the effect of an action, its command and its key.
void action_hint(const Theme& theme, const ActionInfo& action);

}  // namespace fungescope::ui
