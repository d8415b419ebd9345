// Reachability is a worklist search over states (cell, direction, string mode), eight bits per
// cell: 64 million cells take 64 MB. The pointer is followed to a visited state, the end or a
// branch. The successors of a branch do not depend on how it was entered, so each branch is
// expanded once. tests/lang/static_analysis_test.cpp compares it with a naive search.
#include "lang/analysis/static_analysis.h"

#include "lang/analysis/constant_stack.h"
#include "lang/instruction.h"
#include "lang/value_format.h"

#include <algorithm>
#include <initializer_list>
#include <tuple>
#include <vector>

#include <fmt/format.h>

namespace fungescope {
namespace {

// The paths of the pointer from the start, and from each branch in each of its directions.
class PathSearch {
 protected:
  PathSearch(const Playfield& field, const Dialect& dialect)
      : field_(field),
        dialect_(dialect),
        visited_(static_cast<std::size_t>(field.size().area()), 0) {}

  // `follow` follows a path to the next branch, which it adds to `branches_`.
  template <class Follow>
  void follow_all(const Follow& follow) {
    follow(Point{0, 0}, Direction::east);
    while (!branches_.empty()) {
      const Point at = branches_.back();
      branches_.pop_back();
      for (const Direction direction : branch_directions(decode_op(dialect_, field_.at(at)))) {
        Point next = at;
        if (step(next, direction)) follow(next, direction);
      }
    }
  }
  [[nodiscard]] bool step(Point& at, Direction direction) const {
    return step_in_field(at, direction, field_.size(), dialect_);
  }

  struct Pointer {
    Point at;
    Direction direction = Direction::east;
    bool in_string = false;
  };
  [[nodiscard]] static bool is_branching(Op op, const Pointer& pointer) {
    return !pointer.in_string && !branch_directions(op).empty();
  }
  // Moves the pointer from an instruction that does not branch. Returns false if the run ends.
  [[nodiscard]] bool advance(Op op, Pointer& pointer) const {
    auto& [at, direction, in_string] = pointer;
    if (op == Op::string_mode) {
      in_string = !in_string;
    } else if (!in_string) {
      if (ends_run(op, dialect_)) return false;
      direction = direction_after(op, direction);
      if (op == Op::trampoline && !step(at, direction)) return false;
    }
    return step(at, direction);
  }

  const Playfield& field_;
  const Dialect& dialect_;
  std::vector<std::uint8_t> visited_;  // states, by cell
  std::vector<Point> branches_;        // to be followed
};

class ReachabilitySearch : PathSearch {
 public:
  ReachabilitySearch(const Playfield& field, const Dialect& dialect,
                     const std::function<bool()>& stopped)
      : PathSearch(field, dialect), stopped_(stopped) {}

  Reachability run() && {
    follow_all([this](Point at, Direction direction) { follow(at, direction); });
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
    for (Pointer pointer{at, direction}; !cancelled_;) {
      std::uint8_t& seen = visited_[field_.index_of(pointer.at)];
      const Op op = decode_op(dialect_, field_.at(pointer.at));
      const bool branches = is_branching(op, pointer);
      // The four directions of a branch are one state.
      const auto bit =
          static_cast<std::uint8_t>(branches ? 1U
                                             : (pointer.in_string ? in_string_bit : 1U)
                                                   << static_cast<unsigned>(pointer.direction));
      if ((seen & bit) != 0) return;
      seen |= bit;
      if (++steps_ % steps_between_polls == 0 && stopped_ && stopped_()) cancelled_ = true;
      if (branches) return branches_.push_back(pointer.at);
      if (!advance(op, pointer)) return;
    }
  }

  const std::function<bool()>& stopped_;  // may be empty
  std::uint64_t steps_ = 0;
  bool cancelled_ = false;
};

// Along a path the stack is tracked: values that were pushed as constants are known, all others are
// not.
class AccessSearch : PathSearch {
 public:
  AccessSearch(const Playfield& field, const Dialect& dialect)
      : PathSearch(field, dialect), expanded_(visited_.size(), false) {}

