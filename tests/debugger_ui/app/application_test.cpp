// Tests the application off screen, with synthesised keys and mouse events.
#include "debugger_ui/app/test.h"
#include "debugger_ui/sudoku/tasks/board_snapshot.h"
#include "debugger_ui/support/read_png.h"
#include "programs/catalogue.h"

TEST_CASE("a recording of the command line is loaded in the window, and can be stopped") {
  AppWindow window(">12+.v\n^    <\n");
  window.run("goto 5000");
  window.run("save \"" + window.folder / "a.run" + '"');
  ApplicationOptions options;
  options.user_files = options.open.keep = false;
  options.open.file = window.folder / "a.run";
  options.commands = {"goto 4000"};
  const auto made = headless({1280, 800}, options, open_at_once(options.open));
  Application& app = made->application();
  CHECK(app.at_work());
  CHECK(app.snapshot().program->name == "sudoku.b93");
  SUBCASE("when it is there, the commands are run") {
    made->settle();
    CHECK(app.snapshot().program->name == "a.run");
    CHECK(app.snapshot().tick == 4000);
    CHECK(app.snapshot().end == 5000);
  }
  SUBCASE("when it is stopped, the solver stays") {
    app.perform("cancel");
    made->settle();
    CHECK_FALSE(app.at_work());
    CHECK(app.snapshot().program->name == "sudoku.b93");
    CHECK(app.snapshot().tick == 0);
  }
}

TEST_CASE("a damaged recording of the command line is an error at once") {
  const TemporaryFolder folder;
  OpenRequest request;
  request.keep = false;
  request.file = folder.file("a.run", "fungescope recording 1\n0123456789abcdef\n{}");
  const auto opened = open_at_once(request);
  REQUIRE_FALSE(opened);
  CHECK(opened.error().what == "the recording is damaged");
}

TEST_CASE_FIXTURE(AppWindow, "the palette executes commands and shows their responses") {
  in_palette("break 10,40");
  CHECK(breakpoints() == Lines{"10,40"});
  enter("breaks");
  CHECK(application().palette().answer().find("10,40") != std::string::npos);
  tap(Key::escape);
  CHECK_FALSE(application().palette().is_open());
}

TEST_CASE("lines typed faster than the frame rate are all executed") {
  AppWindow window({.size = {640, 480}});
  const UserInput input = window.input();
  input.tap(Key::p, with_ctrl);
  for (const char* const line : {"break 10,40", "goto 500"}) {
    input.type(line);
    input.tap(Key::enter);
  }
  input.tap(Key::escape);
  input.tap(Key::g, with_ctrl);
  input.type("700");
  window.tap(Key::enter);
  CHECK(window.snapshot().breakpoints.size() == 1);
  CHECK(window.tick() == 700);
  CHECK_FALSE(window.application().palette().is_open());
}

TEST_CASE_FIXTURE(AppWindow, "built-in programs are found in the palette, and opened like files") {
  CHECK(snapshot().program->file == "@sudoku");
  in_palette("open @squares");
  settle();
  CHECK_FALSE(application().palette().is_open());
  const ProgramInfo& program = *snapshot().program;
  CHECK(program.file == "@squares");
  CHECK(program.name == "squares.b93");
  CHECK(application().title() == "squares.b93 - Fungescope");
  CHECK_FALSE(program_board(program));
  // A built-in program has no file to read again; the command reloads the program itself.
  application().perform("reload from disk");
  CHECK(says("no file"));
  run("reload");
  // One that does not exist leaves the present one open.
  open_file("@dogs");
  CHECK(says("there are @sudoku, @setter"));
  CHECK(snapshot().program->file == "@squares");
}

TEST_CASE_FIXTURE(AppWindow, "File > examples opens a built-in program") {
  click_all({"menu File", "menu examples"});
  for (const BuiltInProgram& program : built_in_programs()) {
    CHECK(has("entry " + std::string(program.name)));
  }
  click("entry setter");
  CHECK(snapshot().program->file == "@setter");
  CHECK(snapshot().regions.size() > 10);
}

