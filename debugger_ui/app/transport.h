// The bar of buttons that move in time, with the speed and the tick.
#pragma once

#include "debugger_ui/app/actions.h"
#include "debugger_ui/widgets/panel.h"

#include <functional>
#include <string>

namespace fungescope::ui {

// The slider's place, 0 to 1, of a speed in ticks a second (0: unlimited), and back: logarithmic,
// from 1 to 10^9, with unlimited at its end.
[[nodiscard]] float slider_of(double speed);
[[nodiscard]] double speed_of(float slider);
// "250 k ticks/s", "unlimited".
[[nodiscard]] std::string speed_text(double speed);

class Transport {
 public:
  // `speed` is changed by the slider. True: it was.
  bool draw(Context& context, double& speed, const std::function<void(Action)>& perform);
  // The tick's field takes the keyboard.
  void edit_tick() { edit_ = true; }

 private:
  void draw_buttons(Context& context, const std::function<void(Action)>& perform);
  bool draw_speed(Context& context, double& speed);
  void draw_tick(Context& context);

  bool edit_ = false;
  bool editing_ = false;
  std::string text_;
};

// For the item before: what an action does, its command and its key.
void action_hint(const Theme& theme, const ActionInfo& action);

}  // namespace fungescope::ui
