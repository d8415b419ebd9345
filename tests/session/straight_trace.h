// The states and events of a run by single ticks, without a history: the expected results of runs,
// steps and queries.
#pragma once

#include "session/session.h"
#include "vm/reference_interpreter.h"

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

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

}  // namespace fungescope::test
