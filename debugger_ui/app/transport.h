// The transport bar: buttons that move in time, the speed slider and the tick field.
#pragma once

#include "debugger_ui/app/actions.h"
#include "debugger_ui/widgets/panel.h"

#include <functional>
#include <string>

namespace fungescope::ui {

// Converts between a speed in ticks a second (0: unlimited) and the slider's position, 0 to 1:
// logarithmic from 1 to 10^9, with unlimited at the end.
[[nodiscard]] float slider_of(double speed);
[[nodiscard]] double speed_of(float slider);
// "250 k ticks/s", "unlimited".
[[nodiscard]] std::string speed_text(double speed);

class Transport {
 public:
  // Returns true if the slider changed `speed`.
  bool draw(Context& context, double& speed, const std::function<void(Action)>& perform);
  // Focuses the tick field.
  void edit_tick() { edit_ = true; }

 private:
  void draw_buttons(Context& context, const std::function<void(Action)>& perform);
  bool draw_speed(Context& context, double& speed);
  void draw_tick(Context& context);

  bool edit_ = false;
  bool editing_ = false;
  std::string text_;
};

// Adds a tooltip to the last item: the action's effect, its command and its key.
void action_hint(const Theme& theme, const ActionInfo& action);

}  // namespace fungescope::ui
