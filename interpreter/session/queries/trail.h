// Where the instruction pointer came from: the cells that were executed last.
#pragma once

#include "session/session.h"

#include <cstddef>
#include <vector>

namespace fungescope {

// Keeps the last cells that a run executes, blanks and string-mode cells included.
class TrailRecorder final : public Observer {
 public:
  // At most `capacity` cells.
  explicit TrailRecorder(std::size_t capacity) : capacity_(capacity) {}

  // Oldest first.
  [[nodiscard]] std::vector<Point> cells() const;
  void clear();

  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_execute(Tick /*tick*/, Point at) override {
    if (ring_.size() < capacity_) {
      ring_.push_back(at);
    } else if (capacity_ > 0) {
      ring_[oldest_] = at;
      oldest_ = oldest_ + 1 == capacity_ ? 0 : oldest_ + 1;
    }
  }

 private:
  std::size_t capacity_;
  std::vector<Point> ring_;
  std::size_t oldest_ = 0;  // once the ring is full
};

// The cells that the last `n` ticks before the present instant executed, oldest first; fewer
// where the run began less than that ago. The present instant stays what it is. Cost: a step back,
// and a replay of some 20 ns a tick.
[[nodiscard]] std::vector<Point> trail(Session& session, std::size_t n);

}  // namespace fungescope
