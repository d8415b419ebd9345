// The tour of the window: five steps, each pointing at the widget that it explains.
#pragma once

#include "debugger_ui/widgets/item_names.h"
#include "debugger_ui/widgets/panel.h"

#include <cstddef>
#include <functional>
#include <limits>
#include <optional>
#include <span>
#include <string_view>

namespace fungescope::ui {

struct TourStep {
  std::string_view widget;  // its name (widgets/item_names.h)
  PanelId panel;            // that has it; `none`: the transport bar
  std::string_view title;
  std::string_view text;  // empty: a kind of programs has one (window_extension.h)
};
[[nodiscard]] std::span<const TourStep> tour_steps();

class Tour {
 public:
  // Shows the first step.
  void start();
  [[nodiscard]] bool is_open() const { return step_.has_value(); }
  // The number of the step that is shown.
  [[nodiscard]] std::optional<std::size_t> step() const { return step_; }

  // Called before the widgets of a frame are drawn: while the tour is open, they are named.
  void begin_frame();
  // Draws the step, or, while `offered` is false, the offer, which ends at `bottom`, and sets it
  // once it is answered.
  void draw(Context& context, float bottom, bool& offered);
  // The upper edge of the offer in the last frame; infinite without one.
  [[nodiscard]] float top_of_offer() const { return top_of_offer_; }

 private:
  void draw_offer(Context& context, float bottom, bool& offered);
  void draw_step(Context& context, const TourStep& step);
  void go_to(std::size_t step);

  std::optional<std::size_t> step_;
  bool revealed_ = false;
  float top_of_offer_ = std::numeric_limits<float>::infinity();
  ItemNames names_;
};

}  // namespace fungescope::ui
