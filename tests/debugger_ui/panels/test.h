// What the tests of panels share: a panel on a real session, and what a user does with it.
#pragma once

#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/playfield/playfield.h"
#include "debugger_ui/support/panel_fixture.h"

#include <algorithm>
#include <string_view>

#include <nlohmann/json.hpp>

namespace fungescope::ui {

// Adds 1 to the top of the stack for ever.
inline constexpr const char* counting_program = "1>+:v\n ^1 <\n";

// The playfield.
class FieldTest : public PanelFixture {
 public:
  explicit FieldTest(std::string source, PixelSize size = {900, 500})
      : PanelFixture(make_playfield_panel(), {.size = size, .source = std::move(source)}) {
    draw();
  }
  const PlayfieldPanel& playfield() { return static_cast<const PlayfieldPanel&>(panel()); }
  const FieldView& view() { return playfield().view(); }
  ImVec2 middle_of(Point cell) {
    const PixelRect area = view().area_of({cell, {1, 1}});
    return {area.x + area.width / 2, area.y + area.height / 2};
  }
  void click_cell(Point cell, MouseButton button = MouseButton::left, Mods mods = {}) {
    const ImVec2 at = middle_of(cell);
    input().click(at.x, at.y, button, mods);
    draw();
  }
  void select(Point from, Point to) { drag(middle_of(from), middle_of(to)); }
  void choose_of(Point cell, const std::string& entry) {
    click_cell(cell, MouseButton::right);
    REQUIRE_MESSAGE(click_widget(entry), entry);
  }
  [[nodiscard]] std::int64_t value_of(Point cell) const {
    return snapshot().cells.values[snapshot().cells.index_of(cell)];
  }
};

}  // namespace fungescope::ui

// NOLINTNEXTLINE(google-global-names-in-headers)
using namespace fungescope;
using namespace fungescope::ui;  // NOLINT(google-global-names-in-headers)
