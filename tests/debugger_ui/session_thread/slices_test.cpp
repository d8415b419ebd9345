// A window without threads: the session works in slices between its frames.
#include "debugger_ui/background/cooperative/scheduler.h"
#include "debugger_ui/session_thread/test.h"

#include "sudoku/solving/program_host.h"
#include <fmt/format.h>

namespace {

using namespace std::chrono_literals;
using Clock = std::chrono::steady_clock;

// The main loop of a page: each frame gives the session its time, and takes the newest snapshot.
class Frames {
 public:
  explicit Frames(SessionThread& session) : session_(session) {}

  // Makes frames until `reached` holds for a snapshot.
  template <class Reached>
  std::shared_ptr<const ViewSnapshot> until(Reached reached) {
    for (;;) {
      auto snapshot = session_.snapshot();
      if (reached(*snapshot)) return snapshot;
      frame();
    }
  }
  void frame() {
    const auto began = Clock::now();
    const bool more = run_background_work(10ms);
    longest_ = std::max<Clock::duration>(longest_, Clock::now() - began);
    ++count_;
    session_.run_callbacks();
    if (!more) sleep_for(1ms);  // a page would sleep until next_background_work()
  }
  [[nodiscard]] int count() const { return count_; }
  [[nodiscard]] double longest_ms() const {
    return std::chrono::duration<double, std::milli>(longest_).count();
  }

 private:
  SessionThread& session_;
  int count_ = 0;
  Clock::duration longest_{};
};

TEST_CASE("a billion ticks leave the window its frames") {
  TestThread session(std::string(puzzles::embedded_solver()), closed_input(impossible_puzzle));
  Frames frames(session);
  const auto began = Clock::now();
  bool done = false;
  session.submit("goto 1000000000",
                 [&done](const CommandOutcome& outcome) { done = outcome.response.has_value(); });
  int shown = 0;
  std::uint64_t serial = 0;
  frames.until([&](const ViewSnapshot& now) {
    if (now.busy() && std::exchange(serial, now.serial) != now.serial) ++shown;
    return done;
  });
  CHECK(session.snapshot()->tick == 1'000'000'000);
  const double seconds = std::chrono::duration<double>(Clock::now() - began).count();
  MESSAGE(
      fmt::format("{:.2f} s, {} frames, {} of them with progress; the longest slice took {:.1f} ms",
                  seconds, frames.count(), shown, frames.longest_ms()));
}

TEST_CASE("between frames a session is interrupted, plays, seeks and ends") {
  TestThread session(std::string(puzzles::embedded_solver()), closed_input(impossible_puzzle));
  Frames frames(session);
  bool ended = false;
  session.submit("until depth < 0", [&ended](const CommandOutcome&) { ended = true; });
  const Tick tick = frames.until([](const ViewSnapshot& now) { return now.busy(); })->activity.now;
  frames.until([tick](const ViewSnapshot& now) { return now.activity.now > tick; });
  CHECK_FALSE(ended);
  session.interrupt();
  frames.until([&](const ViewSnapshot& now) { return ended && !now.busy(); });

  session.play(RunDirection::forward, SessionThread::unlimited);
  const Tick from = session.snapshot()->tick;
  frames.until(
      [from](const ViewSnapshot& now) { return now.playing() && now.tick > from + 1'000'000; });
  session.seek(123'456);
  frames.until([](const ViewSnapshot& now) { return now.tick == 123'456 && !now.playing(); });
  session.submit("when last change grid");
  session.play(RunDirection::reverse, SessionThread::unlimited);
  frames.until([](const ViewSnapshot& now) { return now.tick == 0 && !now.playing(); });
  session.settle();
  CHECK(session.snapshot()->reachable);
  session.play(RunDirection::forward, SessionThread::unlimited);
  frames.until([](const ViewSnapshot& now) { return now.tick > 1000; });
}

}  // namespace
