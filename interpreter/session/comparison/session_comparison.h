// Compares the run of a session with another one: itself with one change (what would be different
// if a cell, a value of the stack or a byte of the input were another one at some instant), a
// branch of the same session, a recording, or another program with the same input and seed.
#pragma once

#include "session/comparison/run_comparison.h"
#include "session/session.h"

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <string_view>

namespace fungescope {

// A run without an end is followed so far after the last tick recorded of either.
inline constexpr Tick default_horizon = 100'000'000;

struct Change {
  Edit edit;
  std::string name;  // "grid(2,5)", "stack(1)", "input 17"
  std::int64_t before = 0;
  std::int64_t now = 0;
};
// Makes the change for the present instant. Errors have the column in the text of the change.
using MakeChange = std::function<Result<Change>()>;

struct WhatIfOptions {
  std::optional<Tick> at;     // else the present instant
  std::optional<Tick> ticks;  // how many to follow; else to the end, or `default_horizon`
  bool keep = false;          // keeps a branch with the changed run, as far as it was followed
};

struct WhatIf {
  Change change;
  Tick tick = 0;
  BranchId branch = 0;  // that was changed: edits made later are not in either run
  std::optional<RunComparison> comparison;  // `there` is the changed run; nothing: no change
  std::optional<BranchId> kept;
};

// Leaves the present instant and branch unchanged. Fails when interrupted, if the run does not come
// to `at`, or if the change is not possible there.
[[nodiscard]] Result<WhatIf> what_if(Session& session, const MakeChange& make_change,
                                     const WhatIfOptions& options, Monitor* monitor);

// Returns the instant before the instruction that reads a byte of the input in the present run as
// far as it is recorded, or the last instant if none does. Fails when interrupted. Cost: some 30
// seeks.
[[nodiscard]] Result<Tick> instant_before_read(Session& session, std::uint64_t position,
                                               Monitor* monitor);
// Makes the change of a byte of the input, for what_if. Fails if the input has no such byte, or if
// the run has read it before the present instant.
[[nodiscard]] Result<Change> change_input_byte(Session& session, std::uint64_t position,
                                               std::int64_t value, Monitor* monitor);

// ---- Against another run

struct AgainstOptions {
  std::optional<Tick> ticks;  // how many to compare; else as `what if`
  bool output_only = false;
};

// These compare the present branch, from its first instant or the last that both have, to the end
// of what is recorded and beyond. They leave the present instant unchanged and fail when
// interrupted.
[[nodiscard]] Result<RunComparison> against_branch(Session& session, BranchId other,
                                                   const AgainstOptions& options, Monitor* monitor);
// `other` is a recording's, at its present branch.
[[nodiscard]] Result<RunComparison> against_session(Session& session, Session& other,
                                                    const AgainstOptions& options,
                                                    Monitor* monitor);
// `source` is loaded with the session's options. Errors of loading have the location `file`.
[[nodiscard]] Result<RunComparison> against_program(Session& session, std::string source,
                                                    const std::string& file,
                                                    const AgainstOptions& options,
                                                    Monitor* monitor);

}  // namespace fungescope
