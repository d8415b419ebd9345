// Finds who wrote a *slot* of the stack, counted from the bottom. A slot is written by an
// instruction that pops it and pushes again, or by the first to push it after the stack was lower.
// The `:` that pops a value and pushes it back does not write its slot.
#pragma once

#include "session/session.h"

#include <cstddef>
#include <optional>

namespace fungescope {

struct SlotWriter {
  Tick tick = 0;  // the instant after it
  Point by;
  std::optional<std::size_t> moved_from;  // the slot from which a `\` moved the value
};

// Returns the last instruction up to the instant `end`, at which the slot is occupied, that wrote
// it. Nothing if the value was there at the beginning, or at the last edit of the stack. Leaves the
// machine at an unspecified instant. Fails when interrupted. Cost: the replay from there.
[[nodiscard]] Result<std::optional<SlotWriter>> last_slot_writer(Session& session, std::size_t slot,
                                                                 Tick end, Monitor* monitor);

}  // namespace fungescope
