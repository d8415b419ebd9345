// Seed, dialect, field and input of a program, set in the window; and sources and options as
// BefunExec has them.
#include "debugger_ui/app/dialogs.h"
#include "debugger_ui/app/test.h"

namespace {

struct Options : AppWindow {
  explicit Options(const std::string& source = "12+.@\n", bool user_files = false)
      : AppWindow(source, user_files) {}
  void ask() { perform("program options…"); }
  void fill(const std::string& field, const std::string& text) {
    click(field);
    tap(Key::a, with_ctrl);
    type(text);
  }
  // Applies seed 7, a field of 100x40, the dialect strict, and this input.
  void apply_all(const std::string& text) {
    ask();
    fill("option seed", "7");
    fill("option size", "100x40");
    click_all({"option dialect", "dialect strict", "option text"});
    fill("option input", text);
    click("option apply");
  }
  [[nodiscard]] const ProgramInfo& info() const { return *snapshot().program; }
  void check_program(std::uint64_t seed, std::string_view dialect) const {
    CHECK(info().seed == seed);
    CHECK(info().dialect.name == dialect);
    CHECK(info().field() == Size{100, 40});
  }
  // Runs to the end.
  const std::string& output_of_run() {
    tap("F5");
    return output();
  }
};

ApplicationOptions in_code_layout(const std::string& file) {
  ApplicationOptions options;
  options.open.file = file;
  options.user_files = false;
  options.layout = LayoutPreset::code;
  return options;
}

}  // namespace

TEST_CASE("input is typed with escapes") {
  for (const std::string bytes : {"12 18\n", "\"quoted\" \\ back", "\x01\xff\t", ""}) {
    CHECK(unescaped_input(escaped_input(bytes)).value() == bytes);
  }
  CHECK(unescaped_input("say \"hi\"").value() == "say \"hi\"");
  CHECK_FALSE(unescaped_input("ends with \\"));
}

TEST_CASE("applied options restart the program, and are shown the next time") {
  Options window("~.~.@\n");
  window.run("break 4,0");
  window.apply_all("A\\n");
  CHECK(window.tick() == 0);
  window.check_program(7, "strict");
  CHECK(window.snapshot().breakpoints.size() == 1);
  CHECK(window.output_of_run() == "65 10 ");
  const ProgramOptions now = options_of(window.snapshot());
  CHECK(now.seed == 7);
  CHECK(now.dialect == "strict");
  CHECK(size_option(now.size) == "100x40");
  CHECK(now.bytes == "A\n");
  CHECK(now.input_closed);
  // They hold for a restart with the source, and the editor has the field of that size.
  window.tap("Ctrl+F5");
  window.check_program(7, "strict");
  CHECK(window.output_of_run() == "65 10 ");
  window.edit();
  CHECK(window.editing().editor().document().canvas() == Size{100, 40});
}

TEST_CASE("a seed is drawn for somebody who plays, and stays until another one is asked for") {
  AppWindow window({.user_files = true});
  const std::string file = window.folder.file("a.b93", "?~.@\n");
  const auto open = [&](std::optional<std::uint64_t> seed = {}) {
    ApplicationOptions how;
    how.open.file = file;
    how.open.plays = true;
    how.open.own_seed = seed.has_value();
    how.open.session.seed = seed.value_or(0);
    window.open(how);
  };
  const auto seed = [&] { return window.snapshot().program->seed; };
  open();
  const std::uint64_t drawn = seed();
  CHECK(drawn >= 1);
  CHECK(drawn <= 999'999);
  CHECK(window.count_messages(fmt::format("The seed is {}.", drawn)) == 1);
  window.run_all({"input \"7\"", "continue", "restart"});
  CHECK(seed() == drawn);
  window.tap("Ctrl+F5");
  CHECK(seed() == drawn);
  CHECK(window.snapshot().input.size == 1);
  // As it was left, with its seed.
  open();
  CHECK(seed() == drawn);
  // One in a million is the same again.
  REQUIRE(test::eventually([&] {
    window.perform("restart with another seed");
    return seed() != drawn;
  }));
  CHECK(window.snapshot().input.size == 0);
  CHECK(window.tick() == 0);
  open(7);
  CHECK(seed() == 7);
  CHECK(window.count_messages("The seed is") == 0);
}

TEST_CASE("no seed is drawn for a program that does not use one") {
  TemporaryFolder folder;
  ApplicationOptions how;
  how.user_files = how.open.keep = false;
  how.open.file = folder.file("a.b93", "1.@ ?\n");
  how.open.plays = true;
  AppWindow window;
  window.open(how);
  CHECK(window.snapshot().program->seed == 0);
  CHECK(window.count_messages("The seed is") == 0);
}

TEST_CASE("input comes from a file too, and a missing one says so") {
  Options window("~.@\n");
  window.ask();
  window.click("option file");
  window.fill("option input", window.folder / "none");
  window.click("option apply");
  CHECK(window.says("not restarted"));
  window.ask();
  window.click("option file");
  window.fill("option input", window.folder.file("b.txt", "B"));
  window.tap("Enter");
  CHECK(window.output_of_run() == "66 ");
}

TEST_CASE_FIXTURE(Options, "what is not an option cannot be applied") {
  ask();
  fill("option seed", "-1");
  tap("Enter");
  CHECK(has("option seed"));
  fill("option seed", "1");
  fill("option size", "0x7");
  tap("Enter");
  CHECK(has("option seed"));
  tap("Esc");
  CHECK_FALSE(has("option seed"));
  CHECK(info().seed == 0);
}

TEST_CASE_FIXTURE(Options, "unsaved changes survive a restart with other options") {
  edit("5");
  ask();
  fill("option size", "100x40");
  click("option apply");
  CHECK(editing().modified());
  CHECK(source_at({0, 0}) == '5');
  tap("Ctrl+Z");
  CHECK_FALSE(editing().modified());
}

TEST_CASE("the options of a program are remembered, and those of the command line win") {
  Options window("~.@\n", true);
  window.apply_all("A");
  window.reopen();
  window.check_program(7, "strict");
  CHECK(window.snapshot().input.text == "A");
  ApplicationOptions options;
  options.open.file = window.file;
  options.open.session.seed = 9;
  options.open.own_seed = true;
  options.open.own_dialect = true;
  window.open(options);
  window.check_program(9, "wide");
  window.ask();
  CHECK(window.has("option seed"));
}

TEST_CASE("a character of UTF-8 is one cell in the run, the edit mode and the file") {
  AppWindow window("2Ä.@\n#$replace Ä -> +\n#$watch[1,0]:char = größe\n");
  window.open(in_code_layout(window.file));
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
  ApplicationOptions options = in_code_layout(window.file);
  options.plays = true;
  options.speed = 0;
  options.follow = false;
  options.zoom = Rectangle{{100, 1}, {20, 3}};
  window.open(options);
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
