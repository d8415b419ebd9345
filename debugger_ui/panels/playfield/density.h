// Where there is text in a field: how many cells of each block are not blank. For overviews of
// fields that are larger than the screen.
#pragma once

#include "lang/geometry.h"
#include "lang/playfield.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace fungescope::ui {

class Density {
 public:
  // The sides of blocks, in cells.
  static constexpr std::array<std::int64_t, 3> block_sides{4, 16, 64};

  // Begins anew, unless it is the same source. Reads the source's bytes alone: what a program
  // writes later is not seen.
  void set_source(const std::shared_ptr<const Playfield>& source);
  // Counts on, some `cells` further. Cost: about a nanosecond a cell.
  void work(std::int64_t cells);
  [[nodiscard]] bool done() const { return next_ >= tiles_; }

  // The coarsest blocks, as an index into block_sides, whose sides are at most `cells`; the
  // finest if none.
  [[nodiscard]] static std::size_t level_for(double cells);
  // In blocks.
  [[nodiscard]] Size size(std::size_t level) const { return levels_[level].size; }
  // The share of cells that are not blank, 0 to 1; 0 where it was not counted yet.
  [[nodiscard]] float at(std::size_t level, Point block) const;

 private:
  struct Level {
    Size size;
    std::vector<std::uint16_t> counts;
  };
  void count_tile(std::int64_t tile);

  std::shared_ptr<const Playfield> source_;
  std::array<Level, block_sides.size()> levels_;
  std::int64_t next_ = 0;
  std::int64_t tiles_ = 0;
  std::int64_t tiles_per_row_ = 0;
};

}  // namespace fungescope::ui
