// When was this printed?
#pragma once

#include "base/result.h"
#include "session/session.h"

#include <cstdint>

namespace fungescope::ui {

// The instant just after the instruction that printed byte `offset` of the output, which has been
// printed at the present instant; that one stays what it is. Fails when interrupted, and for
// bytes that are not printed yet. Cost: some seeks, and the run of a million ticks.
[[nodiscard]] Result<Tick> output_tick(Session& session, std::uint64_t offset, Monitor* monitor);

}  // namespace fungescope::ui