  std::vector<CellAccess> run() && {
    follow_all([this](Point at, Direction direction) { follow(at, direction); });
    const auto key = [](const CellAccess& access) {
      return std::tuple(access.at.y, access.at.x, access.by.y, access.by.x, access.write);
    };
    std::sort(found_.begin(), found_.end(),
              [&](const auto& a, const auto& b) { return key(a) < key(b); });
    found_.erase(std::unique(found_.begin(), found_.end()), found_.end());
    return std::move(found_);
  }

 private:
  void follow(Point at, Direction direction) {
    stack_.clear();
    std::vector<std::size_t> path;
    for (Pointer pointer{at, direction}; budget_ > 0; --budget_) {
      const std::size_t index = field_.index_of(pointer.at);
      const auto bit = static_cast<std::uint8_t>(
          1U << (static_cast<unsigned>(pointer.direction) + (pointer.in_string ? 4U : 0U)));
      if ((visited_[index] & bit) != 0) break;
      visited_[index] |= bit;
      path.push_back(index);
      const std::int64_t value = field_.at(index);
      const Op op = decode_op(dialect_, value);
      if (is_branching(op, pointer)) {
        if (!expanded_[index]) branches_.push_back(pointer.at);
        expanded_[index] = true;
        break;
      }
      if (pointer.in_string && op != Op::string_mode) {
        stack_.push(value);
      } else {
        execute(op, pointer.at);
      }
      if (!advance(op, pointer)) break;
    }
    for (const std::size_t index : path) visited_[index] = 0;
  }

  void execute(Op op, Point by) {
    const ConstantStack::Value x = stack_.at(1);
    const ConstantStack::Value y = stack_.at(0);
    if ((op == Op::get || op == Op::put) && x && y && field_.contains({*x, *y})) {
      found_.push_back({by, {*x, *y}, op == Op::put});
    }
    stack_.execute(op);
  }

  // `visited_` has the states of the present path.
  std::int64_t budget_ = 50'000'000;   // cells; paths may share them
  std::vector<bool> expanded_;         // branches that were met
  ConstantStack stack_{std::nullopt};  // what is below it is not known
  std::vector<CellAccess> found_;
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
  if (op == Op::branch_horizontal) return horizontal;
  if (op == Op::branch_vertical) return vertical;
  if (op == Op::go_random) return all_directions;
  return {};
}

Reachability compute_reachability(const Playfield& field, const Dialect& dialect,
                                  const std::function<bool()>& stopped) {
  return ReachabilitySearch(field, dialect, stopped).run();
}

namespace {

// Returns whether one of the instructions is reachable, and not only as a character.
bool reaches(const Playfield& field, const Dialect& dialect, std::initializer_list<Op> wanted) {
  const Reachability reachable = compute_reachability(field, dialect);
  for (std::size_t i = 0; i < reachable.reached.size(); ++i) {
    if (!reachable.reached[i] || reachable.text[i]) continue;
    const Op op = decode_op(dialect, field.at(i));
    if (std::find(wanted.begin(), wanted.end(), op) != wanted.end()) return true;
  }
  return false;
}

}  // namespace

bool reads_input(const Playfield& field, const Dialect& dialect) {
  return reaches(field, dialect, {Op::input_character, Op::input_number});
}

bool uses_seed(const Playfield& field, const Dialect& dialect) {
  return reaches(field, dialect, {Op::go_random});
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
  if (what.op == Op::unknown) return describe_value(value) + ": no instruction";
  const std::string text = fmt::format("'{}' {}: {}", what.glyph, what.name, what.summary);
  return value == what.glyph ? text : fmt::format("{}, as {}", value, text);
}

std::vector<CellAccess> constant_accesses(const Playfield& field, const Dialect& dialect) {
  return AccessSearch(field, dialect).run();
}

}  // namespace fungescope
