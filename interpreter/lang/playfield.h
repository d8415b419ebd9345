// Stores the playfield, a dense rectangle of 64-bit cells.
//
// A cell's value is its source byte plus a delta that starts at zero. The source has one byte per
// cell, is immutable and shared by all copies. The deltas are 64-bit and come from zeroed memory
// that the system maps lazily. Therefore
//   - opening a field costs about one byte per cell instead of eight: 2000 x 12,000 cells open in a
//     few milliseconds;
//   - reading and writing are free of branches (one addition each);
//   - whether a cell has changed since the start is known without a second copy of the field.
// Values are two's complement and wrap around. Copying costs 8 bytes per cell.
#pragma once

#include "lang/geometry.h"

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

  // A field of one blank cell.
  Playfield() : Playfield(Size{1, 1}, Bytes{' '}) {}
  // `source` holds size.area() bytes, row by row; size.width, height >= 1. With `signed_bytes`,
  // bytes above 127 are negative values.
  Playfield(Size size, Bytes source, bool signed_bytes = false)
      : Playfield(size, std::make_shared<const Bytes>(std::move(source)), signed_bytes) {
    assert(size.width >= 1 && size.height >= 1);
    assert(source_->size() == deltas_.size());
    if (!signed_bytes) return;
    for (std::size_t i = 0; i < source_->size(); ++i) {
      if (bytes_[i] > 127) deltas_[i] = -256;
    }
  }

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

  // Returns the field as it was loaded. Shares the source; touches no memory for the deltas.
  [[nodiscard]] Playfield pristine() const { return {size_, source_, signed_bytes_}; }

  // Returns whether the cell's value differs from the loaded one.
  [[nodiscard]] bool changed(std::size_t index) const {
    const bool negative = signed_bytes_ && bytes_[index] > 127;
    return deltas_[index] != (negative ? -256 : 0);
  }

  // For the fast tiers: at(i) == source()[i] + deltas()[i]. Valid while the playfield lives and is
  // not assigned to.
  [[nodiscard]] const unsigned char* source() const { return bytes_; }
  [[nodiscard]] std::int64_t* deltas() { return deltas_.data(); }
  [[nodiscard]] const std::int64_t* deltas() const { return deltas_.data(); }

  // Compares sizes and values, whatever the sources.
  friend bool operator==(const Playfield& a, const Playfield& b) {
    if (a.size_ != b.size_) return false;
    if (a.source_ == b.source_) return a.deltas_ == b.deltas_;
    for (std::size_t i = 0; i < a.deltas_.size(); ++i) {
      if (a.at(i) != b.at(i)) return false;
    }
    return true;
  }

 private:
  Playfield(Size size, std::shared_ptr<const Bytes> source, bool signed_bytes)
      : size_(size),
        source_(std::move(source)),
        bytes_(source_->data()),
        signed_bytes_(signed_bytes),
        deltas_(static_cast<std::size_t>(size.area())) {}

  Size size_;
  std::shared_ptr<const Bytes> source_;
  const unsigned char* bytes_;  // source_->data(): one load less on every access
  bool signed_bytes_;
  std::vector<std::int64_t, ZeroedAllocator<std::int64_t>> deltas_;
};

}  // namespace fungescope
