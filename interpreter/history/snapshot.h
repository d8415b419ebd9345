// Stores a machine's state at one instant as a cheap value that shares groups of cells with others.
// Used for checkpoints and for comparing two instants. Dialect and limits belong to the history and
// are not included.
#pragma once

#include "history/paged_cells.h"
#include "vm/machine.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <vector>

namespace fungescope {

class Snapshot {
 public:
  [[nodiscard]] Tick tick() const { return registers_.tick; }
  [[nodiscard]] Size field_size() const { return field_->size(); }
  [[nodiscard]] std::int64_t cell(std::size_t index) const {
    const auto delta = static_cast<std::uint64_t>(deltas_.at(index));
    return static_cast<std::int64_t>(delta + field_->source()[index]);
  }
  [[nodiscard]] std::int64_t cell(Point at) const { return cell(field_->index_of(at)); }
  [[nodiscard]] std::vector<std::int64_t> stack() const {  // bottom first
    std::vector<std::int64_t> values(stack_.size());
    for (std::size_t i = 0; i < values.size(); ++i) values[i] = stack_.at(i);
    return values;
  }
  [[nodiscard]] std::size_t stack_size() const { return stack_.size(); }
  // Returns the value that has `below` values below it.
  [[nodiscard]] std::int64_t stack_value(std::size_t below) const { return stack_.at(below); }
  [[nodiscard]] Point ip() const { return registers_.ip; }
  [[nodiscard]] Direction direction() const { return registers_.direction; }
  [[nodiscard]] bool string_mode() const { return registers_.string_mode; }
  [[nodiscard]] std::uint64_t input_position() const { return registers_.input_position; }
  [[nodiscard]] std::uint64_t output_size() const { return registers_.output_size; }
  [[nodiscard]] Status status() const { return registers_.status; }

  // Returns the bytes that it does not share with other snapshots.
  [[nodiscard]] std::size_t unshared_bytes() const {
    return sizeof(Snapshot) + deltas_.root_bytes() + stack_.root_bytes();
  }

  // Calls `found(index, value in a, value in b)` in order for each cell whose values differ. Both
  // have the same field size. Cost: the groups that they do not share, if both have the same
  // source; else all cells.
  template <class Found>
  static void compare(const Snapshot& a, const Snapshot& b, const Found& found) {
    const auto compare_group = [&](std::size_t group) {
      const std::size_t begin = group * PagedCells::group_size;
      const std::size_t end = std::min(begin + PagedCells::group_size, a.deltas_.size());
      for (std::size_t i = begin; i < end; ++i) {
        const std::int64_t before = a.cell(i);
        const std::int64_t now = b.cell(i);
        if (before != now) found(i, before, now);
      }
    };
    if (a.field_->source() == b.field_->source()) {
      PagedCells::visit_unshared(a.deltas_, b.deltas_, compare_group);
    } else {
      for (std::size_t group = 0; group < a.deltas_.groups(); ++group) compare_group(group);
    }
  }

 private:
  friend class LiveState;

  std::shared_ptr<const Playfield> field_;  // its source only; the deltas are in deltas_
  PagedCells deltas_;
  PagedCells stack_;
  // The rest of the machine's state, by its names there.
  struct {
    Point ip;
    Direction direction = Direction::east;
    bool string_mode = false;
    Random random;
    std::uint64_t input_position = 0;
    std::uint64_t output_size = 0;
    Tick tick = 0;
    Status status = Status::running;
    Fault fault;
  } registers_;
};

}  // namespace fungescope
