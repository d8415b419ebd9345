// Tests when the window builds and draws frames, in virtual time: frames are counted.
#include "debugger_ui/app/frame_loop.h"

#include "debugger_ui/app/test.h"

#include <atomic>
#include <condition_variable>
#include <functional>
#include <mutex>
#include <thread>

namespace {

// A window whose clock moves only while the loop waits.
class VirtualDisplay final : public Display {
 public:
  [[nodiscard]] double now() const override { return time; }
  [[nodiscard]] PixelSize framebuffer_size() const override { return size; }
  [[nodiscard]] float scale() const override { return 1; }

  void wait_or_poll(double seconds) override {
    ++waits;
    if (before_wait) std::exchange(before_wait, {})();
    if (posted.exchange(false)) return;
    time = std::min(time + seconds, horizon);
  }
  [[nodiscard]] bool take_damage() override { return std::exchange(damaged, false); }
  void present() override { presented_at = time; }

  // Ends the current wait, or the next one, as Window::wake does.
  void post() { posted = true; }

  double time = 0;
  double horizon = 0;  // waits end here
  double presented_at = -1;
  PixelSize size{640, 480};
  bool damaged = false;
  int waits = 0;
  std::atomic<bool> posted{false};
  std::function<void()> before_wait;  // called once, after the loop has decided to wait
};

struct Loop {
  explicit Loop(const std::string& file = "@sudoku") {
    ApplicationOptions options;
    options.user_files = false;
    options.open.keep = false;
    options.open.file = file;
    options.wake = [this] { news.raise(); };
    app = headless(display.size, options, open_file(options.open, nullptr));
    loop = std::make_unique<FrameLoop>(
        FrameLoop::Parts{app->application(), app->host(), app->input(), display, news});
    run(2);
  }

  [[nodiscard]] UserInput input() { return UserInput(app->input()); }

  [[nodiscard]] SessionThread& session() const { return app->application().session(); }

  // The session works in no virtual time. Not while playing.
  void settle() { session().settle(); }

  // Runs the loop for so many virtual seconds. Returns the number of frames.
  FrameLoop::Counts run(double seconds) {
    const FrameLoop::Counts before = loop->counts();
    display.horizon = display.time + seconds;
    do {
      settle();
      loop->step();
      settle();
    } while (display.time < display.horizon);
    return {loop->counts().built - before.built, loop->counts().drawn - before.drawn};
  }

  [[nodiscard]] ImVec2 point_of(const std::string& item) const {
    return app->names().find(item).value().at({0.5F, 0.5F});
  }

  VirtualDisplay display;
  WakeFlag news{[this] { display.post(); }};
  std::unique_ptr<HeadlessApplication> app;
  std::unique_ptr<FrameLoop> loop;  // last: it uses the others
};

// A window of a program that runs without an end.
struct Running : test::Scratch, Loop {
  Running() : Loop(file("endless.b93", ">1+v\n^  <\n")) {
    session().play(RunDirection::forward, SessionThread::unlimited);
  }
};

}  // namespace

TEST_CASE_FIXTURE(Loop, "a paused window with nothing to do builds no frame") {
  display.waits = 0;
  CHECK(run(3600).built == 0);
  CHECK(display.waits <= 2);
}

TEST_CASE("watching a file takes two looks a second and no frame") {
  const test::Scratch scratch;
  Loop window(scratch.file("a.b93", ">12+.@\n"));
  window.display.waits = 0;
  CHECK(window.run(60).built == 0);
  CHECK(window.display.waits <= 125);
}

TEST_CASE_FIXTURE(Loop, "news are drawn at once, and a few frames later all is quiet") {
  session().submit("goto 500");
  const FrameLoop::Counts counts = run(2);
  CHECK(app->application().snapshot().tick == 500);
  CHECK(counts.drawn > 0);
  CHECK(counts.built < 40);
  CHECK(run(60).built == 0);
}

TEST_CASE_FIXTURE(Loop, "news that change nothing visible build frames, and draw none") {
  session().submit(";");
  const FrameLoop::Counts counts = run(2);
  CHECK(counts.built > 0);
  CHECK(counts.drawn == 0);
}

TEST_CASE_FIXTURE(Loop, "no news are lost between the loop's check and its wait") {
  const double before = display.time;
  display.before_wait = [&] {
    session().submit("goto 500");
    settle();
  };
  display.horizon = before + 3600;
  display.presented_at = -1;
  // Until the first frame that is presented: the session may have more to show afterwards.
  for (int i = 0; i < 3 && display.presented_at < 0; ++i) loop->step();
  CHECK(app->application().snapshot().tick == 500);
  CHECK(display.presented_at == before);
}

