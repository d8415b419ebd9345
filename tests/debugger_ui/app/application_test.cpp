// The application off screen, driven by keys and mouse as a person drives it.
#include "debugger_ui/app/headless_application.h"
#include "debugger_ui/platform/png.h"
#include "support/scratch.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <string>

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
  auto still = HeadlessApplication::create(size, std::move(options), std::move(*opened));
  REQUIRE_MESSAGE(still, to_string(still.error()));
  (*still)->settle();
  return std::move(*still);
}

// Settings and state in a folder of the test's.
struct OwnFolders {
  test::Scratch scratch;
  OwnFolders() {
    ::setenv("XDG_CONFIG_HOME", (scratch.folder() + "/config").c_str(), 1);
    ::setenv("XDG_STATE_HOME", (scratch.folder() + "/state").c_str(), 1);
  }
};

void type_in_palette(HeadlessApplication& still, const std::string& line) {
  still.input().tap(Key::p, with_ctrl);
  still.settle();
  still.input().type(line);
  still.settle();
  still.input().tap(Key::enter);
  still.settle();
}

}  // namespace

TEST_CASE("without a file it is the solver, and play solves the sample puzzle") {
  const auto still = start();
  CHECK(still->application().snapshot().program->name == "sudoku.b93");
  still->input().tap(Key::f5);
  still->settle();
  const ViewSnapshot& snapshot = still->application().snapshot();
  CHECK(snapshot.status == Status::ended);
  REQUIRE(snapshot.output.text.size() >= 81);
  CHECK(snapshot.output.text.find("417369825") != std::string::npos);
}

TEST_CASE("keys step, there and back") {
  const auto still = start();
  for (int i = 0; i < 3; ++i) still->input().tap(Key::f11);
  still->settle();
  CHECK(still->application().snapshot().tick == 3);
  still->input().tap(Key::f11, with_shift);
  still->settle();
  CHECK(still->application().snapshot().tick == 2);
}

TEST_CASE("the field of the tick goes to a tick") {
  const auto still = start();
  still->input().tap(Key::g, with_ctrl);
  still->settle();
  still->input().type("5,000");
  still->input().tap(Key::enter);
  still->settle();
  CHECK(still->application().snapshot().tick == 5000);
  CHECK(still->application().snapshot().end == 5000);
}

TEST_CASE("the palette executes commands, and shows what they answer") {
  const auto still = start();
  type_in_palette(*still, "break 10,40");
  REQUIRE(still->application().snapshot().breakpoints.size() == 1);
  CHECK(still->application().snapshot().breakpoints[0].area.corner == Point{10, 40});
  still->input().type("breaks");
  still->settle();
  still->input().tap(Key::enter);
  still->settle();
  CHECK(still->application().palette().answer().find("10,40") != std::string::npos);
  still->input().tap(Key::escape);
  still->settle();
  CHECK_FALSE(still->application().palette().is_open());
}

TEST_CASE("lines that are typed faster than frames come are all taken") {
  const auto still = start(quiet_options(), {640, 480});
  auto& input = still->input();
  input.tap(Key::p, with_ctrl);
  input.type("break 10,40");
  input.tap(Key::enter);
  input.type("goto 500");
  input.tap(Key::enter);
  input.tap(Key::escape);
  input.tap(Key::g, with_ctrl);
  input.type("700");
  input.tap(Key::enter);
  still->settle();
  CHECK(still->application().snapshot().breakpoints.size() == 1);
  CHECK(still->application().snapshot().tick == 700);
  CHECK_FALSE(still->application().palette().is_open());
}

TEST_CASE("an action is found in the palette, too") {
  const auto still = start();
  type_in_palette(*still, "layout prof");
  CHECK(still->application().settings().layout == LayoutPreset::profile);
  CHECK_FALSE(still->application().palette().is_open());
}

TEST_CASE("shortcuts choose layouts and the theme") {
  const auto still = start();
  still->input().tap(Key::digit_2, with_ctrl);
  still->input().tap(Key::t, with_ctrl);
  still->settle();
  CHECK(still->application().settings().layout == LayoutPreset::code);
  CHECK_FALSE(still->application().settings().dark);
}

TEST_CASE("the same steps make the same picture") {
  const auto picture_of = [] {
    const auto still = start();
    (void)still->run("goto 20000");
    still->settle();
    return still->read();
  };
  CHECK(compare(picture_of(), picture_of()).none());
}

