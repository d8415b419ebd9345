// Sources and options as BefunExec has them, in the window.
#include "debugger_ui/app/test.h"

namespace {

ApplicationOptions options_for(const std::string& file) {
  ApplicationOptions options;
  options.open.file = file;
  options.user_files = false;
  options.layout = LayoutPreset::code;
  return options;
}

}  // namespace

TEST_CASE("a character of UTF-8 is one cell in the run, the edit mode and the file") {
  AppWindow window("2Ä.@\n#$replace Ä -> +\n#$watch[1,0]:char = größe\n");
  window.open(options_for(window.file));
  CHECK(window.snapshot().program->dialect.name == "befunexec");
  CHECK(window.count_messages("is one cell of a #$replace") == 1);
  CHECK(window.source_at({1, 0}) == '+');
  window.edit("Ä€");
  CHECK(window.editing().bytes() == "Ä€.@\n#$replace Ä -> +\n#$watch[1,0]:char = größe\n");
  CHECK(window.source_at({0, 0}) == '+');
  CHECK(window.snapshot().program->source->at(Point{1, 0}) == U'€');
  window.perform("insert columns");
  window.tap(Key::s, with_ctrl);
  CHECK(window.on_disk() == "Ä€ .@\n#$replace Ä -> +\n#$watch[1,0]:char = größe\n");
  window.perform("undo");
  window.tap(Key::s, with_ctrl);
  CHECK(window.on_disk() == "Ä€.@\n#$replace Ä -> +\n#$watch[1,0]:char = größe\n");
}

TEST_CASE("a window begins with a speed, zoomed in, and plays at once") {
  AppWindow window(std::string(299, ' ') + "@\n\n\n\n");
  ApplicationOptions options = options_for(window.file);
  options.plays = true;
  options.speed = 0;
  options.follow = false;
  options.zoom = Rectangle{{100, 1}, {20, 3}};
  window.open(std::move(options));
  CHECK(window.settings().pace == PaceMode::ticks);
  CHECK(window.settings().speed == 0);
  CHECK(window.snapshot().status == Status::ended);
  const Rectangle shown = window.snapshot().cells.area;
  CHECK(shown.contains({100, 1}));
  CHECK(shown.contains({119, 3}));
  CHECK_FALSE(shown.contains({0, 0}));
  window.application().choose_layout(LayoutPreset::solver);
  CHECK(window.settings().panels["playfield"]["code"]["follow"] == false);
}
