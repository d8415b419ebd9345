// How often a long run asks its monitor: in ticks, as the time that they take depends on the
// machine.
#include "history/history.h"
#include "jit/tier/engine.h"
#include "support/test.h"

namespace {

class Polls final : public Monitor {
 public:
  bool should_continue(Tick now, Tick /*goal*/) override {
    ticks_.push_back(now);
    return true;
  }
  // Of the run so far, which began at tick 0.
  [[nodiscard]] Tick longest_gap() const {
    Tick longest = 0;
    for (Tick before = 0; const Tick now : ticks_) {
      longest = std::max(longest, now - std::exchange(before, now));
    }
    return longest;
  }
  [[nodiscard]] std::size_t count() const { return ticks_.size(); }

 private:
  std::vector<Tick> ticks_;
};

class ExecutionObserver final : public Observer {
 public:
  [[nodiscard]] Interest interest() const override { return Interest::all; }
};

Machine endless() {
  return Machine(program_from_text("0>1+v\n ^  <"));
}

}  // namespace

TEST_CASE("an unobserved run of the interpreter asks its monitor every million ticks") {
  History history(endless(), {}, HistoryOptions{.engine = EngineKind::interpreter});
  Polls polls;
  RunHooks hooks{.monitor = &polls};
  CHECK(history.run(4'000'000, hooks) == StopReason::tick_reached);
  CHECK(polls.longest_gap() <= 1'000'000);
  CHECK(polls.count() < 100);  // checkpoints end slices, too
}

TEST_CASE("an observed run, which is slow, asks its monitor more often") {
  History history(endless(), {});
  Polls polls;
  ExecutionObserver observer;
  RunHooks hooks{.observer = &observer, .monitor = &polls};
  CHECK(history.run(200'000, hooks) == StopReason::tick_reached);
  CHECK(polls.count() > 0);
  CHECK(polls.longest_gap() <= 32'768);
}

TEST_CASE("native code asks as often as its back end needs") {
  History history(endless(), {});
  Polls polls;
  RunHooks hooks{.monitor = &polls};
  CHECK(history.run(30'000'000, hooks) == StopReason::tick_reached);
  CHECK(polls.longest_gap() <= Engine().max_native_stay());
}
