#include "vm/traps.h"

#include <atomic>
#include <cassert>

namespace fungescope {

Traps::Traps(Size field) : field_(field), cells_(static_cast<std::size_t>(field.area())) {
  touch();
}

void Traps::set(Point at, Access access) {
  set(Rectangle{at, {1, 1}}, access);
}

void Traps::set(const Rectangle& area, Access access) {
  assert(fits_into(area, field_));
  for (std::int64_t y = area.corner.y; y < area.corner.y + area.size.height; ++y) {
    for (std::int64_t x = area.corner.x; x < area.corner.x + area.size.width; ++x) {
      mark(static_cast<std::size_t>(y * field_.width + x), access);
    }
  }
  touch();
}

void Traps::set_before(Op op) {
  before_ops_ |= std::uint64_t{1} << static_cast<unsigned>(op);
  touch();
}

void Traps::set_on_modified_code() {
  on_modified_code_ = true;
  touch();
}

void Traps::set_floor(std::size_t floor) {
  floor_ = floor;
}

void Traps::set_ceiling(std::size_t ceiling) {
  ceiling_ = ceiling;
}

void Traps::clear() {
  for (const std::size_t index : listed_) cells_[index] = 0;
  listed_.clear();
  before_ops_ = 0;
  on_modified_code_ = false;
  floor_ = 0;
  ceiling_ = std::numeric_limits<std::size_t>::max();
  touch();
}

void Traps::set_field(Size field) {
  field_ = field;
  // New memory, which is zero; what a vector keeps is not.
  cells_ = decltype(cells_)(static_cast<std::size_t>(field.area()));
  listed_.clear();
  touch();
}

void Traps::mark(std::size_t index, Access access) {
  if (cells_[index] == 0) listed_.push_back(index);
  cells_[index] |= static_cast<std::uint8_t>(access);
}

void Traps::touch() {
  // Of all objects, in whatever thread.
  static std::atomic<std::uint64_t> latest = 0;
  version_ = latest.fetch_add(1, std::memory_order_relaxed) + 1;
}

}  // namespace fungescope
