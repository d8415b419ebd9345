// Runs by single ticks, without a history: the expected states and events of runs, steps and
// queries; and sessions on random programs with such a run.
#pragma once

#include "vm/reference_interpreter.h"

#include "sessions.h"

namespace fungescope::test {

struct Access1 {
  Point by;
  Point at;
  std::int64_t before;
  std::int64_t now;
};

struct Moment {
  Machine machine;              // at tick [index]
  std::optional<Access1> read;  // by the instruction that led here
  std::optional<Access1> write;
  std::string output;  // all of it
};

class Recorder final : public Observer {
 public:
  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_write(Tick, Point by, Point at, std::int64_t before, std::int64_t now) override {
    write = Access1{by, at, before, now};
  }
  void on_read(Tick, Point by, Point at, std::int64_t value) override {
    read = Access1{by, at, value, value};
  }
  std::optional<Access1> read;
  std::optional<Access1> write;
};

inline std::vector<Moment> trace_straight(Machine machine, const std::string& input, Tick ticks) {
  std::vector<Moment> moments;
  StringInput in(input);
  StringOutput out;
  moments.push_back({machine, {}, {}, {}});
  while (machine.tick < ticks) {
    Recorder recorder;
    const Tick before = machine.tick;
    run_reference(machine, {in, out}, before + 1, &recorder);
    if (machine.tick == before) break;
    moments.push_back({machine, recorder.read, recorder.write, out.text});
  }
  return moments;
}

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
