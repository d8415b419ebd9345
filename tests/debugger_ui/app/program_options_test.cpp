// Seed, dialect, field and input of a program, set in the window.
#include "debugger_ui/app/files/program_options.h"

#include "debugger_ui/app/test.h"

namespace {

void ask(AppWindow& window) {
  window.perform("program options…");
}
void fill(AppWindow& window, const std::string& field, const std::string& text) {
  window.click(field);
  window.tap(Key::a, with_ctrl);
  window.type(text);
}
// Applies seed 7, a field of 100x40, the dialect strict, and this input.
void apply_all(AppWindow& window, const std::string& input) {
  ask(window);
  fill(window, "option seed", "7");
  fill(window, "option size", "100x40");
  window.click_all({"option dialect", "dialect strict", "option text"});
  fill(window, "option input", input);
  window.click("option apply");
}
// Runs to the end; returns the output.
std::string output(AppWindow& window) {
  window.tap(Key::f5);
  return window.snapshot().output.text;
}

}  // namespace

TEST_CASE("the command line of a run") {
  ProgramOptions options;
  options.input = ProgramOptions::Input::text;
  options.input_closed = false;
  CHECK(command_line("a.b93", options) == "fungescope run a.b93");
  options.seed = 7;
  options.dialect = "bef";
  options.size = LoadOptions::SizeOverride{.source = false, .size = {100, 40}};
  CHECK(command_line("a.b93", options) ==
        "fungescope run --seed 7 --dialect bef --size 100x40 a.b93");
  options = {};
  options.input = ProgramOptions::Input::text;
  CHECK(command_line("a.b93", options) == "fungescope run a.b93 < /dev/null");
  options.bytes = "12 'x' 5%\n\\\x01";
  CHECK(command_line("my program.b93", options) ==
        "printf '12 '\\''x'\\'' 5%%\\n\\\\\\001' | fungescope run 'my program.b93'");
  options.input = ProgramOptions::Input::file;
  options.file = "numbers.txt";
  CHECK(command_line("@sudoku", options) == "fungescope run @sudoku < numbers.txt");
}

TEST_CASE("input is typed with escapes") {
  for (const std::string bytes : {"12 18\n", "\"quoted\" \\ back", "\x01\xff\t", ""}) {
    CHECK(unescaped_input(escaped_input(bytes)).value() == bytes);
  }
  CHECK(unescaped_input("say \"hi\"").value() == "say \"hi\"");
  CHECK_FALSE(unescaped_input("ends with \\"));
}

TEST_CASE("applied options restart the program, and are shown the next time") {
  AppWindow window("~.~.@\n");
  window.run("break 4,0");
  apply_all(window, "A\\n");
  CHECK(window.snapshot().tick == 0);
  CHECK(window.snapshot().program->seed == 7);
  CHECK(window.snapshot().program->dialect.name == "strict");
  CHECK(window.snapshot().program->field() == Size{100, 40});
  CHECK(window.snapshot().breakpoints.size() == 1);
  CHECK(output(window) == "65 10 ");
  const ProgramOptions now = options_of(window.snapshot());
  CHECK(now.seed == 7);
  CHECK(now.dialect == "strict");
  CHECK(size_option(now.size) == "100x40");
  CHECK(now.bytes == "A\n");
  CHECK(now.input_closed);
  SUBCASE("they hold for a restart with the source") {
    window.tap(Key::f5, with_ctrl);
    CHECK(window.snapshot().program->seed == 7);
    CHECK(window.snapshot().program->field() == Size{100, 40});
    CHECK(output(window) == "65 10 ");
  }
  SUBCASE("and the editor has the field of that size") {
    window.edit();
    CHECK(window.editing().editor().document().canvas() == Size{100, 40});
  }
}

TEST_CASE("input comes from a file too, and a missing one says so") {
  AppWindow window("~.@\n");
  ask(window);
  window.click("option file");
  fill(window, "option input", window.folder / "none");
  window.click("option apply");
  CHECK(window.says("not restarted"));
  ask(window);
  window.click("option file");
  fill(window, "option input", window.folder.file("b.txt", "B"));
  window.tap(Key::enter);
  CHECK(output(window) == "66 ");
}

TEST_CASE("what is not an option cannot be applied") {
  AppWindow window("12+.@\n");
  ask(window);
  fill(window, "option seed", "-1");
  window.tap(Key::enter);
  CHECK(window.has("option seed"));
  fill(window, "option seed", "1");
  fill(window, "option size", "0x7");
  window.tap(Key::enter);
  CHECK(window.has("option seed"));
  window.tap(Key::escape);
  CHECK_FALSE(window.has("option seed"));
  CHECK(window.snapshot().program->seed == 0);
}

TEST_CASE("unsaved changes survive a restart with other options") {
  AppWindow window("12+.@\n");
  window.edit();
  window.type("5");
  ask(window);
  fill(window, "option size", "100x40");
  window.click("option apply");
  CHECK(window.editing().modified());
  CHECK(window.source_at({0, 0}) == '5');
  window.tap(Key::z, with_ctrl);
  CHECK_FALSE(window.editing().modified());
}

TEST_CASE("the options of a program are remembered, and those of the command line win") {
  AppWindow window("~.@\n", true);
  apply_all(window, "A");
  window.reopen();
  CHECK(window.snapshot().program->seed == 7);
  CHECK(window.snapshot().program->dialect.name == "strict");
  CHECK(window.snapshot().program->field() == Size{100, 40});
  CHECK(window.snapshot().input.text == "A");
  ApplicationOptions options;
  options.open.file = window.file;
  options.open.session.seed = 9;
  options.open.own_seed = true;
  options.open.own_dialect = true;
  window.open(std::move(options));
  CHECK(window.snapshot().program->seed == 9);
  CHECK(window.snapshot().program->dialect.name == "wide");
  CHECK(window.snapshot().program->field() == Size{100, 40});
  ask(window);
  CHECK(window.has("option seed"));
}
