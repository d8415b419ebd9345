// A change of the machine made from outside the program, at one instant. Edits
// are data, so that a recording can hold them and a replay apply them again.
#pragma once

#include "base/result.h"
#include "history/input_log.h"
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
};
// Replaces the whole stack, bottom first.
struct SetStack {
  std::vector<std::int64_t> values;
};
// Moves the instruction pointer. A program that had ended goes on from there.
struct SetPointer {
  Point at;
  Direction direction = Direction::east;
  bool string_mode = false;
};
// Replaces what the program has not read yet.
struct SetInput {
  std::string bytes;
  bool closed = false;
};
// The program's source was changed: every cell whose source byte is the same in
// both, at the same place, keeps its value; all others have their new byte.
struct SetSource {
  std::shared_ptr<const Playfield> field;  // as loaded
};

using Edit = std::variant<SetCell, SetStack, SetPointer, SetInput, SetSource>;

class LiveState;

// Changes the machine, or the input. Fails, changing nothing, where the edit does
// not fit the machine; errors have no location.
[[nodiscard]] Result<void> apply(const Edit& edit, LiveState& live, InputLog& input);

}  // namespace fungescope
