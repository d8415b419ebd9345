// Waiting for another thread or process, without a guess at how fast the machine is.
#pragma once

#include <chrono>
#include <thread>

namespace fungescope::test {

// Polls every millisecond until the condition holds. False after ten minutes: it hangs.
template <class Condition>
[[nodiscard]] bool eventually(Condition condition) {
  const auto limit = std::chrono::steady_clock::now() + std::chrono::minutes(10);
  while (!condition()) {
    if (std::chrono::steady_clock::now() > limit) return false;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
  return true;
}

}  // namespace fungescope::test
