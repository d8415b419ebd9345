// The dialog for an animation's options.
#pragma once

#include "debugger_ui/app/export/animation_export.h"
#include "debugger_ui/widgets/panel.h"

#include <optional>

namespace fungescope::ui {

class AnimationForm {
 public:
  // Opens with the whole run selected, and the board as its subject if there is one.
  void open(const ViewSnapshot& snapshot);
  [[nodiscard]] bool is_open() const { return open_; }
  // Call each frame. Returns the options once, when they are confirmed.
  [[nodiscard]] std::optional<AnimationOptions> draw(const ViewSnapshot& snapshot,
                                                     const Theme& theme, const InputQueue& input,
                                                     float scale);

 private:
  bool draw_fields(const ViewSnapshot& snapshot, const Theme& theme, float scale);

  AnimationOptions options_;
  bool open_ = false;
  bool opening_ = false;
};

}  // namespace fungescope::ui