TEST_CASE("breakpoints, bookmarks, the layout and edits are there when it is opened again") {
  const OwnFolders folders;
  ApplicationOptions options;
  options.open.file = folders.scratch.file("a.b93", ">12+.@\n");
  bool edited = false;
  {
    const auto still = start(options);
    REQUIRE(still->run("break 3,0 if top == 2"));
    REQUIRE(still->run("goto 2"));
    REQUIRE(still->run("mark here"));
    REQUIRE(still->run("watch top + 1"));
    still->application().settings().dark = false;
    still->application().settings().layout = LayoutPreset::code;
    still->application().tiling().close(PanelId::stack);
    SUBCASE("as lists") {}
    SUBCASE("with the edited run") {
      REQUIRE(still->run("set 4,0 = ','"));
      edited = true;
    }
    still->settle();
    // Closed by its destruction.
  }
  const auto again = start(options);
  const ViewSnapshot& snapshot = again->application().snapshot();
  REQUIRE(snapshot.breakpoints.size() == 1);
  CHECK(snapshot.breakpoints[0].text.find("3,0") != std::string::npos);
  REQUIRE(snapshot.bookmarks.size() == 1);
  CHECK(snapshot.bookmarks[0].tick == 2);
  REQUIRE(snapshot.watched.size() == 1);
  CHECK(snapshot.tick == 2);
  CHECK(snapshot.branches.size() == (edited ? 2 : 1));
  REQUIRE(again->run(edited ? "expect cell(4,0) == ','" : "expect cell(4,0) == '.'"));
  CHECK_FALSE(again->application().settings().dark);
  CHECK(again->application().settings().layout == LayoutPreset::code);
  CHECK(again->application().tiling().find(PanelId::stack) == nullptr);
}

TEST_CASE("a killed window has lost no breakpoint") {
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
  CHECK((*kept)->breakpoints.size() == 1);
  CHECK((*kept)->recording.empty());
  REQUIRE(killed->run("set 4,0 = ','"));
  for (int i = 0; i < 80; ++i) killed->frame(0.5);
  killed->application().session().settle();
  const auto later = load_program_state(options.open.file);
  REQUIRE(later);
  CHECK_FALSE((*later)->recording.empty());
  // A further breakpoint leaves the recording alone.
  REQUIRE(killed->run("break 2,0"));
  for (int i = 0; i < 10; ++i) killed->frame(0.5);
  killed->application().session().settle();
  const auto last = load_program_state(options.open.file);
  REQUIRE(last);
  CHECK((*last)->breakpoints.size() == 2);
  CHECK((*last)->recording == (*later)->recording);
}

TEST_CASE("what the start says itself is not brought back, and not lost") {
  const OwnFolders folders;
  ApplicationOptions options;
  options.open.file = folders.scratch.file("echo.b93", "~:1+!#@_,\n");
  options.open.input = "abc";
  {
    const auto still = start(options);
    REQUIRE(still->run("break 3,0"));
    REQUIRE(still->run("goto 5"));
    REQUIRE(still->run("mark here"));
    still->settle();
  }
  options.open.input = "xyz";
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
  options.open.input = "abc";
  options.open.breaks.clear();
  const auto again = start(options);
  CHECK(again->application().snapshot().breakpoints.size() == 1);
  CHECK(again->application().snapshot().bookmarks.size() == 1);
}

TEST_CASE("another program is opened, and the one before is as it was left") {
  const OwnFolders folders;
  ApplicationOptions options;
  options.open.file = folders.scratch.file("a.b93", ">12+.@\n");
  const std::string other = folders.scratch.file("b.b93", "5.@\n");
  const auto still = start(options);
  REQUIRE(still->run("break 3,0"));
  REQUIRE(still->run("goto 2"));
  REQUIRE(still->run("set 4,0 = ','"));
  still->settle();
  still->application().open(other);
  still->settle();
  CHECK(still->application().snapshot().program->file == other);
  CHECK(still->application().snapshot().breakpoints.empty());
  still->application().open(options.open.file);
  still->settle();
  CHECK(still->application().snapshot().breakpoints.size() == 1);
  CHECK(still->application().snapshot().branches.size() == 2);
}

TEST_CASE("a file that changes on disk is read again") {
  const test::Scratch scratch;
  ApplicationOptions options = quiet_options();
  options.open.file = scratch.file("a.b93", ">12+.@\n");
  const auto still = start(options);
  (void)scratch.file("a.b93", ">34*.@\n");
  std::filesystem::last_write_time(
      options.open.file,
      std::filesystem::last_write_time(options.open.file) + std::chrono::seconds(2));
  for (int i = 0; i < 60; ++i) still->frame();
  still->settle();
  CHECK(still->application().snapshot().program->source->at({1, 0}) == '3');
}

TEST_CASE("a new input starts the program anew, and breakpoints stay") {
  const test::Scratch scratch;
  ApplicationOptions options = quiet_options();
  options.open.file = scratch.file("echo.b93", "~:1+!#@_,\n");
  options.open.input = "a";
  const auto still = start(options);
  REQUIRE(still->run("break output \"x\""));
  still->settle();
  still->application().restart_with_input("xyz", true);
  still->settle();
  const ViewSnapshot& snapshot = still->application().snapshot();
  CHECK(snapshot.tick == 0);
  CHECK(snapshot.input.text == "xyz");
  CHECK(snapshot.breakpoints.size() == 1);
}

