// A modal dialog for the options of an animation.
#pragma once

#include "debugger_ui/app/export/animation_export.h"
#include "debugger_ui/widgets/modal.h"
#include "debugger_ui/widgets/panel.h"

#include <optional>

namespace fungescope::ui {

class AnimationForm {
 public:
  // Preselects the whole run, and the board if there is one.
  void open(const ViewSnapshot& snapshot);
  [[nodiscard]] bool is_open() const { return modal_.is_open(); }
  // Must be called each frame. Returns the options once, when they are confirmed.
  [[nodiscard]] std::optional<AnimationOptions> draw(const ViewSnapshot& snapshot,
                                                     const Theme& theme, const InputQueue& input,
                                                     float scale);

 private:
  bool draw_fields(const ViewSnapshot& snapshot, const Theme& theme, float scale);

  AnimationOptions options_;
  Modal modal_;
};

}  // namespace fungescope::ui
