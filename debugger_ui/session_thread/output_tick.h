// Finds the tick at which a byte of the output was printed.
#pragma once

#include "base/result.h"
#include "session/session.h"

#include <cstdint>

namespace fungescope::ui {

// Returns the tick after the instruction that printed byte `offset` of the output. The byte must be
// printed at the current instant, which does not change. Errors: interrupted; not printed yet.
// Cost: a binary search by seeks, then a run of at most a million ticks.
[[nodiscard]] Result<Tick> find_output_tick(Session& session, std::uint64_t offset,
                                            Monitor* monitor);

}  // namespace fungescope::ui
