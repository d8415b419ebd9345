// The context menus of a cell or a rectangle of cells.
#pragma once

#include "debugger_ui/panels/common/breakpoint_text.h"
#include "debugger_ui/panels/common/line_fields.h"
#include "debugger_ui/widgets/panel.h"

#include <optional>

namespace fungescope::ui {

class PlayfieldMenu {
 public:
  // Actions carried out by the panel.
  enum class Action : std::uint8_t { none, set_value, go_to, find };

  // Opens the menu of `area` if given, else of the cell; by the keyboard at `at`, else at the
  // mouse.
  void open(Point cell, std::optional<Rectangle> area, std::optional<ImVec2> at = {});
  [[nodiscard]] Action draw(Context& context, LinePopup& form);
  [[nodiscard]] Point cell() const { return cell_; }

 private:
  Action draw_cell(Context& context, LinePopup& form) const;
  void draw_stops(Context& context, LinePopup& form) const;
  void draw_area(Context& context, LinePopup& form) const;

  Point cell_;
  std::optional<Rectangle> area_;
  bool opening_ = false;
  bool by_keyboard_ = false;
  ImVec2 at_{};
};

}  // namespace fungescope::ui
