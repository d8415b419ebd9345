// What can be done with a cell or a rectangle of cells: the menus of the playfield.
#pragma once

#include "debugger_ui/widgets/panel.h"
#include "debugger_ui/panels/common/line_form.h"

#include <optional>

namespace fungescope::ui {

// The breakpoint that a click on a cell sets and deletes; null if there is none.
[[nodiscard]] const StopPicture* breakpoint_at(const Picture& picture, Point cell);
// "break 10,3", or "delete 2" where there is one.
[[nodiscard]] std::string toggle_command(const Picture& picture, Point cell);

class PlayfieldMenu {
 public:
  // What the panel does itself.
  enum class Wish : std::uint8_t { none, set_value, go_to, find };

  // At the mouse. The menu of `area` where it is given, else of the cell.
  void open(Point cell, std::optional<Rectangle> area);
  [[nodiscard]] Wish draw(Context& context, LineForm& form);
  [[nodiscard]] Point cell() const { return cell_; }

 private:
  Wish draw_cell(Context& context, LineForm& form) const;
  void draw_stops(Context& context, LineForm& form) const;
  void draw_area(Context& context, LineForm& form) const;

  Point cell_;
  std::optional<Rectangle> area_;
  bool opening_ = false;
  ImVec2 at_{};
};

}  // namespace fungescope::ui
