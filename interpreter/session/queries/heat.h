// Records what a run does to each cell: counts for overlays and profiles, and the trail of the
// cells executed last.
#pragma once

#include "base/result.h"
#include "lang/geometry.h"
#include "session/session.h"
#include "vm/run.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <unordered_map>
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

// An array of zeros in pages, which take memory once they are written to.
template <class T>
class PagedArray {
 public:
  PagedArray() = default;
  explicit PagedArray(std::size_t size) : pages_((size + page_size - 1) / page_size) {}

  [[nodiscard]] T at(std::size_t index) const {
    const auto& page = pages_[index / page_size];
    return page == nullptr ? T{} : (*page)[index % page_size];
  }
  [[nodiscard]] T& write(std::size_t index) {
    auto& page = pages_[index / page_size];
    if (page == nullptr) {
      page = std::make_unique<Page>();
      ++used_;
    }
    return (*page)[index % page_size];
  }
  // Whether the page of this element was written to.
  [[nodiscard]] bool in_use(std::size_t index) const {
    return pages_[index / page_size] != nullptr;
  }
  [[nodiscard]] std::size_t memory() const {
    return used_ * sizeof(Page) + pages_.size() * sizeof(pages_[0]);
  }

  static constexpr std::size_t page_size = 512;

 private:
  using Page = std::array<T, page_size>;
  std::vector<std::unique_ptr<Page>> pages_;
  std::size_t used_ = 0;
};

// Counters of 64 bits, of which each takes 32 unless it exceeds them.
class PagedCounters {
 public:
  PagedCounters() = default;
  explicit PagedCounters(std::size_t size) : low_(size) {}

  [[nodiscard]] std::uint64_t at(std::size_t index) const {
    const std::uint64_t low = low_.at(index);
    if (high_.empty()) return low;
    const auto high = high_.find(index);
    return high == high_.end() ? low : low + (std::uint64_t{high->second} << 32U);
  }
  // Adds `n` and returns the sum.
  std::uint64_t add(std::size_t index, std::uint32_t n = 1) {
    std::uint32_t& low = low_.write(index);
    low += n;
    if (low < n) ++high_[index];
    return high_.empty() ? low : at(index);
  }
  [[nodiscard]] bool in_use(std::size_t index) const { return low_.in_use(index); }
  [[nodiscard]] std::size_t memory() const {
    return low_.memory() + high_.size() * sizeof(*high_.begin());
  }

 private:
  PagedArray<std::uint32_t> low_;
  std::unordered_map<std::size_t, std::uint32_t> high_;
};

// The counts of all cells, by playfield index. Memory: 4 bytes for each executed cell, 4 for each
// that was read and 12 for each that was written, in pages of 512 cells.
class Heat {
 public:
  Heat() = default;
  explicit Heat(std::size_t area)
      : area_(area), executions_(area), reads_(area), writes_(area), last_writes_(area) {}

  [[nodiscard]] std::size_t size() const { return area_; }
  [[nodiscard]] CellCounts operator[](std::size_t index) const {
    return {executions_.at(index), reads_.at(index), writes_.at(index), last_writes_.at(index)};
  }
  // Return the new count.
  std::uint64_t add_execution(std::size_t index) { return executions_.add(index); }
  std::uint64_t add_read(std::size_t index) { return reads_.add(index); }
  std::uint64_t add_write(std::size_t index, Tick tick) {
    last_writes_.write(index) = tick;
    return writes_.add(index);
  }
  // Calls visit(index, counts) for each cell that was executed, read or written, by index. Cost:
  // the cells in pages that are in use.
  template <class Visit>
  void for_each(const Visit& visit) const {
    constexpr std::size_t page = PagedArray<Tick>::page_size;
    for (std::size_t first = 0; first < area_; first += page) {
      const bool used = executions_.in_use(first) || reads_.in_use(first) || writes_.in_use(first);
      if (!used) continue;
      for (std::size_t i = first; i < std::min(first + page, area_); ++i) {
        const CellCounts counts = (*this)[i];
        if (counts.executions > 0 || counts.reads > 0 || counts.writes > 0) visit(i, counts);
      }
    }
  }
  // Returns its memory in bytes.
  [[nodiscard]] std::size_t memory() const {
    return executions_.memory() + reads_.memory() + writes_.memory() + last_writes_.memory();
  }

 private:
  std::size_t area_ = 0;
  PagedCounters executions_;
  PagedCounters reads_;
  PagedCounters writes_;
  PagedArray<Tick> last_writes_;
};

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
    cells_.add_write(index_of(at), tick);
  }
  void on_read(Tick /*tick*/, Point /*by*/, Point at, std::int64_t /*value*/) override {
    cells_.add_read(index_of(at));
  }
  void on_execute(Tick /*tick*/, Point at) override { cells_.add_execution(index_of(at)); }

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

// An access to a cell.
struct Touch {
  Point at;
  Access access = Access::execute;
  friend bool operator==(const Touch&, const Touch&) = default;
};

// Keeps the last accesses of a run.
class TouchRecorder final : public Observer {
 public:
  // At most `capacity` accesses.
  explicit TouchRecorder(std::size_t capacity) : capacity_(capacity) {}

  // Returns them, oldest first, and forgets them.
  [[nodiscard]] std::vector<Touch> take();

  [[nodiscard]] Interest interest() const override { return Interest::all; }
  void on_write(Tick /*tick*/, Point /*by*/, Point at, std::int64_t /*before*/,
                std::int64_t /*now*/) override {
    add({at, Access::write});
  }
  void on_read(Tick /*tick*/, Point /*by*/, Point at, std::int64_t /*value*/) override {
    add({at, Access::read});
  }
  void on_execute(Tick /*tick*/, Point at) override { add({at, Access::execute}); }

 private:
  void add(Touch touch) {
    if (ring_.size() < capacity_) {
      ring_.push_back(touch);
    } else if (capacity_ > 0) {
      ring_[oldest_] = touch;
      oldest_ = oldest_ + 1 == capacity_ ? 0 : oldest_ + 1;
    }
  }

  std::size_t capacity_;
  std::vector<Touch> ring_;
  std::size_t oldest_ = 0;  // once the ring is full
};

// Returns the cells that the last `n` ticks before the present instant executed, oldest first;
// fewer if the run began later. Leaves the present instant unchanged. Cost: a step back, and a
// replay of some 20 ns a tick.
[[nodiscard]] std::vector<Point> trail(Session& session, std::size_t n);

}  // namespace fungescope
