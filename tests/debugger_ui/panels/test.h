// What the tests of panels share: a panel on a real session, and what a user does with it.
#pragma once

#include "debugger_ui/panels/panels.h"
#include "debugger_ui/panels/playfield/playfield.h"
#include "debugger_ui/support/panel_fixture.h"
#include "debugger_ui/support/widget_finder.h"

#include <memory>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace fungescope::ui {

using Lines = std::vector<std::string>;

// Adds 1 to the top of the stack for ever.
inline constexpr const char* counting_program = "1>+:v\n ^1 <\n";

class PanelTest : public PanelFixture {
 public:
  // Submits the commands, if there are any, and draws.
  PanelTest(std::unique_ptr<Panel> panel, FixtureOptions options, const Lines& commands = {})
      : PanelFixture(std::move(panel), std::move(options)) {
    if (!commands.empty()) submit_all(commands);
  }

  // Each of these draws, and shows what it has led to.
  void submit_all(const Lines& commands) {
    for (const std::string& command : commands) submit(command);
    draw();
  }
  void seek_to(Tick tick) {
    seek(tick);
    draw();
  }
  void tap(Key key, Mods mods = {}) {
    input().tap(key, mods);
    draw();
  }
  void type(std::string_view text) {
    input().type(text);
    draw();
  }
  void enter(std::string_view text) {
    input().type(text);
    tap(Key::enter);
  }
  // Replaces the text of the field that has the keyboard.
  void enter_instead(std::string_view text) {
    input().tap(Key::a, with_ctrl);
    enter(text);
  }
  void hover(const std::string& name, ImVec2 fraction = {0.5F, 0.5F}) {
    const ImVec2 at = point_of(name, fraction);
    input().move(at.x, at.y);
    draw();
  }
  void drag(ImVec2 from, ImVec2 to) {
    input().drag(from.x, from.y, to.x, to.y);
    draw();
  }
  // Chooses in the menu of an item.
  void choose(const std::string& name, const std::string& item, ImVec2 fraction = {0.5F, 0.5F}) {
    click_at(name, fraction, MouseButton::right);
    REQUIRE_MESSAGE(click_widget(*this, item), item);
  }
};

// The playfield.
class FieldTest : public PanelTest {
 public:
  explicit FieldTest(std::string source, PixelSize size = {900, 500})
      : PanelTest(make_playfield_panel(), {.size = size, .source = std::move(source)}) {
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
  void choose_of(Point cell, const std::string& item) {
    click_cell(cell, MouseButton::right);
    REQUIRE_MESSAGE(click_widget(*this, item), item);
  }
  [[nodiscard]] std::int64_t value_of(Point cell) const {
    return snapshot().cells.values[snapshot().cells.index_of(cell)];
  }
};

}  // namespace fungescope::ui
