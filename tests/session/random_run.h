// A session on a random program, and the expected states and events of its run.
#pragma once

#include "base/random.h"

#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "sessions.h"
#include "straight_trace.h"

namespace fungescope::test {

// Input of such programs: numbers, and bytes that are not numbers.
inline const std::string run_input = "12 -7x\n+3";

struct RandomRun {
  // Up to `length` ticks, with checkpoints up to `interval` ticks apart. The field is as small as
  // the source, because every moment has a copy of it.
  RandomRun(std::uint64_t seed, const std::string& input, Tick interval, Tick length,
            const SessionOptions& options = sized_by_source())
      : random(seed),
        session(session_of(random_source(seed), input, 1 + below(random, interval), options)),
        moments(trace_straight(session->machine(), input, length)) {}

  Random random;  // for the test's further choices
  std::unique_ptr<Session> session;
  std::vector<Moment> moments;
};

}  // namespace fungescope::test
