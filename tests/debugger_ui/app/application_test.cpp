// Tests the application off screen, with synthesised keys and mouse events.
#include "debugger_ui/app/headless_application.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"
#include "debugger_ui/support/item_point.h"
#include "debugger_ui/support/read_png.h"
#include "programs/catalogue.h"
#include "support/eventually.h"
#include "support/scratch.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>
#include <string_view>

#include <doctest/doctest.h>
#include <nlohmann/json.hpp>

using namespace fungescope;
using namespace fungescope::ui;

namespace {

ApplicationOptions quiet_options() {
  ApplicationOptions options;
  options.user_files = false;
  return options;
}

std::unique_ptr<HeadlessApplication> start(ApplicationOptions options = quiet_options(),
                                           PixelSize size = {1280, 800}) {
  options.open.keep = options.open.keep && options.user_files;
  auto opened = open_file(options.open, nullptr);
  REQUIRE_MESSAGE(opened, to_string(opened.error()));
  auto app = HeadlessApplication::create(size, std::move(options), std::move(*opened));
  REQUIRE_MESSAGE(app, to_string(app.error()));
  (*app)->settle();
  return std::move(*app);
}

// Keeps settings and state in a temporary folder.
struct OwnFolders {
  test::Scratch scratch;
  OwnFolders() {
    ::setenv("XDG_CONFIG_HOME", (scratch.folder() + "/config").c_str(), 1);
    ::setenv("XDG_STATE_HOME", (scratch.folder() + "/state").c_str(), 1);
  }
};

void type_in_palette(HeadlessApplication& app, const std::string& line) {
  app.input().tap(Key::p, with_ctrl);
  app.settle();
  app.input().type(line);
  app.settle();
  app.input().tap(Key::enter);
  app.settle();
}

std::string latest_message(HeadlessApplication& app) {
  const auto& messages = app.application().messages().all();
  return messages.empty() ? "" : messages.front().text;
}

}  // namespace

TEST_CASE("a recording of the command line is loaded in the window, and can be stopped") {
  const test::Scratch scratch;
  const std::string recording = scratch.folder() + "/a.run";
  {
    ApplicationOptions options = quiet_options();
    options.open.file = scratch.file("a.b93", ">12+.v\n^    <\n");
    const auto app = start(options);
    REQUIRE(app->run("goto 5000"));
    REQUIRE(app->run("save \"" + recording + '"'));
  }
  ApplicationOptions options = quiet_options();
  options.open.keep = false;
  options.open.file = recording;
  options.commands = {"goto 4000"};
  auto opened = open_at_once(options.open);
  REQUIRE_MESSAGE(opened, to_string(opened.error()));
  auto made = HeadlessApplication::create({1280, 800}, options, std::move(*opened));
  REQUIRE(made);
  Application& app = (*made)->application();
  CHECK(app.at_work());
  CHECK(app.snapshot().program->name == "sudoku.b93");
  SUBCASE("when it is there, the commands are run") {
    (*made)->settle();
    CHECK(app.snapshot().program->name == "a.run");
    CHECK(app.snapshot().tick == 4000);
    CHECK(app.snapshot().end == 5000);
  }
  SUBCASE("when it is stopped, the solver stays") {
    app.perform("cancel");
    (*made)->settle();
    CHECK_FALSE(app.at_work());
    CHECK(app.snapshot().program->name == "sudoku.b93");
    CHECK(app.snapshot().tick == 0);
  }
}

TEST_CASE("a damaged recording of the command line is an error at once") {
  const test::Scratch scratch;
  OpenRequest options;
  options.keep = false;
  options.file = scratch.file("a.run", "fungescope recording 1\n0123456789abcdef\n{}");
  const auto opened = open_at_once(options);
  REQUIRE_FALSE(opened);
  CHECK(opened.error().what == "the recording is damaged");
}

TEST_CASE("without a file it opens the solver, and playing solves the sample puzzle") {
  const auto app = start();
  CHECK(app->application().snapshot().program->name == "sudoku.b93");
  app->input().tap(Key::f5);
  app->settle();
  const ViewSnapshot& snapshot = app->application().snapshot();
  CHECK(snapshot.status == Status::ended);
  REQUIRE(snapshot.output.text.size() >= 81);
  CHECK(snapshot.output.text.find("417369825") != std::string::npos);
}

