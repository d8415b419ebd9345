// Counts the non-blank cells of each block of the field, for overviews of fields larger than the
// screen.
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
  // Sides of blocks, in cells.
  static constexpr std::array<std::int64_t, 3> block_sides{4, 16, 64};

  // Restarts, unless the source is the same. Counts the source only: writes of the program are not
  // seen.
  void set_source(const std::shared_ptr<const Playfield>& source);
  // Counts about `cells` more cells. Cost: about a nanosecond per cell.
  void work(std::int64_t cells);
  [[nodiscard]] bool done() const { return next_ >= tiles_; }

  // Returns the coarsest level (an index into block_sides) whose blocks are at most `cells` wide;
  // the finest if there is none.
  [[nodiscard]] static std::size_t level_for(double cells);
  // In blocks.
  [[nodiscard]] Size size(std::size_t level) const { return levels_[level].size; }
  // Returns the share of non-blank cells, 0 to 1; 0 where nothing is counted yet.
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
