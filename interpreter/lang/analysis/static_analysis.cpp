// Reachability is a worklist search over states (cell, direction, string mode), eight bits per
// cell: 64 million cells take 64 MB. The pointer is followed to a visited state, the end or a
// branch. The successors of a branch do not depend on how it was entered, so each branch is
// expanded once. tests/lang/static_analysis_test.cpp compares it with a naive search.
#include "lang/analysis/static_analysis.h"

#include "lang/value_format.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope {
namespace {

class ReachabilitySearch {
 public:
  ReachabilitySearch(const Playfield& field, const Dialect& dialect,
                     const std::function<bool()>& stopped)
      : field_(field),
        dialect_(dialect),
        visited_(static_cast<std::size_t>(field.size().area()), 0),
        stopped_(stopped) {}

  Reachability run() && {
    follow(Point{0, 0}, Direction::east);
    while (!branches_.empty() && !cancelled_) {
      const Point at = branches_.back();
      branches_.pop_back();
      for (const Direction direction : branch_directions(decode_op(dialect_, field_.at(at)))) {
        Point next = at;
        if (step(next, direction)) follow(next, direction);
      }
    }
    Reachability result;
    result.reached.resize(visited_.size());
    result.text.resize(visited_.size());
    for (std::size_t i = 0; i < visited_.size(); ++i) {
      result.reached[i] = visited_[i] != 0;
      result.text[i] = visited_[i] >= in_string_bit && visited_[i] % in_string_bit == 0;
    }
    result.count = static_cast<std::uint64_t>(
        std::count_if(visited_.begin(), visited_.end(), [](auto bits) { return bits != 0; }));
    return result;
  }

 private:
  // The state of a direction, outside string mode and inside, is a bit from 1 and from this one.
  static constexpr unsigned in_string_bit = 1U << 4U;
  static constexpr std::uint64_t steps_between_polls = 1U << 16U;

  // Follows the pointer from `at` until there is nothing new.
  void follow(Point at, Direction direction) {
    bool in_string = false;
    while (true) {
      std::uint8_t& seen = visited_[field_.index_of(at)];
      const Op op = decode_op(dialect_, field_.at(at));
      const bool branches = !in_string && !branch_directions(op).empty();
      // The four directions of a branch are one state.
      const auto bit = static_cast<std::uint8_t>(
          branches ? 1U : (in_string ? in_string_bit : 1U) << static_cast<unsigned>(direction));
      if ((seen & bit) != 0) return;
      seen |= bit;
      if (++steps_ % steps_between_polls == 0 && stopped_ && stopped_()) cancelled_ = true;
      if (cancelled_) return;
      if (branches) return branches_.push_back(at);

      if (op == Op::string_mode) in_string = !in_string;
      if (!in_string && op != Op::string_mode) {
        if (op == Op::end ||
            (op == Op::unknown && dialect_.unknown_instruction == OnUndefined::stop))
          return;
        direction = direction_after(op, direction);
        if (op == Op::trampoline && !step(at, direction)) return;
      }
      if (!step(at, direction)) return;
    }
  }

  [[nodiscard]] bool step(Point& at, Direction direction) const {
    return step_in_field(at, direction, field_.size(), dialect_);
  }

  const Playfield& field_;
  const Dialect& dialect_;
  std::vector<std::uint8_t> visited_;
  std::vector<Point> branches_;
  const std::function<bool()>& stopped_;  // may be empty
  std::uint64_t steps_ = 0;
  bool cancelled_ = false;
};

}  // namespace

bool step_in_field(Point& at, Direction direction, Size field, const Dialect& dialect) {
  const Point delta = delta_of(direction);
  const Point straight{at.x + delta.x, at.y + delta.y};
  at = step_on_torus(at, direction, field);
  return at == straight || dialect.edge_wrap != OnUndefined::stop;
}

std::span<const Direction> branch_directions(Op op) {
  using enum Direction;
  static constexpr std::array horizontal{east, west};
  static constexpr std::array vertical{south, north};
  switch (op) {
    case Op::branch_horizontal:
      return horizontal;
    case Op::branch_vertical:
      return vertical;
    case Op::go_random:
      return all_directions;
    default:
      return {};
  }
}

Reachability compute_reachability(const Playfield& field, const Dialect& dialect,
                                  const std::function<bool()>& stopped) {
  return ReachabilitySearch(field, dialect, stopped).run();
}

bool reads_input(const Playfield& field, const Dialect& dialect) {
  const Reachability reachable = compute_reachability(field, dialect);
  for (std::size_t i = 0; i < reachable.reached.size(); ++i) {
    if (!reachable.reached[i] || reachable.text[i]) continue;
    const Op op = decode_op(dialect, field.at(i));
    if (op == Op::input_character || op == Op::input_number) return true;
  }
  return false;
}

Histogram histogram(const Playfield& field, const Dialect& dialect) {
  Histogram counts{};
  const auto area = static_cast<std::size_t>(field.size().area());
  for (std::size_t i = 0; i < area; ++i) {
    ++counts[static_cast<std::size_t>(decode_op(dialect, field.at(i)))];
  }
  return counts;
}

std::string describe_cell(std::int64_t value, const Dialect& dialect) {
  const Instruction& what = instruction(decode_op(dialect, value));
  if (what.op == Op::unknown) {
    return describe_value(value) + ": no instruction";
  }
  const std::string text = fmt::format("'{}' {}: {}", what.glyph, what.name, what.summary);
  return value == what.glyph ? text : fmt::format("{}, as {}", value, text);
}

}  // namespace fungescope
