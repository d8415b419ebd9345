// Records what a run does to each cell: counts for overlays and profiles, the last accesses, and
// the trail of the cells executed last.
#pragma once

#include "base/result.h"
#include "lang/geometry.h"
#include "session/session.h"
#include "vm/run.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>

namespace fungescope {

struct CellCounts {
  std::uint64_t executions = 0;
  std::uint64_t reads = 0;   // by `g`
  std::uint64_t writes = 0;  // by `p`
  Tick last_write = 0;       // its tick, from 1; 0 if there is none
  friend bool operator==(const CellCounts&, const CellCounts&) = default;
};

// An array of 64-bit numbers, all 0 at first, in pages that take memory once they are written to. A
// page stores its numbers in the fewest bytes that hold the largest of them.
class PagedNumbers {
 public:
  PagedNumbers() = default;
  explicit PagedNumbers(std::size_t size) : pages_((size + page_size - 1) / page_size) {}

  [[nodiscard]] std::uint64_t at(std::size_t index) const {
    const Page& page = pages_[index / page_size];
    return page.width == 0 ? 0 : load(page, index % page_size) & mask(page.width);
  }
  void set(std::size_t index, std::uint64_t value) {
    Page& page = pages_[index / page_size];
    if (page.width == 0 || value > mask(page.width)) widen(page, value);
    const std::uint64_t others = load(page, index % page_size) & ~mask(page.width);
    const std::uint64_t number = value | others;
    std::memcpy(page.bytes.get() + index % page_size * page.width, &number, sizeof number);
  }
  std::uint64_t add(std::size_t index, std::uint64_t n = 1) {
    const std::uint64_t sum = at(index) + n;
    set(index, sum);
    return sum;
  }
  // Whether the page of this element was written to.
  [[nodiscard]] bool in_use(std::size_t index) const {
    return pages_[index / page_size].width != 0;
  }
  [[nodiscard]] std::size_t memory() const { return used_ + pages_.size() * sizeof(Page); }

  static constexpr std::size_t page_size = 512;

 private:
  static_assert(std::endian::native == std::endian::little);
  struct Page {
    std::unique_ptr<std::byte[]> bytes;  // page_size * width + 7: numbers are accessed as 8 bytes
    std::size_t width = 0;               // 0 to 8
  };
  static std::size_t bytes_for(std::size_t width) { return page_size * width + 7; }
  static std::uint64_t mask(std::size_t width) { return ~std::uint64_t{0} >> (64 - 8 * width); }
  static std::uint64_t load(const Page& page, std::size_t i) {
    std::uint64_t number = 0;
    std::memcpy(&number, page.bytes.get() + i * page.width, sizeof number);
    return number;
  }
  void widen(Page& page, std::uint64_t value);

  std::vector<Page> pages_;
  std::size_t used_ = 0;  // bytes of pages
};

// The counts of all cells, by playfield index. Memory: a byte for each executed cell, one for each
// that was read and one for each that was written where counts are below 256, and the bytes of the
// last tick, usually four or five, for each that was written; in pages of 512 cells.
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
    last_writes_.set(index, tick);
    return writes_.add(index);
  }
  // Calls visit(index, counts) for each cell that was executed, read or written, by index. Cost:
  // the cells in pages that are in use.
  template <class Visit>
  void for_each(const Visit& visit) const {
    constexpr std::size_t page = PagedNumbers::page_size;
    for (std::size_t first = 0; first < area_; first += page) {
      const bool used = executions_.in_use(first) || reads_.in_use(first) || writes_.in_use(first);
      if (!used) continue;
      for (std::size_t i = first; i < std::min(first + page, area_); ++i) {
        const CellCounts counts = (*this)[i];
        if (counts.executions > 0 || counts.reads > 0 || counts.writes > 0) visit(i, counts);
      }
    }
  }
  [[nodiscard]] std::size_t memory() const {
    return executions_.memory() + reads_.memory() + writes_.memory() + last_writes_.memory();
  }

 private:
  std::size_t area_ = 0;
  PagedNumbers executions_;
  PagedNumbers reads_;
  PagedNumbers writes_;
  PagedNumbers last_writes_;
};

// Fails unless the field has this size in all ticks from + 1 .. to of the present branch. Checks
// reloads after `from` only.
[[nodiscard]] Result<void> check_field_size(const History& history, Tick from, Tick to, Size size);

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

// Returns the cells that the last `n` ticks before the present instant executed, including blanks
// and string-mode cells, oldest first; fewer if the run began later. Leaves the present instant
// unchanged. Cost: a step back, and a replay of some 20 ns a tick.
[[nodiscard]] std::vector<Point> trail(Session& session, std::size_t n);

// ---- Profiles of an interval: executions, reads and writes by cell, and the hottest straight runs

// The cells from `first` to `last` that the pointer passes without a turn. A straight run ends with
// the cell that turns or branches, and at the edge of the field.
struct StraightRun {
  Point first;
  Point last;
  std::uint64_t times = 0;
  std::uint64_t ticks = 0;  // in total
};

struct Profile {
  Tick from = 0;
  Tick to = 0;
  Size field;
  Heat cells;
  std::vector<StraightRun> runs;  // most ticks first

  struct Cell {
    Point at;
    CellCounts counts;
  };
  // Returns the cells executed, read or written, at most `limit`, those first that have most of
  // `order`. Memory: of the result.
  [[nodiscard]] std::vector<Cell> top_cells(std::uint64_t CellCounts::*order,
                                            std::size_t limit) const;

  struct Totals {
    std::size_t cells = 0;  // executed, read or written
    CellCounts counts;      // of all of them; `last_write` is unspecified
  };
  [[nodiscard]] Totals totals() const;
};

// Profiles the ticks from + 1 .. to of the present branch, `from` <= `to`. Leaves the present
// instant unchanged. Fails when interrupted, if the run does not reach an instant, and if a reload
// in between changed the size of the field. Cost: a seek and an observed replay, some 25 ns a tick.
[[nodiscard]] Result<Profile> profile(Session& session, Tick from, Tick to, Monitor* monitor);

}  // namespace fungescope
