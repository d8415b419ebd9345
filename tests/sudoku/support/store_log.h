// Logs a run's stores to some areas of the field.
#pragma once

#include "vm/run.h"

#include <algorithm>
#include <utility>
#include <vector>

namespace fungescope::test {

struct LoggedStore {
  Tick tick = 0;
  Point at;
  std::int64_t before = 0;
  std::int64_t now = 0;
};

class StoreLog final : public Observer {
 public:
  explicit StoreLog(std::vector<Rectangle> areas) : areas_(std::move(areas)) {}
  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick tick, Point /*by*/, Point at, std::int64_t before, std::int64_t now) override {
    const bool inside = std::any_of(areas_.begin(), areas_.end(),
                                    [at](const Rectangle& area) { return area.contains(at); });
    if (inside) stores.push_back({tick, at, before, now});
  }
  std::vector<LoggedStore> stores;

 private:
  std::vector<Rectangle> areas_;
};

}  // namespace fungescope::test
