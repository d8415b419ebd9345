// A machine's state at one instant, as a cheap value: cells in shared groups.
// What history keeps as checkpoints, and what comparisons of two instants read.
#pragma once

#include "history/paged_cells.h"
#include "vm/machine.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <vector>

namespace fungescope {

class Snapshot {
 public:
  [[nodiscard]] Tick tick() const { return tick_; }
  [[nodiscard]] Size field_size() const { return field_->size(); }
  [[nodiscard]] std::int64_t cell(std::size_t index) const;
  [[nodiscard]] std::int64_t cell(Point at) const { return cell(field_->index_of(at)); }
  [[nodiscard]] std::vector<std::int64_t> stack() const;  // bottom first
  [[nodiscard]] Point ip() const { return ip_; }
  [[nodiscard]] Direction direction() const { return direction_; }
  [[nodiscard]] std::uint64_t input_position() const { return input_position_; }
  [[nodiscard]] std::uint64_t output_size() const { return output_size_; }

  // Calls `found(index, value in a, value in b)` for each cell whose values
  // differ, in order of their index; both of one field size. Cost: the groups not shared, where both
  // come from one source; else the cells.
  using Difference = std::function<void(std::size_t, std::int64_t, std::int64_t)>;
  static void compare(const Snapshot& a, const Snapshot& b, const Difference& found);

 private:
  friend class Checkpointer;

  std::shared_ptr<const Playfield> field_;  // the source; its deltas are not looked at
  PagedCells deltas_;
  PagedCells stack_;
  std::size_t stack_size_ = 0;
  Point ip_;
  Direction direction_ = Direction::east;
  bool string_mode_ = false;
  Random random_;
  std::uint64_t input_position_ = 0;
  std::uint64_t output_size_ = 0;
  Tick tick_ = 0;
  Status status_ = Status::running;
  Fault fault_;
};

}  // namespace fungescope
