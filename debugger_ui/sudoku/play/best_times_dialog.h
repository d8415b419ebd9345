// The best times by level, in a dialog.
//
//     dialog.open(Level::hard);
//     if (dialog.draw(context, best)) best.clear(now);   // each frame
#pragma once

#include "debugger_ui/widgets/modal.h"
#include "debugger_ui/widgets/panel.h"

#include "sudoku/game/best_times.h"

namespace fungescope::ui {

class BestTimesDialog {
 public:
  void open(game::Level level);
  [[nodiscard]] bool is_open() const { return modal_.is_open(); }
  // Returns whether the player has asked, and confirmed, to remove all times.
  [[nodiscard]] bool draw(const Context& context, const game::BestTimes& best);

 private:
  void handle_keys(const InputQueue& input);
  void draw_levels(const Context& context);
  void draw_list(const Context& context, const game::BestTimes& best, float height) const;
  void draw_foot(const game::BestTimes& best);
  [[nodiscard]] bool draw_question(const game::BestTimes& best);

  Modal modal_;
  game::Level level_ = game::Level::easy;
  bool hinted_ = true;   // lists games with hints, too
  bool asking_ = false;  // whether all times are to be removed
};

}  // namespace fungescope::ui
