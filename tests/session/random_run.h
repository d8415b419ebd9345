// A session on a random program, and everything that happens in its run.
#pragma once

#include "base/random.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sessions.h"
#include "straight_trace.h"

namespace fungescope::test {

// What such programs read: numbers, and what is none.
inline const std::string run_input = "12 -7x\n+3";

struct RandomRun {
  // Up to `length` ticks, with checkpoints up to `interval` ticks apart.
  RandomRun(std::uint64_t seed, const std::string& input, Tick interval, Tick length)
      : random(seed),
        session(session_of(random_source(seed), input, 1 + below(random, interval))),
        moments(trace_straight(session->machine(), input, length)) {}

  Random random;  // for what else is left to chance
  std::unique_ptr<Session> session;
  std::vector<Moment> moments;
};

}  // namespace fungescope::test
