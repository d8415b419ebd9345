#include "debugger_ui/app/export/exporter.h"

#include "debugger_ui/app/test.h"
#include "debugger_ui/support/contrast.h"
#include "debugger_ui/support/panel_fixture.h"
#include "debugger_ui/support/read_gif.h"
#include "debugger_ui/support/read_png.h"
#include "support/session_fixture.h"

namespace {

// Runs the exporter in the place of a panel.
class ExportPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::console; }
  void draw(Context& context) override {
    ticks.push_back(context.snapshot.tick);
    if (host == nullptr) return;
    if (const auto act = std::exchange(next, nullptr)) act(exporter, context);
    exporter.frame(*host, context, [] { return Result<Image>(Image({32, 24})); });
  }
  Exporter exporter;
  ImguiHost* host = nullptr;
  std::function<void(Exporter&, Context&)> next;
  std::vector<Tick> ticks;
};

AnimationOptions three_frames(ExportSubject subject) {
  return {.subject = subject, .from = 1000, .to = 101'000, .frames = 3, .delay = 200, .width = 300};
}

struct Stage : PanelFixture {
  explicit Stage(FixtureOptions options = {.size = {320, 240}})
      : PanelFixture(std::make_unique<ExportPanel>(), std::move(options)) {
    exports().host = &host();
    draw();
  }
  ExportPanel& exports() { return static_cast<ExportPanel&>(panel()); }
  Exporter& exporter() { return exports().exporter; }
  void animate(const AnimationOptions& options, const std::string& path) {
    exports().next = [=](Exporter& run, Context& context) { run.animate(options, path, context); };
  }
  Played animated(const AnimationOptions& options) {
    animate(options, folder / "a.gif");
    finish();
    return play(folder / "a.gif");
  }
  // Starts a long animation, and draws until it has some frames.
  void begin_animation(const std::string& path) {
    AnimationOptions options = three_frames(ExportSubject::playfield);
    options.frames = 500;
    animate(options, path);
    draw_until([this] { return exporter().progress() != 0; });
  }
  Image saved(ExportSubject subject) {
    exports().next = [this, subject](Exporter& run, Context& context) {
      run.save_png(subject, folder / "a.png", context.session);
    };
    finish();
    const auto image = read_png(folder / "a.png");
    REQUIRE(image);
    return *image;
  }
  void draw_until(const std::function<bool()>& condition) {
    REQUIRE(test::eventually([&] {
      frame();
      session().settle();
      return condition();
    }));
  }
  // Until it is idle: some of its work is done on other threads.
  void finish() {
    draw_until(
        [this] { return !exports().next && !exporter().animating() && !exporter().writing(); });
    draw();
  }
  // Counts the regular files of the folder.
  [[nodiscard]] std::ptrdiff_t files() const {
    const std::filesystem::directory_iterator entries(folder.folder());
    return std::count_if(begin(entries), end(entries),
                         [](const auto& entry) { return entry.is_regular_file(); });
  }
  // Whether the one message begins so.
  [[nodiscard]] bool says(const std::string& text) const {
    return notices.size() == 1 && notices[0].starts_with(text);
  }

  TemporaryFolder folder;
};

}  // namespace

TEST_CASE_FIXTURE(Stage, "an animation has its size and all frames, and restores the tick") {
  seek(4242);
  const Played field = animated(three_frames(ExportSubject::playfield));
  CHECK(field.delays == std::vector<int>{20, 20, 20});
  CHECK(field.frames[0].size.width <= 300);
  CHECK(field.frames[0].size.width > 150);
  CHECK(tick() == 4242);
  for (const Tick shown : {1000, 51'000, 101'000}) {
    CHECK(std::ranges::count(exports().ticks, shown) > 0);
  }
  CHECK(says("3 frames"));
  CHECK(files() == 1);
  const Played board = animated(three_frames(ExportSubject::board));
  CHECK(board.frames[0].size == PixelSize{300, 300});
  CHECK(board.delays == std::vector<int>{20, 20, 20});
}

TEST_CASE("pictures and animations show any program's boards") {
  Stage stage({.size = {320, 240},
               .source = "1>:1+:05p v\n ^         <\n\n#$region[0,5](5x1):decimal = places\n"
                         "#$board(8x8):mcccc = places\n"});
  stage.seek(100);
  const Image board = stage.saved(ExportSubject::board);
  CHECK(stage.notices == Lines{stage.folder / "a.png" + " written"});
  CHECK(board.size == PixelSize{800, 800});
  std::set<ImU32> colours;
  for (int y = 0; y < board.size.height; ++y) {
    for (int x = 0; x < board.size.width; ++x) colours.insert(colour_at(board, x, y));
  }
  CHECK(colours.contains(dark_theme().light_square));
  CHECK(colours.contains(dark_theme().dark_square));
  const Played played = stage.animated({ExportSubject::board, 0, 60, 3, 200, 300});
  CHECK(played.frames[0].size == PixelSize{300, 300});
  CHECK(played.frames.size() == 3);
}

