#include "debugger_ui/panels/playfield/density.h"

#include <algorithm>

namespace fungescope::ui {
namespace {

// Cells are counted in tiles as high as the largest block.
constexpr std::int64_t tile_height = Density::block_sides.back();
constexpr std::int64_t tile_width = 16 * tile_height;

std::int64_t rounded_up(std::int64_t cells, std::int64_t side) {
  return (cells + side - 1) / side;
}

}  // namespace

void Density::set_source(const std::shared_ptr<const Playfield>& source) {
  if (source == source_) return;
  source_ = source;
  const Size field = source->size();
  for (std::size_t i = 0; i < levels_.size(); ++i) {
    levels_[i].size = {rounded_up(field.width, block_sides[i]),
                       rounded_up(field.height, block_sides[i])};
    levels_[i].counts.assign(static_cast<std::size_t>(levels_[i].size.area()), 0);
  }
  next_ = 0;
  tiles_per_row_ = rounded_up(field.width, tile_width);
  tiles_ = tiles_per_row_ * rounded_up(field.height, tile_height);
}

void Density::work(std::int64_t cells) {
  for (std::int64_t left = cells; left > 0 && !done(); left -= tile_width * tile_height) {
    count_tile(next_++);
  }
}

void Density::count_tile(std::int64_t tile) {
  const Size field = source_->size();
  const std::int64_t left = tile % tiles_per_row_ * tile_width;
  const std::int64_t top = tile / tiles_per_row_ * tile_height;
  const std::int64_t right = std::min(left + tile_width, field.width);
  const std::int64_t bottom = std::min(top + tile_height, field.height);
  Level& finest = levels_[0];
  const std::int64_t side = block_sides[0];
  for (std::int64_t y = top; y < bottom; ++y) {
    const unsigned char* const row = source_->source() + y * field.width;
    std::uint16_t* const counts = finest.counts.data() + y / side * finest.size.width;
    for (std::int64_t x = left; x < right; ++x) {
      counts[x / side] = static_cast<std::uint16_t>(counts[x / side] + (row[x] != ' ' ? 1 : 0));
    }
  }
  // Coarser levels sum up the next finer one; tiles are aligned to the blocks of all levels.
  for (std::size_t i = 1; i < levels_.size(); ++i) {
    const Level& fine = levels_[i - 1];
    Level& coarse = levels_[i];
    const std::int64_t step = block_sides[i] / block_sides[i - 1];
    for (std::int64_t y = top / block_sides[i - 1]; y < rounded_up(bottom, block_sides[i - 1]);
         ++y) {
      for (std::int64_t x = left / block_sides[i - 1]; x < rounded_up(right, block_sides[i - 1]);
           ++x) {
        std::uint16_t& sum =
            coarse.counts[static_cast<std::size_t>(y / step * coarse.size.width + x / step)];
        sum = static_cast<std::uint16_t>(
            sum + fine.counts[static_cast<std::size_t>(y * fine.size.width + x)]);
      }
    }
  }
}

std::size_t Density::level_for(double cells) {
  std::size_t level = 0;
  while (level + 1 < block_sides.size() && static_cast<double>(block_sides[level + 1]) <= cells) {
    ++level;
  }
  return level;
}

float Density::at(std::size_t level, Point block) const {
  const Level& blocks = levels_[level];
  const auto side = static_cast<float>(block_sides[level]);
  return static_cast<float>(
             blocks.counts[static_cast<std::size_t>(block.y * blocks.size.width + block.x)]) /
         (side * side);
}

}  // namespace fungescope::ui
