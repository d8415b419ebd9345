// Stores a machine's state at one instant as a cheap value that shares groups of cells with others.
// Used for checkpoints and for comparing two instants. Dialect and limits belong to the history and
// are not included.
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
  [[nodiscard]] std::size_t stack_size() const { return stack_.size(); }
  // Returns the value that has `below` values below it.
  [[nodiscard]] std::int64_t stack_value(std::size_t below) const { return stack_.at(below); }
  [[nodiscard]] Point ip() const { return ip_; }
  [[nodiscard]] Direction direction() const { return direction_; }
  [[nodiscard]] bool string_mode() const { return string_mode_; }
  [[nodiscard]] std::uint64_t input_position() const { return input_position_; }
  [[nodiscard]] std::uint64_t output_size() const { return output_size_; }
  [[nodiscard]] Status status() const { return status_; }

  // Returns the bytes that it does not share with other snapshots.
  [[nodiscard]] std::size_t unshared_bytes() const {
    return sizeof(Snapshot) + deltas_.root_bytes() + stack_.root_bytes();
  }

  // Calls `found(index, value in a, value in b)` in order for each cell whose values differ. Both
  // have the same field size. Cost: the groups that they do not share, if both have the same
  // source; else all cells.
  using Difference = std::function<void(std::size_t, std::int64_t, std::int64_t)>;
  static void compare(const Snapshot& a, const Snapshot& b, const Difference& found);

 private:
  friend class LiveState;

  std::shared_ptr<const Playfield> field_;  // its source only; the deltas are in deltas_
  PagedCells deltas_;
  PagedCells stack_;
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
