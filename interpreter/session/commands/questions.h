// Which commands only ask: front ends run them without announcing a change of the present instant.
#pragma once

namespace fungescope {

struct Command;

// Returns whether the command leaves the present instant and the run as they are, however long it
// takes.
[[nodiscard]] bool is_question(const Command& command);

}  // namespace fungescope