TEST_CASE("keys step forwards and backwards") {
  const auto app = start();
  for (int i = 0; i < 3; ++i) app->input().tap(Key::f11);
  app->settle();
  CHECK(app->application().snapshot().tick == 3);
  app->input().tap(Key::f11, with_shift);
  app->settle();
  CHECK(app->application().snapshot().tick == 2);
}

TEST_CASE("the tick field seeks to a tick") {
  const auto app = start();
  app->input().tap(Key::g, with_ctrl);
  app->settle();
  app->input().type("5,000");
  app->input().tap(Key::enter);
  app->settle();
  CHECK(app->application().snapshot().tick == 5000);
  CHECK(app->application().snapshot().end == 5000);
}

TEST_CASE("the palette executes commands and shows their responses") {
  const auto app = start();
  type_in_palette(*app, "break 10,40");
  REQUIRE(app->application().snapshot().breakpoints.size() == 1);
  CHECK(app->application().snapshot().breakpoints[0].area.corner == Point{10, 40});
  app->input().type("breaks");
  app->settle();
  app->input().tap(Key::enter);
  app->settle();
  CHECK(app->application().palette().answer().find("10,40") != std::string::npos);
  app->input().tap(Key::escape);
  app->settle();
  CHECK_FALSE(app->application().palette().is_open());
}

TEST_CASE("lines typed faster than the frame rate are all executed") {
  const auto app = start(quiet_options(), {640, 480});
  auto& input = app->input();
  input.tap(Key::p, with_ctrl);
  input.type("break 10,40");
  input.tap(Key::enter);
  input.type("goto 500");
  input.tap(Key::enter);
  input.tap(Key::escape);
  input.tap(Key::g, with_ctrl);
  input.type("700");
  input.tap(Key::enter);
  app->settle();
  CHECK(app->application().snapshot().breakpoints.size() == 1);
  CHECK(app->application().snapshot().tick == 700);
  CHECK_FALSE(app->application().palette().is_open());
}

TEST_CASE("built-in programs are found in the palette, and opened like files") {
  const auto app = start();
  CHECK(app->application().snapshot().program->file == "@sudoku");
  type_in_palette(*app, "open @squares");
  app->settle();
  CHECK_FALSE(app->application().palette().is_open());
  const ProgramInfo& program = *app->application().snapshot().program;
  CHECK(program.file == "@squares");
  CHECK(program.name == "squares.b93");
  CHECK(app->application().title() == "squares.b93 - Fungescope");
  CHECK_FALSE(program_board(program));
  // A built-in program has no file to read again; the command reloads the program itself.
  app->application().perform("reload from disk");
  CHECK(latest_message(*app).find("no file") != std::string::npos);
  CHECK(app->run("reload"));
  // One that does not exist leaves the present one open.
  app->application().open("@dogs");
  app->settle();
  CHECK(latest_message(*app).find("there are @sudoku, @setter") != std::string::npos);
  CHECK(app->application().snapshot().program->file == "@squares");
}

TEST_CASE("File > examples opens a built-in program") {
  const auto app = start();
  const auto point = [&](const std::string& name) { return point_of(app->names(), name); };
  const auto click = [&](const std::string& name) {
    const ImVec2 at = point(name);
    app->input().move(at.x, at.y);
    app->settle();
    app->input().click(at.x, at.y);
    app->settle();
  };
  click("menu File");
  click("menu examples");
  for (const BuiltInProgram& program : built_in_programs()) {
    CHECK(app->names().find(program.as_file()));
  }
  click("entry setter");
  CHECK(app->application().snapshot().program->file == "@setter");
  CHECK(app->application().snapshot().regions.size() > 10);
}

TEST_CASE("actions are found in the palette") {
  const auto app = start();
  type_in_palette(*app, "layout prof");
  CHECK(app->application().settings().layout == LayoutPreset::profile);
  CHECK_FALSE(app->application().palette().is_open());
}

