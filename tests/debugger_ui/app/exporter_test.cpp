#include "debugger_ui/app/export/exporter.h"

#include "debugger_ui/app/test.h"
#include "debugger_ui/support/panel_fixture.h"
#include "debugger_ui/support/read_png.h"
#include "support/session_fixture.h"

#include <functional>

#include <gif_lib.h>

namespace {

// Runs the exporter in the place of a panel.
class ExportPanel final : public Panel {
 public:
  [[nodiscard]] PanelId id() const override { return PanelId::console; }
  [[nodiscard]] std::string_view title() const override { return "export"; }
  void draw(Context& context) override {
    ticks.push_back(context.snapshot.tick);
    if (exporter == nullptr) return;
    if (const auto act = std::exchange(next, nullptr)) act(*exporter, context);
    exporter->frame(*host, context, [] { return Result<Image>(Image({32, 24})); });
  }
  std::unique_ptr<Exporter> exporter;
  ImguiHost* host = nullptr;
  std::function<void(Exporter&, Context&)> next;
  std::vector<Tick> ticks;
};

AnimationOptions three_frames(ExportSubject subject) {
  return {.subject = subject, .from = 1000, .to = 101'000, .frames = 3, .delay = 200, .width = 300};
}

struct Played {
  PixelSize size;
  int images = 0;
  int hundredths = 0;  // of a second, the sum
};

Played play(const std::string& path) {
  int error = 0;
  const std::unique_ptr<GifFileType, int (*)(GifFileType*)> file(
      DGifOpenFileName(path.c_str(), &error),
      [](GifFileType* open) { return DGifCloseFile(open, nullptr); });
  REQUIRE(file);
  REQUIRE(DGifSlurp(file.get()) == GIF_OK);
  Played played{{file->SWidth, file->SHeight}, file->ImageCount, 0};
  for (int i = 0; i < file->ImageCount; ++i) {
    GraphicsControlBlock control;
    REQUIRE(DGifSavedExtensionToGCB(file.get(), i, &control) == GIF_OK);
    played.hundredths += control.DelayTime;
  }
  return played;
}

struct Stage {
  explicit Stage(FixtureOptions options = {.size = {320, 240}}) {
    auto made = std::make_unique<ExportPanel>();
    panel = made.get();
    fixture = std::make_unique<PanelFixture>(std::move(made), std::move(options));
    panel->exporter = std::make_unique<Exporter>();
    panel->host = &fixture->host();
    fixture->draw();
  }
  void animate(const AnimationOptions& options, const std::string& path) {
    panel->next = [=](Exporter& exporter, Context& context) {
      exporter.animate(options, path, context);
    };
  }
  Played animated(const AnimationOptions& options) {
    const std::string path = folder / "a.gif";
    animate(options, path);
    finish();
    return play(path);
  }
  // Starts a long animation, and draws until it has some frames.
  void begin_animation(const std::string& path) {
    AnimationOptions options = three_frames(ExportSubject::playfield);
    options.frames = 500;
    animate(options, path);
    REQUIRE(test::eventually([this] {
      fixture->frame();
      fixture->session().settle();
      return panel->exporter->progress() != 0;
    }));
  }
  Image saved(ExportSubject subject) {
    const std::string path = folder / "a.png";
    panel->next = [=](Exporter& exporter, Context& context) {
      exporter.save_png(subject, path, context.session);
    };
    finish();
    const auto image = read_png(path);
    REQUIRE(image);
    return *image;
  }
  // Draws frames until it is idle: some of its work is done on other threads.
  void finish() {
    REQUIRE(test::eventually([this] {
      fixture->frame();
      fixture->session().settle();
      return !panel->next && !panel->exporter->animating() && !panel->exporter->writing();
    }));
    fixture->draw();
  }

  TemporaryFolder folder;
  ExportPanel* panel = nullptr;
  std::unique_ptr<PanelFixture> fixture;
};

// Counts the regular files of a folder.
std::ptrdiff_t files_in(const std::string& folder) {
  const std::filesystem::directory_iterator entries(folder);
  return std::count_if(begin(entries), end(entries),
                       [](const auto& entry) { return entry.is_regular_file(); });
}

}  // namespace

TEST_CASE_FIXTURE(Stage, "an animation of the playfield has all frames, and restores the tick") {
  *this->seek(4242);
  const Played played = animated(three_frames(ExportSubject::playfield));
  CHECK(played.images == 3);
  CHECK(played.hundredths == 60);
  CHECK(played.size.width <= 300);
  CHECK(played.size.width > 150);
  CHECK(*this->snapshot().tick == 4242);
  for (const Tick tick : {1000, 51'000, 101'000}) {
    CHECK(std::count(panel->ticks.begin(), panel->ticks.end(), tick) > 0);
  }
  REQUIRE(*this->notices.size() == 1);
  CHECK(*this->notices[0].find("3 frames") == 0);
  CHECK(files_in(folder.folder()) == 1);
}

TEST_CASE_FIXTURE(Stage, "an animation of the board has its size and all frames") {
  const Played played = animated(three_frames(ExportSubject::board));
  CHECK(played.size == PixelSize{300, 300});
  CHECK(played.images == 3);
  CHECK(played.hundredths == 60);
}

TEST_CASE("pictures and animations show any program's boards") {
  Stage fixture({.size = {320, 240},
                 .source = "1>:1+:05p v\n ^         <\n\n#$region[0,5](5x1):decimal = places\n"
                           "#$board(8x8):mcccc = places\n"});
  fixture.fixture->seek(100);
  const Image board = fixture.saved(ExportSubject::board);
  CHECK(fixture.fixture->notices ==
        std::vector<std::string>{fixture.folder / "a.png" + " written"});
  CHECK(board.size == PixelSize{800, 800});
  const auto has = [&](ImU32 colour) {
    for (int y = 0; y < board.size.height; ++y) {
      for (int x = 0; x < board.size.width; ++x) {
        const std::uint8_t* const at = board.pixel(x, y);
        if (IM_COL32(at[0], at[1], at[2], 255) == colour) return true;
      }
    }
    return false;
  };
  CHECK(has(dark_theme().light_square));
  CHECK(has(dark_theme().dark_square));
  const Played played = fixture.animated({ExportSubject::board, 0, 60, 3, 200, 300});
  CHECK(played.size == PixelSize{300, 300});
  CHECK(played.images == 3);
}

TEST_CASE("an animation past the end of the run ends with it") {
  Stage fixture({.size = {320, 240}, .source = "12+.@"});
  const Played played = fixture.animated({ExportSubject::playfield, 0, 1000, 5, 100, 400});
  CHECK(played.images == 2);
  CHECK(played.hundredths == 20);
}

TEST_CASE_FIXTURE(Stage, "cancelling removes the file and restores the tick") {
  *this->seek(77);
  const std::string path = folder / "cancelled.gif";
  begin_animation(path);
  CHECK(files_in(folder.folder()) == 0);  // without a name until it is whole
  *this->input().tap(Key::escape);
  finish();
  CHECK_FALSE(panel->exporter->animating());
  CHECK_FALSE(std::filesystem::exists(path));
  CHECK(files_in(folder.folder()) == 0);
  CHECK(*this->snapshot().tick == 77);
}

TEST_CASE_FIXTURE(Stage, "stopping early keeps the frames drawn so far") {
  *this->seek(77);
  const std::string path = folder / "stopped.gif";
  begin_animation(path);
  panel->next = [](Exporter& exporter, Context& /*context*/) { exporter.stop(); };
  finish();
  const Played played = play(path);
  CHECK(played.images >= 1);
  CHECK(played.images < 10);
  CHECK(files_in(folder.folder()) == 1);
  CHECK(*this->snapshot().tick == 77);
  const auto all = std::filesystem::perms::group_read | std::filesystem::perms::owner_write;
  CHECK((std::filesystem::status(path).permissions() & all) == all);
}

TEST_CASE_FIXTURE(Stage, "a file that cannot be written is reported and ends the animation") {
  animate(three_frames(ExportSubject::playfield), folder / "none/a.gif");
  finish();
  REQUIRE(*this->notices.size() == 1);
  CHECK(*this->notices[0].find("no animation: ") == 0);
}

TEST_CASE("invalid animation options are refused with a message") {
  CHECK(problem_of({}).empty());
  CHECK_FALSE(problem_of({.from = 2, .to = 1}).empty());
  CHECK_FALSE(problem_of({.frames = 0}).empty());
  CHECK_FALSE(problem_of({.delay = 1}).empty());
  CHECK_FALSE(problem_of({.width = 10}).empty());
}

TEST_CASE("a PNG of the playfield shows the whole field, whatever part the window shows") {
  // A character in the far corner, outside the fixture of 300 x 200 pixels.
  std::string source = "v" + std::string(150, ' ') + "\n";
  for (int i = 0; i < 60; ++i) source += std::string(150, ' ') + "\n";
  source += std::string(149, ' ') + "@@\n";
  Stage fixture({.size = {300, 200}, .source = source});
  const Image image = fixture.saved(ExportSubject::playfield);
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
  Stage fixture({.size = {320, 240}, .source = source});
  const Image image = fixture.saved(ExportSubject::playfield);
  CHECK(image.size.height <= max_side);
  CHECK(image.size.height > max_side / 2);
  REQUIRE(fixture.fixture->notices.size() == 1);
  CHECK(fixture.fixture->notices[0].find("drawn smaller") != std::string::npos);
}

TEST_CASE("the whole field has the values and flags of written cells") {
  test::MemoryFiles files;
  test::PollLimit poll_limit;
  Debugger debugger(test::open_session("\"x\"70p@    "), files, poll_limit);
  REQUIRE(debugger.submit("continue"));
  const CellsSnapshot cells = whole_field(debugger);
  CHECK(cells.area == Rectangle{{0, 0}, debugger.session().machine().field.size()});
  CHECK(cells.values[cells.index_of({7, 0})] == 'x');
  CHECK(cells.flags[cells.index_of({7, 0})] == CellsSnapshot::modified);
  CHECK(cells.flags[cells.index_of({1, 0})] == 0);
}

TEST_CASE_FIXTURE(Stage, "the pixels of the window are written unchanged") {
  const Image image = saved(ExportSubject::window);
  CHECK(image.size == PixelSize{32, 24});
}

TEST_CASE("the dialog asks for a file, then the animation starts") {
  Stage fixture({.size = {600, 450}});
  const std::string path = fixture.folder / "asked.gif";
  fixture.fixture->answer_line = path;
  fixture.panel->next = [&](Exporter& exporter, Context& context) {
    exporter.ask_animation(context.snapshot, "sudoku");
  };
  fixture.fixture->draw();
  CHECK_FALSE(fixture.panel->exporter->animating());
  fixture.fixture->input().tap(Key::enter);
  for (int i = 0; i < 10; ++i) fixture.fixture->frame();
  CHECK(fixture.panel->exporter->animating());
}
