// A monitor that stops a run after a number of polls.
#pragma once

#include "history/history.h"

#include <cstdint>

namespace fungescope::test {

class PollLimit final : public Monitor {
 public:
  static constexpr std::uint64_t unlimited = ~std::uint64_t{0};
  explicit PollLimit(std::uint64_t polls = unlimited) : polls_left(polls) {}
  bool should_continue(Tick /*now*/, Tick /*goal*/) override {
    return polls_left != 0 && polls_left-- != 0;
  }
  std::uint64_t polls_left;
};

}  // namespace fungescope::test