TEST_CASE("Space plays when it is released, and with the mouse it only pans") {
  ApplicationOptions options = quiet_options();
  options.layout = LayoutPreset::code;
  const auto app = start(options);
  const auto key = [&](InputEvent::Kind kind) {
    app->input().push({.kind = kind, .key = Key::space});
    app->settle();
  };
  const auto field = app->names().find("playfield");
  REQUIRE(field);
  const ImVec2 from = field->at({0.5F, 0.5F});
  const ImVec2 to = field->at({0.4F, 0.6F});
  const auto pointer = [&] { return app->names().find("pointer").value().min; };
  const ImVec2 before = pointer();
  app->input().move(from.x, from.y);
  key(InputEvent::Kind::key_press);
  app->input().drag(from.x, from.y, to.x, to.y);
  app->settle();
  key(InputEvent::Kind::key_release);
  CHECK_FALSE(app->application().snapshot().playing());
  CHECK(app->application().snapshot().tick == 0);
  CHECK(pointer().x < before.x);
  CHECK(pointer().y > before.y);
  key(InputEvent::Kind::key_press);
  CHECK(app->application().snapshot().tick == 0);
  app->input().push({.kind = InputEvent::Kind::key_release, .key = Key::space});
  REQUIRE(test::eventually([&] {
    app->frame();
    return app->application().snapshot().tick > 0;
  }));
}

TEST_CASE("the minimap is hidden by a menu's action, and stays so") {
  OwnFolders folders;
  ApplicationOptions options;
  options.layout = LayoutPreset::code;
  const PixelSize small{900, 600};
  {
    const auto app = start(options, small);
    CHECK(app->names().find("minimap"));
    type_in_palette(*app, "minimap");
    CHECK_FALSE(app->application().settings().minimap);
    CHECK_FALSE(app->names().find("minimap"));
  }
  const auto app = start(options, small);
  CHECK_FALSE(app->names().find("minimap"));
  app->application().perform("minimap");
  app->settle();
  CHECK(app->names().find("minimap"));
}

TEST_CASE("shortcuts choose layouts and the theme") {
  const auto app = start();
  app->input().tap(Key::digit_2, with_ctrl);
  app->input().tap(Key::t, with_ctrl);
  app->settle();
  CHECK(app->application().settings().layout == LayoutPreset::code);
  CHECK_FALSE(app->application().settings().dark);
}

TEST_CASE("the same steps render the same image") {
  const auto picture_of = [] {
    const auto app = start();
    (void)app->run("goto 20000");
    app->settle();
    return app->read();
  };
  CHECK(compare(picture_of(), picture_of()).none());
}

TEST_CASE("breakpoints, bookmarks and the layout are restored when it is opened again") {
  const OwnFolders folders;
  ApplicationOptions options;
  options.open.file = folders.scratch.file("a.b93", ">12+.@\n");
  {
    const auto app = start(options);
    REQUIRE(app->run("break 3,0 if top == 2"));
    REQUIRE(app->run("goto 2"));
    REQUIRE(app->run("mark here"));
    REQUIRE(app->run("watch top + 1"));
    app->application().settings().dark = false;
    app->application().settings().layout = LayoutPreset::code;
    app->application().tiling().close(PanelId::stack);
    app->settle();
    // The destructor closes it.
  }
  const auto again = start(options);
  const ViewSnapshot& snapshot = again->application().snapshot();
  REQUIRE(snapshot.breakpoints.size() == 1);
  CHECK(snapshot.breakpoints[0].text.find("3,0") != std::string::npos);
  REQUIRE(snapshot.bookmarks.size() == 1);
  CHECK(snapshot.bookmarks[0].tick == 2);
  REQUIRE(snapshot.watched.size() == 1);
  CHECK(snapshot.tick == 2);
  REQUIRE(again->run("expect cell(4,0) == '.'"));
  CHECK_FALSE(again->application().settings().dark);
  CHECK(again->application().settings().layout == LayoutPreset::code);
  CHECK(again->application().tiling().find(PanelId::stack) == nullptr);
}

TEST_CASE("killing the window loses no breakpoint") {
  const OwnFolders folders;
  ApplicationOptions options;
  options.open.file = folders.scratch.file("a.b93", ">12+.@\n");
  const auto killed = start(options, {320, 240});
  REQUIRE(killed->run("break 3,0"));
  for (int i = 0; i < 10; ++i) killed->frame(0.5);
  killed->application().session().settle();
  const auto kept = load_program_state(options.open.file);
  REQUIRE(kept);
  REQUIRE(*kept);
  CHECK((*kept)->image.breakpoints.size() == 1);
  CHECK((*kept)->recording.empty());
  REQUIRE(killed->run("set 4,0 = ','"));
  for (int i = 0; i < 80; ++i) killed->frame(0.5);
  killed->application().session().settle();
  const auto later = load_program_state(options.open.file);
  REQUIRE(later);
  CHECK_FALSE((*later)->recording.empty());
  // Another breakpoint leaves the recording unchanged.
  REQUIRE(killed->run("break 2,0"));
  for (int i = 0; i < 10; ++i) killed->frame(0.5);
  killed->application().session().settle();
  const auto last = load_program_state(options.open.file);
  REQUIRE(last);
  CHECK((*last)->image.breakpoints.size() == 2);
  CHECK((*last)->recording == (*later)->recording);
}

