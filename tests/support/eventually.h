// Waiting for another thread or process, without a guess at how fast the machine is.
#pragma once

#include <chrono>
#include <thread>

namespace fungescope::test {

// Polls until the condition holds, with a pause before each further poll. False after ten minutes:
// it hangs.
template <class Condition, class Pause>
[[nodiscard]] bool eventually(Condition condition, Pause pause) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(10);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > limit) return false;
    pause();
  }
  return true;
}

// Polls every millisecond.
template <class Condition>
[[nodiscard]] bool eventually(Condition condition) {
  return eventually(condition, [] { std::this_thread::sleep_for(std::chrono::milliseconds(1)); });
}

}  // namespace fungescope::test
