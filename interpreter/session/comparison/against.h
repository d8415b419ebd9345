// Compares the run of a session with another one: a branch of the same session, a recording, or
// another program with the same input and seed.
#pragma once

#include "session/comparison/run_comparison.h"
#include "session/session.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope {

struct AgainstOptions {
  std::optional<Tick> ticks;  // how many to compare; else as `what if`
  bool output_only = false;
};

// These compare the present branch, from its first instant or the last that both have, to the end
// of what is recorded and beyond. They leave the present instant unchanged and fail when
// interrupted.
[[nodiscard]] Result<RunComparison> against_branch(Session& session, BranchId other,
                                                   const AgainstOptions& options, Monitor* monitor);
// `other` is that of a recording, at its present branch.
[[nodiscard]] Result<RunComparison> against_session(Session& session, Session& other,
                                                    const AgainstOptions& options,
                                                    Monitor* monitor);
// `source` is loaded with the session's options. Errors of loading have the location `file`.
[[nodiscard]] Result<RunComparison> against_program(Session& session, std::string source,
                                                    const std::string& file,
                                                    const AgainstOptions& options,
                                                    Monitor* monitor);

}  // namespace fungescope