TEST_CASE("the same input again loses no bookmark") {
  ApplicationOptions options = quiet_options();
  const test::Scratch scratch;
  options.open.file = scratch.file("echo.b93", "~:1+!#@_,\n");
  options.open.input = "abc";
  const auto still = start(options, {640, 480});
  REQUIRE(still->run("goto 5"));
  REQUIRE(still->run("mark here"));
  still->settle();
  still->application().restart_with_input("abc", true);
  still->settle();
  CHECK(still->application().snapshot().tick == 0);
  CHECK(still->application().snapshot().bookmarks.size() == 1);
  // An edited run is no run of the input alone.
  REQUIRE(still->run("set 8,0 = 5"));
  still->settle();
  still->application().restart_with_input("abc", true);
  still->settle();
  CHECK(still->application().snapshot().branches.size() == 1);
  CHECK(still->application().snapshot().bookmarks.empty());
}

TEST_CASE("pictures and animations become files") {
  const test::Scratch scratch;
  const auto still = start();
  auto& application = still->application();
  (void)still->run("goto 3000");
  still->settle();
  application.perform(Action::export_board);
  still->settle();
  still->input().tap(Key::a, with_ctrl);
  still->input().type(scratch.folder() + "/board.png");
  still->settle();
  still->input().tap(Key::enter);
  still->settle();
  CHECK(std::filesystem::file_size(scratch.folder() + "/board.png") > 1000);
  application.perform(Action::export_window);
  still->settle();
  still->input().tap(Key::a, with_ctrl);
  still->input().type(scratch.folder() + "/window.png");
  still->settle();
  still->input().tap(Key::enter);
  still->settle();
  const auto window = read_png(scratch.folder() + "/window.png");
  REQUIRE(window);
  CHECK(window->size == PixelSize{1280, 800});
}

TEST_CASE("the Enter that opens a dialog does not confirm it") {
  const test::Scratch scratch;
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(scratch.folder());
  const auto still = start(quiet_options(), {640, 480});
  (void)still->run("goto 3000");
  for (const char* const action : {"picture of the board", "animation", "picture of the window"}) {
    type_in_palette(*still, action);
    still->input().tap(Key::escape);
    still->input().tap(Key::escape);
    still->settle();
    CHECK(std::filesystem::is_empty(scratch.folder()));
    CHECK(still->application().messages().all().empty());
  }
  std::filesystem::current_path(before);
}

TEST_CASE("the trace becomes a file, and it is said") {
  const test::Scratch scratch;
  const auto still = start(quiet_options(), {640, 480});
  (void)still->run("goto 3000");
  still->settle();
  const auto bytes_of = [](const std::string& path) {
    std::ifstream file(path);
    return std::string(std::istreambuf_iterator<char>(file), {});
  };
  const auto write = [&](Action action, const std::string& interval, const std::string& name) {
    still->application().perform(action);
    still->settle();
    still->input().type(interval);  // in the place of the whole run
    still->input().tap(Key::enter);
    still->settle();
    still->input().type(scratch.folder() + "/" + name);
    still->input().tap(Key::enter);
    still->settle();
    return bytes_of(scratch.folder() + "/" + name);
  };
  const std::string csv = write(Action::export_trace_csv, "1000 1,200", "run.csv");
  CHECK(std::count(csv.begin(), csv.end(), '\n') == 201);
  REQUIRE_FALSE(still->application().messages().all().empty());
  CHECK(still->application().messages().all().front().text.find("200 ticks written to") == 0);
  const std::string json = write(Action::export_trace_json, "2990", "run.json");
  CHECK(std::count(json.begin(), json.end(), '\n') == 10);
  CHECK(nlohmann::json::parse(json.substr(0, json.find('\n')), nullptr, false).is_object());
}

TEST_CASE("small windows are drawn, too") {
  const auto still = start(quiet_options(), {420, 320});
  still->input().tap(Key::f1);
  still->settle();
  CHECK(still->read().size.width == 420);
}

TEST_CASE("a tab is dragged into a tile of its own, and a double click maximises") {
  const auto still = start();
  const auto drag = [&](float x, float y, float to_x, float to_y) {
    auto& input = still->input();
    for (int step = 0; step < 5; ++step) {
      if (step == 4) input.release();
      const auto share = static_cast<float>(std::min(step, 3)) / 3;
      if (step < 4) input.move(x + (to_x - x) * share, y + (to_y - y) * share);
      still->frame();
      if (step == 0) input.press();
      still->frame();
    }
    still->settle();
  };
  Tiling& tiling = still->application().tiling();
  const auto boxes = [&] {
    return tiling.arrange({4, 52, 1272, 725}, 4, [](PanelId) { return true; });
  };
  const auto box_of = [&](PanelId panel) {
    for (const auto& place : boxes().placements) {
      if (place.tile == tiling.find(panel)) return place.box;
    }
    return Box{};
  };
  const Box stack = box_of(PanelId::stack);
  const Box field = box_of(PanelId::playfield);
  drag(stack.x + 20, stack.y + 12, field.x + field.width / 2, field.bottom() - 20);
  CHECK(tiling.find(PanelId::stack)->panels == std::vector<PanelId>{PanelId::stack});
  CHECK(box_of(PanelId::stack).x == field.x);
  const Box board = box_of(PanelId::board);
  still->input().click(board.x + 20, board.y + 12);
  still->input().click(board.x + 20, board.y + 12);
  still->settle();
  CHECK(tiling.maximised() == PanelId::board);
}
