// Defines the interface of a tier under test: runs machines as FastInterpreter and Engine do.
#pragma once

#include "vm/run.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>

namespace fungescope::test {

class Tier {
 public:
  virtual ~Tier() = default;
  virtual StopReason run(Machine& machine, const Ports& ports, Tick until, Probe& probe) = 0;
  virtual void load(Machine& machine, const Machine& next) = 0;
  virtual void put_deltas(Machine& machine, std::size_t first,
                          std::span<const std::int64_t> deltas) = 0;
  virtual void adopt(const Machine& machine) = 0;
  virtual void restore(Machine& machine, const Machine& next, WriteMap& written) = 0;
  virtual void forget() = 0;
};

// Makes a new tier for every case.
using MakeTier = std::function<std::unique_ptr<Tier>()>;

template <class Runner>
class TierOf : public Tier {
 public:
  template <class... Arguments>
  explicit TierOf(const Arguments&... arguments) : runner_(arguments...) {}
  StopReason run(Machine& machine, const Ports& ports, Tick until, Probe& probe) override {
    return runner_.run(machine, ports, until, probe);
  }
  void load(Machine& machine, const Machine& next) override { runner_.load(machine, next); }
  void put_deltas(Machine& machine, std::size_t first,
                  std::span<const std::int64_t> deltas) override {
    runner_.put_deltas(machine, first, deltas);
  }
  void adopt(const Machine& machine) override { runner_.adopt(machine); }
  void restore(Machine& machine, const Machine& next, WriteMap& written) override {
    runner_.restore(machine, next, written);
  }
  void forget() override { runner_.forget(); }

 private:
  Runner runner_;
};

//     tier_of<FastInterpreter>()    tier_of<Engine>(EngineKind::jit)
template <class Runner, class... Arguments>
[[nodiscard]] MakeTier tier_of(Arguments... arguments) {
  return [=] { return std::make_unique<TierOf<Runner>>(arguments...); };
}

}  // namespace fungescope::test
