// Records the cells that a run stores to, as a card table does.
//
// History uses one for each interval. `add` is in the inner loop of the fast tiers, so it is just
// two stores: one byte per cell, and one byte per chunk of 4096 cells, so that reading the map
// skips chunks without stores. Memory: one byte per cell, in pages that cost nothing until they are
// written.
#pragma once

#include "lang/geometry.h"
#include "lang/playfield.h"

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace fungescope {

// A set of cells among 64 consecutive ones.
struct CellGroup {
  static constexpr std::size_t size = 64;
  std::uint32_t number = 0;  // a cell's playfield index / 64
  std::uint64_t mask = 0;    // bit i: cell number * 64 + i
  friend bool operator==(const CellGroup&, const CellGroup&) = default;
};

class WriteMap {
 public:
  // Makes an empty map for a field of `area` cells.
  explicit WriteMap(std::size_t area)
      : cells_((area + chunk_size - 1) / chunk_size * chunk_size),
        chunks_(cells_.size() / chunk_size, has_chunks(area) ? 0 : 1) {}

  void add(std::size_t index) {
    cells_[index] = 1;
    chunks_[index / chunk_size] = 1;
  }
  [[nodiscard]] bool contains(std::size_t index) const { return cells_[index] != 0; }

  // For native code, which inlines `add`. On a small field it need not mark chunks, since they are
  // all marked from the start.
  static constexpr unsigned chunk_bits = 12;
  [[nodiscard]] static constexpr bool has_chunks(std::size_t area) { return area > small_area; }
  [[nodiscard]] std::uint8_t* cells() { return cells_.data(); }
  [[nodiscard]] std::uint8_t* chunks() { return chunks_.data(); }

  // Returns the groups with a stored cell, in ascending order. Cost: the chunks with stores.
  [[nodiscard]] std::vector<CellGroup> groups() const;
  // Cost: as groups().
  void clear();
  // Clears the map after storing the numbers of its groups in `numbers`, in ascending order.
  void take_groups(std::vector<std::uint32_t>& numbers);

 private:
  // Calls `visit` with the first cell of each group with a stored cell.
  template <class Visit>
  void for_each_written_group(Visit visit) const;

  static constexpr std::size_t small_area = std::size_t{1} << 16U;         // cells
  static constexpr std::size_t chunk_size = std::size_t{1} << chunk_bits;  // cells

  std::vector<std::uint8_t, ZeroedAllocator<std::uint8_t>> cells_;  // 0 or 1
  std::vector<std::uint8_t, ZeroedAllocator<std::uint8_t>>
      chunks_;  // 0 or 1; all 1 for a small field
};

// ---- Sets of cells: the ones stored to in an interval, or a search's. A set is a list of
// groups, sorted by number.

// Returns the cells of a rectangle that lies inside the field.
[[nodiscard]] std::vector<CellGroup> cells_in(const Rectangle& area, Size field);

[[nodiscard]] bool intersect(std::span<const CellGroup> a, std::span<const CellGroup> b);
[[nodiscard]] std::vector<CellGroup> merged(std::span<const CellGroup> a,
                                            std::span<const CellGroup> b);

}  // namespace fungescope
