// Opening links in the window.
#include "debugger_ui/app/test.h"
#include "session/recording/link.h"

namespace {

constexpr const char* counter = "0v\n >1+v\n ^  <\n";

SessionImage counting() {
  SessionImage link;
  link.source = counter;
  link.file = "counter.b93";
  link.dialect = "strict";
  link.size = LoadOptions::SizeOverride{.source = false, .size = {10, 5}};
  link.seed = 3;
  link.input = InputLog("12");
  link.tick = 1'000'000;
  link.breakpoints = {{"3,1 if depth > 0"}};
  link.watched = {"depth"};
  link.layout = "profile";
  return link;
}

std::string text_of(const SessionImage& link) {
  return encode_link(link).value();
}

// A window with another program.
struct Other : AppWindow {
  explicit Other(bool user_files = false) : AppWindow("12+.@\n", user_files) {}
  // As the command line opens it.
  void open_argument(const std::string& link) {
    ApplicationOptions options;
    options.open.file = link;
    open(options);
  }
  void check_counting() const {
    CHECK(tick() == 1'000'000);
    CHECK_FALSE(snapshot().playing());
    const ProgramInfo& info = *snapshot().program;
    CHECK(info.name == "counter.b93");
    CHECK(info.dialect.name == "strict");
    CHECK(info.field() == Size{10, 5});
    CHECK(info.seed == 3);
    CHECK(snapshot().input.text == "12");
    CHECK_FALSE(snapshot().input.closed);
    CHECK(breakpoints() == Lines{"3,1 if depth > 0"});
    REQUIRE(snapshot().watched.size() == 1);
    CHECK(settings().layout == LayoutPreset::profile);
    CHECK(application().messages().all().empty());
  }
};

}  // namespace

TEST_CASE("a link opens paused at its tick, with everything that it carries") {
  Other window(true);
  window.open_argument(text_of(counting()));
  window.check_counting();
  CHECK(window.title().find("counter.b93") == 0);
  SUBCASE("it has no file: it is saved as one, with the run as it is") {
    window.edit("7");
    window.perform("save");
    const std::string path = window.folder / "saved.b93";
    window.answer(path);
    CHECK(test::file_bytes(path) == "7v\n >1+v\n ^  <\n");
  }
  SUBCASE("it restarts with the same options") {
    window.tap(Key::f5, with_ctrl);
    CHECK(window.tick() == 0);
    CHECK(window.snapshot().program->dialect.name == "strict");
    CHECK(window.snapshot().program->seed == 3);
    CHECK(window.snapshot().breakpoints.size() == 1);
  }
}

TEST_CASE_FIXTURE(Other, "a link opens in a window whose program has unsaved changes") {
  edit("9");
  open_file("https://host/page/" + text_of(counting()));
  CHECK(has("choice don't save"));
  tap(Key::escape);
  CHECK(program() == "a.b93");
  open_file(text_of(counting()));
  click("choice don't save");
  check_counting();
}

TEST_CASE_FIXTURE(Other, "a link is pasted into a dialog, which says what is wrong with it") {
  perform("open a link…");
  type("#1/program=");
  CHECK(has("field error"));
  answer(text_of(counting()));
  check_counting();
}

TEST_CASE_FIXTURE(Other, "a damaged link changes nothing, and the reason is told") {
  run("goto 3");
  std::string link = text_of(counting());
  link[20] = link[20] == 'A' ? 'B' : 'A';
  open_file(link);
  CHECK(last_message().find("Not opened: ") == 0);
  CHECK(snapshot().tick == 3);
  // It is shown until it is dismissed, and says which program this is.
  for (int i = 0; i < 20; ++i) app().frame(1);
  CHECK(has("notice text " + last_message()));
  CHECK(says("This is a.b93."));
  click("notice dismiss");
  CHECK_FALSE(has("notice dismiss"));
  open_file("#@nothing");
  CHECK(last_message().find("there is no built-in program of this name") != std::string::npos);
  CHECK(snapshot().tick == 3);
  OpenRequest options;
  options.file = link;
  CHECK_FALSE(open_at_once(options));
}

TEST_CASE_FIXTURE(Other, "a program of a link promises to go on only once it is played") {
  SessionImage link;
  link.source = "&&+.@";
  open_argument(text_of(link));
  REQUIRE(snapshot().input.awaited);
  CHECK(has("console hint the program waits for a line; then press Play"));
  tap(Key::f5);
  CHECK(has("console hint the program waits for a line, and then goes on"));
  enter("30");
  CHECK(tick() == 1);
  enter("12");
  CHECK(output() == "42 ");
}

TEST_CASE_FIXTURE(Other, "options of the command line have precedence over those of a link") {
  ApplicationOptions options;
  options.user_files = false;
  options.layout = LayoutPreset::code;
  options.open.file = text_of(counting());
  options.open.own_seed = true;
  options.open.session.seed = 9;
  options.open.own_tick = true;
  options.open.input = InputLog("34", InputLog::End::closed);
  open(options);
  CHECK(snapshot().tick == 0);
  CHECK(snapshot().program->seed == 9);
  CHECK(snapshot().program->dialect.name == "strict");
  CHECK(snapshot().input.text == "34");
  CHECK(settings().layout == LayoutPreset::code);
  SUBCASE("and the options of a link do not stay for the next program") {
    open_file(file);
    CHECK(program() == "a.b93");
    CHECK(snapshot().program->dialect.name == "wide");
    CHECK_FALSE(snapshot().program->size);
  }
}

TEST_CASE("what is set in a program that came by link does not mix with the user's own") {
  Other window(true);
  window.open_argument("@cats");
  window.run("break 5,5");
  window.open_argument("#@cats/break=1,2/tick=10");
  CHECK(window.breakpoints() == Lines{"1,2"});
  CHECK(window.tick() == 10);
  window.open_argument("@cats");
  CHECK(window.breakpoints() == Lines{"5,5"});
}

TEST_CASE_FIXTURE(Other, "a link to a built-in solver without an input has the sample puzzle") {
  open_argument("#@sudoku/tick=1000");
  CHECK(snapshot().tick == 1000);
  CHECK(snapshot().program->file == "@sudoku");
  CHECK(snapshot().input.size == 82);
}

TEST_CASE_FIXTURE(Other, "an instant beyond the limit of the replay is offered") {
  ApplicationOptions options;
  options.user_files = false;
  options.open.file = text_of(counting());
  options.link_replay = 5'000;
  open(options);
  CHECK(snapshot().tick == 5'000);
  CHECK_FALSE(snapshot().playing());
  CHECK(last_message().find("the first 5,000 ticks were replayed") == 0);
  click("notice go on to it");
  CHECK(snapshot().tick == 1'000'000);
}

TEST_CASE_FIXTURE(Other, "a program that ends before the link's tick says so") {
  SessionImage link;
  link.source = "12+.@";
  link.tick = 1'000;
  open_argument(text_of(link));
  CHECK(tick() == 5);
  CHECK(last_message() == "the program ends at tick 5, before the link's tick 1,000");
}

TEST_CASE("the field of a link is limited, whatever its source is") {
  SessionImage link;
  link.source = std::string(100'000, ' ') + std::string(1'000, '\n') + "@";
  OpenRequest options;
  options.file = encode_link(link).value();
  const auto opened = open_file(options, nullptr);
  REQUIRE_FALSE(opened);
  CHECK(opened.error().what.find("cells") != std::string::npos);
}
