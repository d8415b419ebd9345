// Stores the playfield, a dense rectangle of 64-bit cells.
//
// A cell's value is its source byte plus a delta, which starts at zero unless the loaded value is
// not a byte. The source has one byte per cell, is immutable and shared by all copies. The deltas
// are 64-bit and come from zeroed memory that the system maps lazily. Therefore
//   - opening a field costs about one byte per cell instead of eight: 2000 x 12,000 cells open in a
//     few milliseconds;
//   - reading and writing are free of branches (one addition each);
//   - whether a cell has changed since the start is known without a second copy of the field.
// Values are two's complement and wrap around. Copying costs 8 bytes per cell.
#pragma once

#include "lang/geometry.h"

#include <algorithm>
#include <cassert>
#include <cstddef>
#include <cstdint>
#include <cstdlib>
#include <limits>
#include <memory>
#include <new>
#include <utility>
#include <vector>

namespace fungescope {

// Allocates zeroed memory and does not touch it when elements are default-constructed, so that
// pages that are never written cost nothing.
template <class T>
class ZeroedAllocator {
 public:
  using value_type = T;
  ZeroedAllocator() = default;
  template <class U>
  explicit ZeroedAllocator(const ZeroedAllocator<U>& /*other*/) {}

  T* allocate(std::size_t count) {
    constexpr std::size_t size = sizeof(T);
    if (count > std::numeric_limits<std::size_t>::max() / size) throw std::bad_alloc();
    void* memory = std::calloc(count, size);
    if (memory == nullptr) throw std::bad_alloc();
    return static_cast<T*>(memory);
  }
  void deallocate(T* memory, std::size_t /*count*/) { std::free(memory); }
  template <class U>
  void construct(U* /*place*/) {}  // already zero
  template <class U, class Argument, class... Rest>
  void construct(U* place, Argument&& argument, Rest&&... rest) {
    ::new (static_cast<void*>(place))
        U(std::forward<Argument>(argument), std::forward<Rest>(rest)...);
  }
  friend bool operator==(const ZeroedAllocator&, const ZeroedAllocator&) { return true; }
};

class Playfield {
 public:
  using Bytes = std::vector<unsigned char>;

  // The loaded cells, row by row. One whose value is not a byte has a byte above 127 in its place.
  struct Cells {
    struct Wide {
      std::size_t index = 0;
      std::int64_t value = 0;
    };
    Bytes bytes;
    std::vector<Wide> wide;  // in ascending order

    void add(std::int64_t value) {
      const bool is_byte = value >= 0 && value <= 255;
      if (!is_byte) wide.push_back({bytes.size(), value});
      bytes.push_back(static_cast<unsigned char>(is_byte ? value : (value & 0x7f) | 0x80));
    }
  };

  // A field of one blank cell.
  Playfield() : Playfield(Size{1, 1}, Bytes{' '}) {}
  // `cells` has size.area() of them; size.width, height >= 1.
  Playfield(Size size, Cells cells)
      : Playfield(size, std::make_shared<const Cells>(std::move(cells))) {
    assert(size.width >= 1 && size.height >= 1);
    assert(cells_->bytes.size() == deltas_.size());
    load_wide();
  }
  Playfield(Size size, Bytes source) : Playfield(size, Cells{std::move(source), {}}) {}

  [[nodiscard]] Size size() const { return size_; }
  [[nodiscard]] bool contains(Point p) const { return size_.contains(p); }
  [[nodiscard]] std::size_t index_of(Point p) const {
    return static_cast<std::size_t>(p.y * size_.width + p.x);
  }

  // Unchecked: `index` < area, `p` inside the field.
  [[nodiscard]] std::int64_t at(std::size_t index) const {
    return static_cast<std::int64_t>(static_cast<std::uint64_t>(deltas_[index]) + bytes_[index]);
  }
  [[nodiscard]] std::int64_t at(Point p) const { return at(index_of(p)); }
  void set(std::size_t index, std::int64_t value) {
    deltas_[index] = static_cast<std::int64_t>(static_cast<std::uint64_t>(value) - bytes_[index]);
  }
  void set(Point p, std::int64_t value) { set(index_of(p), value); }

  // Returns the field as it was loaded. Shares the source; touches memory for the deltas of values
  // that are not bytes alone.
  [[nodiscard]] Playfield pristine() const {
    Playfield field = zeroed();
    field.load_wide();
    return field;
  }
  // Returns a field of the same source whose deltas are zero, for those of another instant.
  [[nodiscard]] Playfield zeroed() const { return {size_, cells_}; }

  // Whether a loaded value is not a byte.
  [[nodiscard]] bool has_wide() const { return !cells_->wide.empty(); }
  // Returns the value of the cell as it was loaded, and whether the cell has another one now.
  [[nodiscard]] std::int64_t loaded(std::size_t index) const {
    const std::vector<Cells::Wide>& wide = cells_->wide;
    if (bytes_[index] < 128 || wide.empty()) return bytes_[index];
    const auto found =
        std::lower_bound(wide.begin(), wide.end(), index,
                         [](const Cells::Wide& cell, std::size_t i) { return cell.index < i; });
    return found != wide.end() && found->index == index ? found->value : bytes_[index];
  }
  [[nodiscard]] bool changed(std::size_t index) const { return at(index) != loaded(index); }

  // For the fast tiers: at(i) == source()[i] + deltas()[i]. Valid while the playfield lives and is
  // not assigned to.
  [[nodiscard]] const unsigned char* source() const { return bytes_; }
  [[nodiscard]] std::int64_t* deltas() { return deltas_.data(); }
  [[nodiscard]] const std::int64_t* deltas() const { return deltas_.data(); }

  // Compares sizes and values, whatever the sources.
  friend bool operator==(const Playfield& a, const Playfield& b) {
    if (a.size_ != b.size_) return false;
    if (a.cells_ == b.cells_) return a.deltas_ == b.deltas_;
    for (std::size_t i = 0; i < a.deltas_.size(); ++i) {
      if (a.at(i) != b.at(i)) return false;
    }
    return true;
  }

 private:
  Playfield(Size size, std::shared_ptr<const Cells> cells)
      : size_(size),
        cells_(std::move(cells)),
        bytes_(cells_->bytes.data()),
        deltas_(static_cast<std::size_t>(size.area())) {}

  void load_wide() {
    for (const Cells::Wide& cell : cells_->wide) set(cell.index, cell.value);
  }

  Size size_;
  std::shared_ptr<const Cells> cells_;
  const unsigned char* bytes_;  // cells_->bytes.data(): one load less on every access
  std::vector<std::int64_t, ZeroedAllocator<std::int64_t>> deltas_;
};

}  // namespace fungescope
