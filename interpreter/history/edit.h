// Defines edits: changes of the machine from outside the program at one instant. Edits are data, so
// that a recording can store them and a replay can apply them again.
#pragma once

#include "base/result.h"
#include "history/ports.h"
#include "lang/geometry.h"
#include "vm/machine.h"

#include <cstdint>
#include <memory>
#include <string>
#include <variant>
#include <vector>

namespace fungescope {

struct SetCell {
  Point at;
  std::int64_t value = 0;
  friend bool operator==(const SetCell&, const SetCell&) = default;
};
// Replaces the stack above the `kept` values at its bottom, bottom first.
struct SetStack {
  std::vector<std::int64_t> values;
  std::uint64_t kept = 0;  // so that a large stack is not copied for one value

  [[nodiscard]] std::uint64_t size() const { return kept + values.size(); }
  friend bool operator==(const SetStack&, const SetStack&) = default;
};
// Moves the instruction pointer. A program that has ended continues from there.
struct SetPointer {
  Point at;
  Direction direction = Direction::east;
  bool string_mode = false;
  friend bool operator==(const SetPointer&, const SetPointer&) = default;
};
// Replaces the input that the program has not read yet.
struct SetInput {
  std::string bytes;
  bool closed = false;
  friend bool operator==(const SetInput&, const SetInput&) = default;
};
// Replaces the program's source. Cells with the same source byte in both keep their value; all
// others get their new byte.
struct SetSource {
  std::shared_ptr<const Playfield> field;  // as loaded
  friend bool operator==(const SetSource&, const SetSource&) = default;
};

using Edit = std::variant<SetCell, SetStack, SetPointer, SetInput, SetSource>;

class LiveState;

// Returns the input after an edit of it at this instant.
[[nodiscard]] InputLog edited(const InputLog& input, const SetInput& edit, const Machine& machine);

// Applies an edit to the machine or the input. Fails without a change if it does not fit the
// machine. Errors have no location.
[[nodiscard]] Result<void> apply(const Edit& edit, LiveState& live, InputLog& input);

}  // namespace fungescope