TEST_CASE("Space plays when it is released, and with the mouse it only pans") {
  AppWindow window({.layout = LayoutPreset::code});
  const auto key = [&](InputEvent::Kind kind) {
    window.input().push({.kind = kind, .key = Key::space});
    window.settle();
  };
  const ImVec2 from = window.point_of("playfield");
  const ImVec2 to = window.point_of("playfield", {0.4F, 0.6F});
  const auto pointer = [&] { return window.box("pointer").min; };
  const ImVec2 before = pointer();
  window.input().move(from.x, from.y);
  key(InputEvent::Kind::key_press);
  window.input().drag(from.x, from.y, to.x, to.y);
  window.settle();
  key(InputEvent::Kind::key_release);
  CHECK_FALSE(window.snapshot().playing());
  CHECK(window.tick() == 0);
  CHECK(pointer().x < before.x);
  CHECK(pointer().y > before.y);
  key(InputEvent::Kind::key_press);
  CHECK(window.tick() == 0);
  window.input().push({.kind = InputEvent::Kind::key_release, .key = Key::space});
  REQUIRE(test::eventually([&] {
    window.app().frame();
    return window.tick() > 0;
  }));
}

TEST_CASE("the minimap is hidden by a menu's action, and stays so") {
  AppWindow window({.layout = LayoutPreset::code, .user_files = true, .size = {900, 600}});
  CHECK(window.has("minimap"));
  window.in_palette("minimap");
  CHECK_FALSE(window.settings().minimap);
  CHECK_FALSE(window.has("minimap"));
  window.reopen();
  CHECK_FALSE(window.has("minimap"));
  window.perform("minimap");
  CHECK(window.has("minimap"));
}

TEST_CASE("breakpoints, bookmarks and the layout are restored when it is opened again") {
  AppWindow window({.source = ">12+.@\n", .user_files = true});
  window.run_all({"break 3,0 if top == 2", "goto 2", "mark here", "watch top + 1"});
  window.tap("Ctrl+T Ctrl+2");  // the other theme, and the layout code
  window.application().tiling().close(PanelId::stack);
  window.settle();
  ApplicationOptions options;
  options.open.file = window.file;
  window.open(options);
  const ViewSnapshot& snapshot = window.snapshot();
  REQUIRE(snapshot.breakpoints.size() == 1);
  CHECK(snapshot.breakpoints[0].text.find("3,0") != std::string::npos);
  REQUIRE(snapshot.bookmarks.size() == 1);
  CHECK(snapshot.bookmarks[0].tick == 2);
  REQUIRE(snapshot.watched.size() == 1);
  CHECK(snapshot.tick == 2);
  window.run("expect cell(4,0) == '.'");
  CHECK_FALSE(window.settings().dark);
  CHECK(window.settings().layout == LayoutPreset::code);
  CHECK(window.application().tiling().find(PanelId::stack) == nullptr);
}

TEST_CASE("killing the window loses no breakpoint") {
  AppWindow killed({.source = ">12+.@\n", .user_files = true, .size = {320, 240}});
  const auto kept = [&] {
    const auto state = load_program_state(killed.file);
    REQUIRE(state);
    REQUIRE(*state);
    return **state;
  };
  killed.run("break 3,0");
  killed.frames(10, 0.5);
  CHECK(kept().image.breakpoints.size() == 1);
  CHECK(kept().recording.empty());
  killed.run("set 4,0 = ','");
  killed.frames(80, 0.5);
  const std::string recording = kept().recording;
  CHECK_FALSE(recording.empty());
  // Another breakpoint leaves the recording unchanged.
  killed.run("break 2,0");
  killed.frames(10, 0.5);
  CHECK(kept().image.breakpoints.size() == 2);
  CHECK(kept().recording == recording);
}

TEST_CASE("explicit options override the saved state without losing it") {
  AppWindow window({.source = "~:1+!#@_,\n", .input = "abc", .user_files = true});
  window.run_all({"break 3,0", "goto 5", "mark here"});
  ApplicationOptions options;
  options.open.file = window.file;
  options.open.input = InputLog("xyz", InputLog::End::closed);
  options.open.breaks = {"3,0"};
  window.open(options);
  CHECK(window.snapshot().input.text == "xyz");
  CHECK(window.tick() == 0);
  CHECK(window.snapshot().breakpoints.empty());  // main.cpp sets it
  CHECK(window.snapshot().bookmarks.empty());
  window.run("break 3,0");
  window.reopen();
  CHECK(window.snapshot().breakpoints.size() == 1);
  CHECK(window.snapshot().bookmarks.size() == 1);
}

