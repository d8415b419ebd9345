// A session on its thread, for tests.
#pragma once

#include "debugger_ui/background/background_thread.h"
#include "debugger_ui/session_thread/session_thread.h"
#include "support/eventually.h"
#include "support/session_fixture.h"

#include <algorithm>
#include <chrono>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include <doctest/doctest.h>

namespace fungescope::ui {

// Adds 1 to the top of the stack for ever.
inline constexpr const char* endless = "1+:v\n^  <\n";

// It keeps the solver busy for billions of ticks.
inline constexpr const char* impossible_puzzle =
    ".....5.8....6.1.43..........1.5........1.6...3.......553.....61........4.........";

[[nodiscard]] inline SessionStart test_program(std::string source, InputLog input = InputLog()) {
  SessionStart start;
  start.session = test::open_session(std::move(source), std::move(input));
  start.file = "test.b93";
  return start;
}
[[nodiscard]] inline InputLog closed_input(std::string bytes) {
  return InputLog(std::move(bytes), InputLog::End::closed);
}

class TestThread : public SessionThread {
 public:
  explicit TestThread(std::string source, InputLog input = InputLog())
      : SessionThread(test_program(std::move(source), std::move(input)), [] {}) {}

  // Each of these waits until the session has settled.
  void run(std::string line) {
    submit(std::move(line));
    settle();
  }
  void run_all(const std::vector<std::string>& lines) {
    for (const std::string& line : lines) run(line);
  }
  void show(const ViewRequest& request) {
    set_request(request);
    settle();
  }
  void play_fast(RunDirection direction = RunDirection::forward) { play(direction, unlimited); }
  // Waits until `reached` holds for the newest snapshot, which it returns.
  template <class Reached>
  std::shared_ptr<const ViewSnapshot> until(Reached reached) {
    std::shared_ptr<const ViewSnapshot> newest;
    const auto look = [&] {
      run_callbacks();
      newest = snapshot();
      return reached(*newest);
    };
    REQUIRE(test::eventually(look, [] { sleep_for(std::chrono::milliseconds(1)); }));
    return newest;
  }
  // In virtual time.
  std::shared_ptr<const ViewSnapshot> after(double seconds) {
    elapse(seconds);
    settle();
    return snapshot();
  }
};

}  // namespace fungescope::ui

// NOLINTNEXTLINE(google-global-names-in-headers)
using namespace fungescope;
using namespace fungescope::ui;  // NOLINT(google-global-names-in-headers)
