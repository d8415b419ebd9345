#include "history/history.h"
#include "support/test.h"

#include "stepped_run.h"

namespace {

struct Store {
  Tick tick;
  Point at;
};

std::vector<Store> stores_of(Machine machine, Tick ticks) {
  class Listener final : public Observer {
   public:
    [[nodiscard]] Interest interest() const override { return Interest::writes; }
    void on_write(Tick tick, Point, Point at, std::int64_t, std::int64_t) override {
      stores.push_back({tick, at});
    }
    std::vector<Store> stores;
  };
  Listener listener;
  StringInput input("");
  StringOutput output;
  run_reference(machine, {input, output}, ticks, &listener);
  return listener.stores;
}

}  // namespace

TEST_CASE("the index of written cells never misses a store, and finds intervals without one") {
  std::uint64_t skipped = 0;
  for (std::uint64_t seed = 0; seed < 150; ++seed) {
    CAPTURE(seed);
    Random random(seed);
    const Machine start = random_machine(seed);
    HistoryOptions options;
    options.first_interval = 1 + below(random, 200);
    options.memory_limit = 2000 << below(random, 9);
    History history(start, InputLog("", InputLog::End::closed), options);
    while (history.end() < 4000 && history.machine().status == Status::running) {
      history.run(history.end() + 1 + below(random, 900));
      history.seek(below(random, history.end() + 1));
      history.seek(history.end());
    }
    const std::vector<Store> stores = stores_of(start, history.end());
    for (int i = 0; i < 20; ++i) {
      const Size size = start.field.size();
      const Point at = random_point(random, size);
      const auto cells = cells_in({at, {1, 1}}, size);
      for (Tick end = history.end(); end > history.begin();) {
        const History::Segment segment = history.segment_before(end);
        REQUIRE(segment.begin < end);
        const bool stored = std::any_of(stores.begin(), stores.end(), [&](const Store& store) {
          return store.at == at && store.tick > segment.begin && store.tick <= segment.end;
        });
        const bool maybe = history.may_have_written(segment, cells);
        if (stored) REQUIRE(maybe);
        if (!maybe) ++skipped;
        end = segment.begin;
      }
    }
  }
  CHECK(skipped > 1000);
}