TEST_CASE("a wake flag raised at any moment is seen") {
  // The wait of a window's thread.
  std::mutex mutex;
  std::condition_variable changed;
  bool posted = false;
  WakeFlag news([&] {
    const std::lock_guard lock(mutex);
    posted = true;
    changed.notify_one();
  });
  constexpr int rounds = 3000;
  std::atomic<int> written{0};
  std::atomic<int> read{0};
  std::thread other([&] {
    for (int i = 1; i <= rounds; ++i) {
      // Often waits for the other thread, to meet it on its way into its wait.
      while (i % 3 != 0 && read < i - 1) std::this_thread::yield();
      written = i;
      news.raise();
    }
  });
  while (read < rounds) {
    if (!news.raised()) {
      std::unique_lock lock(mutex);
      changed.wait(lock, [&] { return posted; });
      posted = false;
    }
    news.take();
    read = written.load();
  }
  other.join();
  CHECK(read == rounds);
}

TEST_CASE_FIXTURE(Loop, "input is drawn at once") {
  const double before = display.time;
  const ImVec2 tab = point_of("tab history");
  input().click(tab.x, tab.y);
  CHECK(run(0.001).drawn > 0);
  CHECK(display.presented_at == before);
  CHECK(run(2).built < 40);
  CHECK(run(60).built == 0);
  // A move that changes nothing is not rendered.
  input().move(320, 479);
  run(2);
  input().move(321, 479);
  const FrameLoop::Counts counts = run(2);
  CHECK(counts.built > 0);
  CHECK(counts.drawn == 0);
}

TEST_CASE_FIXTURE(Loop, "a message appears, fades, and costs nothing in between") {
  app->application().notify("a message", Tone::plain);
  CHECK(run(1).drawn > 0);
  CHECK(run(4).built == 0);
  CHECK(run(2).drawn > 10);
  CHECK(run(60).built == 0);
}

TEST_CASE_FIXTURE(Loop, "the tooltip of a cell appears after its delay") {
  const ImVec2 at = point_of("tile playfield");
  input().move(at.x, at.y);
  run(0.3);
  const double moved = display.presented_at;
  CHECK(run(2).drawn > 0);
  CHECK(display.presented_at > moved);
  CHECK(run(60).built == 0);
}

TEST_CASE_FIXTURE(Loop, "a text field in use builds no frame while nothing is typed") {
  input().tap(Key::g, with_ctrl);
  run(3);
  REQUIRE(ImGui::GetIO().WantTextInput);
  CHECK(run(60).built == 0);
  input().type("5");
  CHECK(run(2).drawn > 0);
  CHECK(run(60).built == 0);
}

TEST_CASE_FIXTURE(Loop, "frames continue while a mouse button is held") {
  input().move(320, 479);
  input().press();
  run(1);
  const FrameLoop::Counts counts = run(1);
  CHECK(counts.built >= 55);
  CHECK(counts.drawn == 0);
  input().release();
  run(1);
  CHECK(run(60).built == 0);
}

TEST_CASE_FIXTURE(Loop, "a minimised window builds no frame, and shows all news when restored") {
  const PixelSize size = std::exchange(display.size, PixelSize{});
  session().submit("goto 500");
  app->application().notify("a message", Tone::plain);
  display.waits = 0;
  CHECK(run(60).built == 0);
  CHECK(display.waits < 10);
  CHECK(app->application().snapshot().tick == 500);
  display.size = size;
  display.post();  // an event of the window
  CHECK(run(2).drawn > 0);
}

TEST_CASE_FIXTURE(Loop, "a damaged or resized window is drawn again") {
  display.damaged = true;
  display.post();
  CHECK(run(1).drawn == 1);
  display.size = {600, 400};
  display.post();
  CHECK(run(1).drawn > 0);
  CHECK(run(60).built == 0);
}

TEST_CASE_FIXTURE(Running, "each snapshot of a running program is drawn") {
  display.horizon = display.time + 1e9;
  for (int shown = 0; shown < 20;) {
    REQUIRE(test::eventually([&] { return news.raised(); }));
    const std::uint64_t drawn = loop->counts().drawn;
    const std::uint64_t serial = app->application().snapshot().serial;
    loop->step();
    if (app->application().snapshot().serial == serial) continue;  // other news
    CHECK(loop->counts().drawn == drawn + 1);
    ++shown;
  }
  session().pause();
  run(2);
  CHECK(run(60).built == 0);
}

TEST_CASE_FIXTURE(Running, "a running program does not wake a minimised window for each snapshot") {
  display.size = {};
  display.horizon = display.time + 10;
  const std::uint64_t built = loop->counts().built;
  int steps = 0;
  while (display.time < display.horizon) {
    loop->step();
    ++steps;
    REQUIRE(test::eventually([&] { return news.raised(); }));
  }
  CHECK(steps <= 45);  // two rounds of two waits a second
  CHECK(loop->counts().built == built);
  session().pause();
}
