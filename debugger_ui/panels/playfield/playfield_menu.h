// What can be done with a cell or a rectangle of cells: the menus of the playfield.
#pragma once

#include "debugger_ui/panels/common/line_popup.h"
#include "debugger_ui/widgets/panel.h"

#include <optional>

namespace fungescope::ui {

// The breakpoint that a click on a cell sets and deletes; null if there is none.
[[nodiscard]] const BreakpointSnapshot* breakpoint_at(const ViewSnapshot& snapshot, Point cell);
// "break 10,3", or "delete 2" where there is one.
[[nodiscard]] std::string toggle_command(const ViewSnapshot& snapshot, Point cell);

class PlayfieldMenu {
 public:
  // What the panel does itself.
  enum class Action : std::uint8_t { none, set_value, go_to, find };

  // At the mouse. The menu of `area` where it is given, else of the cell.
  void open(Point cell, std::optional<Rectangle> area);
  [[nodiscard]] Action draw(Context& context, LinePopup& form);
  [[nodiscard]] Point cell() const { return cell_; }

 private:
  Action draw_cell(Context& context, LinePopup& form) const;
  void draw_stops(Context& context, LinePopup& form) const;
  void draw_area(Context& context, LinePopup& form) const;

  Point cell_;
  std::optional<Rectangle> area_;
  bool opening_ = false;
  ImVec2 at_{};
};

}  // namespace fungescope::ui