TEST_CASE("explicit options override the saved state without losing it") {
  const OwnFolders folders;
  ApplicationOptions options;
  options.open.file = folders.scratch.file("echo.b93", "~:1+!#@_,\n");
  options.open.input = InputLog("abc", InputLog::End::closed);
  {
    const auto app = start(options);
    REQUIRE(app->run("break 3,0"));
    REQUIRE(app->run("goto 5"));
    REQUIRE(app->run("mark here"));
    app->settle();
  }
  options.open.input = InputLog("xyz", InputLog::End::closed);
  options.open.breaks = {"3,0"};
  {
    const auto other = start(options);
    CHECK(other->application().snapshot().input.text == "xyz");
    CHECK(other->application().snapshot().tick == 0);
    CHECK(other->application().snapshot().breakpoints.empty());  // main.cpp sets it
    CHECK(other->application().snapshot().bookmarks.empty());
    REQUIRE(other->run("break 3,0"));
    other->settle();
  }
  options.open.input = InputLog("abc", InputLog::End::closed);
  options.open.breaks.clear();
  const auto again = start(options);
  CHECK(again->application().snapshot().breakpoints.size() == 1);
  CHECK(again->application().snapshot().bookmarks.size() == 1);
}

TEST_CASE("opening another program saves the previous one") {
  const OwnFolders folders;
  ApplicationOptions options;
  options.open.file = folders.scratch.file("a.b93", ">12+.@\n");
  const std::string other = folders.scratch.file("b.b93", "5.@\n");
  const auto app = start(options);
  REQUIRE(app->run("break 3,0"));
  REQUIRE(app->run("goto 2"));
  REQUIRE(app->run("set 4,0 = ','"));
  app->settle();
  app->application().open(other);
  app->settle();
  CHECK(app->application().snapshot().program->file == other);
  CHECK(app->application().snapshot().breakpoints.empty());
  app->application().open(options.open.file);
  app->settle();
  CHECK(app->application().snapshot().breakpoints.size() == 1);
  CHECK(app->application().snapshot().branches.size() == 1);
  const ImVec2 offer = point_of(app->names(), "notice restore it");
  app->input().click(offer.x, offer.y);
  app->settle();
  CHECK(app->application().snapshot().branches.size() == 2);
}

TEST_CASE("a new input restarts the program and keeps breakpoints") {
  const test::Scratch scratch;
  ApplicationOptions options = quiet_options();
  options.open.file = scratch.file("echo.b93", "~:1+!#@_,\n");
  options.open.input = InputLog("a", InputLog::End::closed);
  const auto app = start(options);
  REQUIRE(app->run("break output \"x\""));
  app->settle();
  app->application().restart_with_input("xyz", true);
  app->settle();
  const ViewSnapshot& snapshot = app->application().snapshot();
  CHECK(snapshot.tick == 0);
  CHECK(snapshot.input.text == "xyz");
  CHECK(snapshot.breakpoints.size() == 1);
}

TEST_CASE("restarting with the same input keeps bookmarks") {
  ApplicationOptions options = quiet_options();
  const test::Scratch scratch;
  options.open.file = scratch.file("echo.b93", "~:1+!#@_,\n");
  options.open.input = InputLog("abc", InputLog::End::closed);
  const auto app = start(options, {640, 480});
  REQUIRE(app->run("goto 5"));
  REQUIRE(app->run("mark here"));
  app->settle();
  app->application().restart_with_input("abc", true);
  app->settle();
  CHECK(app->application().snapshot().tick == 0);
  CHECK(app->application().snapshot().bookmarks.size() == 1);
  // An edited run is not determined by its input.
  REQUIRE(app->run("set 8,0 = 5"));
  app->settle();
  app->application().restart_with_input("abc", true);
  app->settle();
  CHECK(app->application().snapshot().branches.size() == 1);
  CHECK(app->application().snapshot().bookmarks.empty());
}

