// The window without a mouse: menus, panels, the field and the board by keys; and how menus are
// worded.
#include "debugger_ui/app/test.h"
#include "session/commands/command.h"

#include <cmath>
#include <regex>

TEST_CASE("F10 and Alt open the menus, in which arrows go round and Enter chooses") {
  for (const Key key : {Key::f10, Key::alt}) {
    AppWindow window;
    window.tap(key, key == Key::alt ? with_alt : Mods());
    CHECK(window.has("entry open…"));
    for (const char* const entry : {"edit the program", "step back", "minimap", "tour", "open…"}) {
      window.tap(Key::right);
      CHECK_MESSAGE(window.has(std::string("entry ") + entry), entry);
    }
    window.tap(Key::left);
    CHECK(window.has("entry tour"));  // Help, the last one
    window.tap("Left Left");
    REQUIRE(window.has("entry step back"));
    window.tap("Down Down Down Down Down Down Down Enter");
    CHECK(window.tick() == 1);  // step
    CHECK_FALSE(window.has("entry step"));
    window.tap(key);
    REQUIRE(window.has("entry open…"));
    window.tap(Key::space);
    CHECK_FALSE(window.snapshot().playing());
    window.tap(Key::escape);
    window.tap(key);
    window.tap(key);
    CHECK_FALSE(window.has("entry open…"));
  }
}

TEST_CASE("a key that chooses in a menu reaches nothing below it") {
  for (const Key key : {Key::enter, Key::space}) {
    AppWindow window;
    window.click("playfield");
    REQUIRE(window.application().selection().cell);
    window.tap("F10 Down Down Right");
    REQUIRE(window.has("entry hello"));
    window.tap(Key::down);
    window.tap(key);
    CHECK_FALSE(window.has("entry hello"));
    CHECK(window.program() != "sudoku");
    CHECK_FALSE(window.typing());  // Enter sets the value of a selected cell
  }
  AppWindow window;
  window.perform("edit the program");
  window.click("playfield");
  window.tap("F10 Right Down Down");
  window.input().push({.kind = InputEvent::Kind::key_press, .key = Key::space});
  window.input().type(" ");
  window.input().push({.kind = InputEvent::Kind::key_release, .key = Key::space});
  window.settle();
  CHECK_FALSE(window.editing().modified());
}

TEST_CASE("along the bar each menu opens with its first entry marked, which Enter chooses") {
  const auto marked = [](AppWindow& window, const std::string& entry) {
    const ImGuiContext& context = *ImGui::GetCurrentContext();
    const auto box = window.app().names().find("entry " + entry);
    if (!box || context.NavDisableHighlight || context.NavWindow == nullptr) return false;
    const ImRect at = ImGui::WindowRectRelToAbs(context.NavWindow,
                                                context.NavWindow->NavRectRel[context.NavLayer]);
    return std::abs(at.GetCenter().y - box->at({0.5F, 0.5F}).y) < 1;
  };
  AppWindow window;
  window.tap(Key::f10);
  CHECK(marked(window, "new…"));
  for (const std::string entry : {"edit the program", "play", "layout solver", "commands…"}) {
    window.tap(Key::right);
    CHECK_MESSAGE(marked(window, entry), entry);
  }
  for (const std::string entry : {"layout solver", "play", "edit the program", "new…"}) {
    window.tap(Key::left);
    CHECK_MESSAGE(marked(window, entry), entry);
  }
  window.tap(Key::right);
  REQUIRE(marked(window, "edit the program"));
  window.tap(Key::enter);
  CHECK(window.editing().active());
}

TEST_CASE_FIXTURE(AppWindow, "submenus open to the right, close to the left, and lead further") {
  tap("F10 Down Down Right");  // open recent is disabled
  REQUIRE(has("entry hello"));
  tap("Left");
  CHECK_FALSE(has("entry hello"));
  CHECK(has("entry open…"));
  tap("Right");
  REQUIRE(has("entry hello"));
  tap("Right");
  CHECK_FALSE(has("entry hello"));
  REQUIRE(has("entry edit the program"));
  tap("Enter");
  CHECK(editing().active());
}

// A window manager that drags the window by Alt takes the mouse, and the keys stay here.
TEST_CASE("Alt opens no menu with another key, nor if the mouse, focus or window changed") {
  using Kind = InputEvent::Kind;
  for (const std::vector<InputEvent>& events :
       {std::vector<InputEvent>{{.kind = Kind::mouse_leave},
                                {.kind = Kind::mouse_move, .x = 300, .y = 300}},
        {{.kind = Kind::mouse_move, .x = 301, .y = 300}},
        {{.kind = Kind::window_moved}},
        {{.kind = Kind::focus_lost}, {.kind = Kind::focus_gained}},
        {{.kind = Kind::key_press, .key = Key::left, .mods = with_alt},
         {.kind = Kind::key_release, .key = Key::left, .mods = with_alt}}}) {
    AppWindow window;
    const UserInput input = window.input();
    input.move(300, 300);
    window.settle();
    input.push({.kind = Kind::key_press, .key = Key::alt, .mods = with_alt});
    for (const InputEvent& event : events) input.push(event);
    input.push({.kind = Kind::key_release, .key = Key::alt});
    window.settle();
    CHECK_FALSE(window.has("entry open…"));
  }
}