TEST_CASE("opening another program saves the previous one") {
  AppWindow window(">12+.@\n", true);
  const std::string other = window.folder.file("b.b93", "5.@\n");
  window.run_all({"break 3,0", "goto 2", "set 4,0 = ','"});
  window.open_file(other);
  CHECK(window.snapshot().program->file == other);
  CHECK(window.snapshot().breakpoints.empty());
  window.open_file(window.file);
  CHECK(window.snapshot().breakpoints.size() == 1);
  CHECK(window.snapshot().branches.size() == 1);
  window.click("notice restore it");
  CHECK(window.snapshot().branches.size() == 2);
}

TEST_CASE("a new input restarts with the breakpoints, the same one with the bookmarks too") {
  AppWindow window({.source = "~:1+!#@_,\n", .input = "abc", .size = {640, 480}});
  const auto restart_with = [&](const std::string& input) {
    window.application().restart(InputLog(input, InputLog::End::closed));
    window.settle();
    CHECK(window.tick() == 0);
    CHECK(window.snapshot().input.text == input);
    CHECK(window.snapshot().breakpoints.size() == 1);
  };
  window.run_all({"break output \"x\"", "goto 5", "mark here"});
  restart_with("abc");
  CHECK(window.snapshot().bookmarks.size() == 1);
  // An edited run is not determined by its input.
  window.run("set 8,0 = 5");
  restart_with("abc");
  CHECK(window.snapshot().branches.size() == 1);
  CHECK(window.snapshot().bookmarks.empty());
  restart_with("xyz");
}

TEST_CASE_FIXTURE(AppWindow, "pictures are exported to files") {
  run("goto 3000");
  perform("picture of the board…");
  answer(folder / "board.png");
  CHECK(std::filesystem::file_size(folder / "board.png") > 1000);
  perform("picture of the window…");
  answer(folder / "window.png");
  const auto picture = read_png(folder / "window.png");
  REQUIRE(picture);
  CHECK(picture->size == PixelSize{1280, 800});
}

TEST_CASE("the Enter that opens a dialog does not confirm it") {
  AppWindow window({.size = {640, 480}});
  const auto before = std::filesystem::current_path();
  std::filesystem::current_path(window.folder.folder());
  window.run("goto 3000");
  for (const char* const action : {"picture of the board", "animation", "picture of the window"}) {
    window.in_palette(action);
    window.tap("Esc Esc");
    CHECK(std::filesystem::is_empty(window.folder.folder()));
    CHECK(window.application().messages().all().empty());
  }
  std::filesystem::current_path(before);
}

TEST_CASE("the trace is exported to a file, and the user is notified") {
  AppWindow window({.size = {640, 480}});
  window.run("goto 3000");
  const auto write = [&](std::string_view action, const std::string& interval,
                         const std::string& name) {
    window.perform(action);
    for (const std::string text : {"garbage here", "200 100", "1 2 3"}) {
      CAPTURE(text);
      window.answer(text);
      CHECK(window.has("field error"));
    }
    for (const std::string& text : {interval, window.folder / name}) window.answer(text);
    return test::file_bytes(window.folder / name);
  };
  CHECK(std::ranges::count(write("trace as CSV…", "1000 1,200", "run.csv"), '\n') == 201);
  CHECK(window.last_message().find("200 ticks written to") == 0);
  const std::string json = write("trace as JSON…", "2990", "run.json");
  CHECK(std::ranges::count(json, '\n') == 10);
  CHECK(nlohmann::json::parse(json.substr(0, json.find('\n')), nullptr, false).is_object());
}

TEST_CASE_FIXTURE(AppWindow, "a tab is dragged into a tile, and a double-click maximises it") {
  // Slowly, as a hand does.
  const ImVec2 from = point_of("tab stack");
  const ImVec2 to = point_of("tile playfield", {0.5F, 0.96F});  // above its lower edge
  for (int step = 0; step < 5; ++step) {
    if (step == 4) input().release();
    const auto share = static_cast<float>(std::min(step, 3)) / 3;
    if (step < 4) input().move(from.x + (to.x - from.x) * share, from.y + (to.y - from.y) * share);
    app().frame();
    if (step == 0) input().press();
    app().frame();
  }
  settle();
  Tiling& tiling = application().tiling();
  CHECK(tiling.find(PanelId::stack)->panels == std::vector<PanelId>{PanelId::stack});
  CHECK(box("tile stack").min.x == box("tile playfield").min.x);
  CHECK(box("tile stack").min.y > box("tile playfield").min.y);
  double_click("tab board");
  CHECK(tiling.maximised() == PanelId::board);
}