TEST_CASE("images and animations are exported to files") {
  const test::Scratch scratch;
  const auto app = start();
  auto& application = app->application();
  (void)app->run("goto 3000");
  app->settle();
  application.perform("picture of the board…");
  app->settle();
  app->input().tap(Key::a, with_ctrl);
  app->input().type(scratch.folder() + "/board.png");
  app->settle();
  app->input().tap(Key::enter);
  app->settle();
  CHECK(std::filesystem::file_size(scratch.folder() + "/board.png") > 1000);
  application.perform("picture of the window…");
  app->settle();
  app->input().tap(Key::a, with_ctrl);
  app->input().type(scratch.folder() + "/window.png");
  app->settle();
  app->input().tap(Key::enter);
  app->settle();
  const auto window = read_png(scratch.folder() + "/window.png");
  REQUIRE(window);
  CHECK(window->size == PixelSize{1280, 800});
}

TEST_CASE("the Enter that opens a dialog does not confirm it") {
  const test::Scratch scratch;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(scratch.folder());
  const auto app = start(quiet_options(), {640, 480});
  (void)app->run("goto 3000");
  for (const char* const action : {"picture of the board", "animation", "picture of the window"}) {
    type_in_palette(*app, action);
    app->input().tap(Key::escape);
    app->input().tap(Key::escape);
    app->settle();
    CHECK(std::filesystem::is_empty(scratch.folder()));
    CHECK(app->application().messages().all().empty());
  }
  std::filesystem::current_path(before);
}

TEST_CASE("the trace is exported to a file, and the user is notified") {
  const test::Scratch scratch;
  const auto app = start(quiet_options(), {640, 480});
  (void)app->run("goto 3000");
  app->settle();
  const auto bytes_of = [](const std::string& path) {
    std::ifstream file(path);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const auto write = [&](std::string_view action, const std::string& interval,
                         const std::string& name) {
    app->application().perform(action);
    app->settle();
    app->input().type(interval);  // replaces the whole run
    app->input().tap(Key::enter);
    app->settle();
    app->input().type(scratch.folder() + "/" + name);
    app->input().tap(Key::enter);
    app->settle();
    return bytes_of(scratch.folder() + "/" + name);
  };
  const std::string csv = write("trace as CSV…", "1000 1,200", "run.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 201);
  REQUIRE_FALSE(app->application().messages().all().empty());
  CHECK(app->application().messages().all().front().text.find("200 ticks written to") == 0);
  const std::string json = write("trace as JSON…", "2990", "run.json");
  CHECK(std::count(json.begin(), json.end(), '\n') == 10);
  CHECK(nlohmann::json::parse(json.substr(0, json.find('\n')), nullptr, false).is_object());
}

TEST_CASE("small windows are drawn") {
  const auto app = start(quiet_options(), {420, 320});
  app->input().tap(Key::f1);
  app->settle();
  CHECK(app->read().size.width == 420);
}

TEST_CASE("a tab is dragged into a tile of its own, and a double-click maximises it") {
  const auto app = start();
  const auto point = [&](const std::string& name, ImVec2 fraction = {0.5F, 0.5F}) {
    return point_of(app->names(), name, fraction);
  };
  const auto drag = [&](ImVec2 from, ImVec2 to) {
    auto& input = app->input();
    for (int step = 0; step < 5; ++step) {
      if (step == 4) input.release();
      const auto share = static_cast<float>(std::min(step, 3)) / 3;
      if (step < 4) input.move(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
      app->frame();
      if (step == 0) input.press();
      app->frame();
    }
    app->settle();
  };
  Tiling& tiling = app->application().tiling();
  const ImVec2 above_lower_edge{0.5F, 0.96F};
  drag(point("tab stack"), point("tile playfield", above_lower_edge));
  CHECK(tiling.find(PanelId::stack)->panels == std::vector<PanelId>{PanelId::stack});
  const ImVec2 corner{0, 0};
  CHECK(point("tile stack", corner).x == point("tile playfield", corner).x);
  CHECK(point("tile stack", corner).y > point("tile playfield", corner).y);
  const ImVec2 board = point("tab board");
  app->input().click(board.x, board.y);
  app->input().click(board.x, board.y);
  app->settle();
  CHECK(tiling.maximised() == PanelId::board);
}