TEST_CASE_FIXTURE(AppWindow, "Ctrl+Tab goes round the panels in front, and the keyboard with it") {
  std::vector<std::string> seen;
  for (int i = 0; i < 6; ++i) {
    tap(Key::tab, with_ctrl);
    REQUIRE(names_after("keyboard in ").size() == 1);
    seen.push_back(names_after("keyboard in ").front());
  }
  CHECK(seen == Lines{"playfield", "board", "watches", "console", "stack", "timeline"});
  tap(Key::tab, with_ctrl);
  CHECK(has("keyboard in playfield"));
  tap("Ctrl+Shift+Tab Ctrl+Shift+Tab");
  CHECK(has("keyboard in stack"));
  run_all({"push 7", "push 8"});
  tap("Down Enter");
  CHECK(typing());  // a value of the stack
  tap("Esc Ctrl+Shift+Tab");
  CHECK(typing());  // the console's line
  tap(Key::tab, with_ctrl);
  CHECK_FALSE(typing());
  click("playfield");
  CHECK(names_after("keyboard in ").empty());
}

TEST_CASE("arrows move the selected cell of the field and board, the Menu key opens its menu") {
  AppWindow window;
  window.run("goto 400000");
  window.tap("Ctrl+Tab Right");
  const Point ip = window.snapshot().ip;
  CHECK(window.application().selection().cell == ip);
  window.tap(Key::right);
  CHECK(window.application().selection().cell == Point{ip.x + 1, ip.y});
  window.tap("Menu Enter");  // break here
  REQUIRE(window.snapshot().breakpoints.size() == 1);
  CHECK(window.snapshot().breakpoints[0].area.corner == Point{ip.x + 1, ip.y});

  window.tap("Ctrl+Tab Down Down Right");
  CHECK(window.application().selection().board_cell == Point{1, 1});
  window.tap("Shift+F10 Up Enter");  // the last entry: break when it changes
  REQUIRE(window.snapshot().breakpoints.size() == 2);
  CHECK(window.snapshot().breakpoints[1].text.find("change grid(1,1)") != std::string::npos);
}

TEST_CASE("entries of menus begin in lower case, and one thing has one verb") {
  const std::regex gone("\\b(stop when|stop at|brings? (it |them |all )?back)\\b");
  // A breakpoint is one; only what the commands answer, and the formats, call it a stop.
  const std::regex breakpoint("\\bSTOP\\b|\\b(a|the|next|latest) stops?\\b(?! the)");
  for (const CommandGroup& group : command_groups()) {
    CHECK(group.title != "stops");
    for (const Command& command : group.commands) {
      for (const std::string_view text : {command.arguments, command.summary}) {
        CHECK_FALSE_MESSAGE(std::regex_search(std::string(text), breakpoint), text);
      }
    }
  }
  std::vector<std::string> labels;
  AppWindow window;
  for (const Action& action : window.application().actions().all()) {
    labels.emplace_back(action.label);
    CHECK_FALSE_MESSAGE(std::regex_search(std::string(action.hint), gone), action.hint);
  }
  // Of the panels: the literals that their menus and buttons are made of.
  const std::regex item(
      R"re((?:MenuItem|BeginMenu|begin_menu|menu_entry|command_item|[^_a-z]item|why_item|Button|text_button)\((?:context, )?(?:[a-z>._ -]*(?:==|!=)[^?"]*\? )?"([^"]*)"(?: : "([^"]*)")?)re");
  const std::filesystem::path sources = test::data_path("../../debugger_ui");
  for (const auto& entry : std::filesystem::recursive_directory_iterator(sources)) {
    if (entry.path().extension() != ".cpp") continue;
    const std::string text = test::file_bytes(entry.path().string());
    for (std::sregex_iterator at(text.begin(), text.end(), item), end; at != end; ++at) {
      labels.push_back((*at)[1]);
      labels.push_back((*at)[2]);
    }
    CHECK_FALSE_MESSAGE(
        std::regex_search(text, std::regex("\"[^\"\\n]*\\bbrings? (it |them |all )?back\\b")),
        entry.path());
  }
  CHECK(labels.size() > 200);
  for (const std::string& label : labels) {
    const bool of_bar = label == "File" || label == "Edit" || label == "Run" || label == "View" ||
                        label == "Help" || label == "Game";
    const bool capital = !label.empty() && label[0] >= 'A' && label[0] <= 'Z';
    CHECK_MESSAGE((of_bar || !capital), label);
    CHECK_FALSE_MESSAGE(std::regex_search(label, gone), label);
  }
}