TEST_CASE("an animation past the end of the run ends with it") {
  Stage stage({.size = {320, 240}, .source = "12+.@"});
  const Played played = stage.animated({ExportSubject::playfield, 0, 1000, 5, 100, 400});
  CHECK(played.delays == std::vector<int>{10, 10});
}

TEST_CASE_FIXTURE(Stage, "cancelling removes the file, stopping keeps the frames drawn so far") {
  seek(77);
  const std::string path = folder / "a.gif";
  begin_animation(path);
  CHECK(files() == 0);  // without a name until it is whole
  SUBCASE("cancelled") {
    input().tap(Key::escape);
    finish();
    CHECK(files() == 0);
  }
  SUBCASE("stopped") {
    exports().next = [](Exporter& exporter, Context& /*context*/) { exporter.stop(); };
    finish();
    const Played played = play(path);
    CHECK(played.frames.size() >= 1);
    CHECK(played.frames.size() < 10);
    CHECK(files() == 1);
    const auto all = std::filesystem::perms::group_read | std::filesystem::perms::owner_write;
    CHECK((std::filesystem::status(path).permissions() & all) == all);
  }
  CHECK_FALSE(exporter().animating());
  CHECK(tick() == 77);
}

TEST_CASE_FIXTURE(Stage, "a file that cannot be written is reported and ends the animation") {
  animate(three_frames(ExportSubject::playfield), folder / "none/a.gif");
  finish();
  CHECK(says("no animation: "));
}

TEST_CASE("invalid animation options are refused with a message") {
  CHECK(problem_of({}).empty());
  for (const AnimationOptions& options :
       {AnimationOptions{.from = 2, .to = 1}, {.frames = 0}, {.delay = 1}, {.width = 10}}) {
    CHECK_FALSE(problem_of(options).empty());
  }
}

TEST_CASE("a PNG of the playfield shows the whole field, whatever part the window shows") {
  // A character in the far corner, outside the fixture of 300 x 200 pixels.
  std::string source = "v" + std::string(150, ' ') + "\n";
  for (int i = 0; i < 60; ++i) source += std::string(150, ' ') + "\n";
  source += std::string(149, ' ') + "@@\n";
  Stage stage({.size = {300, 200}, .source = source});
  const Image image = stage.saved(ExportSubject::playfield);
  CHECK(image.size.width > 151 * 5);
  CHECK(image.size.height > 62 * 10);
  // The last cells are drawn.
  const int right = image.size.width - 12;
  const int bottom = image.size.height - 12;
  int colours = 0;
  for (int y = bottom - 12; y < bottom; ++y) {
    for (int x = right - 12; x < right; ++x) {
      colours += image.pixel(x, y)[0] != image.pixel(2, bottom)[0] ? 1 : 0;
    }
  }
  CHECK(colours > 10);
}

TEST_CASE("a field that exceeds the largest image is scaled down, and the user is notified") {
  std::string source;
  for (int i = 0; i < 9000; ++i) source += ">1+v\n";
  Stage stage({.size = {320, 240}, .source = source});
  const Image image = stage.saved(ExportSubject::playfield);
  CHECK(image.size.height <= max_side);
  CHECK(image.size.height > max_side / 2);
  REQUIRE(stage.notices.size() == 1);
  CHECK(stage.notices[0].find("drawn smaller") != std::string::npos);
}

TEST_CASE("the whole field has the values and flags of written cells") {
  Stage stage({.size = {320, 240}, .source = "\"x\"70p@    "});
  stage.submit_all({"continue"});
  const FieldCells asked = ask_cells(ExportSubject::playfield, stage.session());
  stage.session().settle();
  stage.session().run_callbacks();
  const CellsSnapshot& cells = asked->value();
  CHECK(cells.area == Rectangle{{0, 0}, stage.snapshot().program->field()});
  CHECK(cells.values[cells.index_of({7, 0})] == 'x');
  CHECK(cells.flags[cells.index_of({7, 0})] == CellsSnapshot::modified);
  CHECK(cells.flags[cells.index_of({1, 0})] == 0);
}

TEST_CASE("the dialog asks for a file, then the animation starts") {
  Stage stage({.size = {600, 450}});
  stage.answer_line = stage.folder / "asked.gif";
  stage.exports().next = [](Exporter& exporter, Context& context) {
    exporter.ask_animation(context.snapshot, "sudoku");
  };
  stage.draw();
  CHECK_FALSE(stage.exporter().animating());
  stage.input().tap(Key::enter);
  stage.frames(10);
  CHECK(stage.exporter().animating());
}
