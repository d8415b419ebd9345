// Records what a run does to each cell: counts for overlays and profiles, and the trail of the
// cells executed last.
#pragma once

#include "base/result.h"
#include "lang/geometry.h"
#include "lang/playfield.h"
#include "session/session.h"
#include "vm/run.h"

#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace fungescope {

struct CellCounts {
  std::uint64_t executions = 0;
  std::uint64_t reads = 0;   // by `g`
  std::uint64_t writes = 0;  // by `p`
  Tick last_write = 0;       // its tick, from 1; 0 if there is none
  friend bool operator==(const CellCounts&, const CellCounts&) = default;
};

// By playfield index. 32 bytes of address space a cell. Memory is committed per page of 4 KB (128
// cells), when a cell in it is counted.
using Heat = std::vector<CellCounts, ZeroedAllocator<CellCounts>>;

// Counts executions, reads and writes of one run after another, all on fields of this size.
class HeatRecorder final : public Observer {
 public:
  explicit HeatRecorder(Size field)
      : field_(field), cells_(static_cast<std::size_t>(field.area())) {}

  [[nodiscard]] Size field() const { return field_; }
  [[nodiscard]] const Heat& cells() const { return cells_; }
  [[nodiscard]] Heat take_cells() { return std::move(cells_); }

  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_write(Tick tick, Point /*by*/, Point at, std::int64_t /*before*/,
                std::int64_t /*now*/) override {
    CellCounts& cell = cells_[index_of(at)];
    ++cell.writes;
    cell.last_write = tick;
  }
  void on_read(Tick /*tick*/, Point /*by*/, Point at, std::int64_t /*value*/) override {
    ++cells_[index_of(at)].reads;
  }
  void on_execute(Tick /*tick*/, Point at) override { ++cells_[index_of(at)].executions; }

 private:
  [[nodiscard]] std::size_t index_of(Point p) const {
    return static_cast<std::size_t>(p.y * field_.width + p.x);
  }

  Size field_;
  Heat cells_;
};

// Records the ticks from + 1 .. to of the present branch. Returns and fails as `replay` does
// (run_control/scoped_seek.h); also fails if the field does not have the recorder's size
// throughout. Cost: a seek, and some 25 ns a tick.
[[nodiscard]] Result<Tick> record_heat(Session& session, Tick from, Tick to, HeatRecorder& recorder,
                                       Monitor* monitor);

// Fails unless the field has this size in all ticks from + 1 .. to of the present branch. Checks
// reloads after `from` only.
[[nodiscard]] Result<void> check_field_size(const History& history, Tick from, Tick to, Size size);

// Keeps the cells that a run has executed last, including blanks and string-mode cells.
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

// Returns the cells that the last `n` ticks before the present instant executed, oldest first;
// fewer if the run began later. Leaves the present instant unchanged. Cost: a step back, and a
// replay of some 20 ns a tick.
[[nodiscard]] std::vector<Point> trail(Session& session, std::size_t n);

}  // namespace fungescope
