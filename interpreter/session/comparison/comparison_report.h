// Formats comparisons of runs, for people and for programs.
#pragma once

#include "session/commands/command.h"
#include "session/comparison/run_comparison.h"
#include "session/expressions/symbols.h"

#include <cstdint>
#include <string>

namespace fungescope {

// How the two sides are named: "7 instead of 3", of a run with a change, or "3 here, 7 there".
enum class ComparisonVoice : std::uint8_t { instead_of, here_and_there };

// Returns complete lines, without the differences at the begin.
[[nodiscard]] std::string to_text(const RunComparison& comparison, const Symbols& symbols,
                                  ComparisonVoice voice);
// The cells, stack, fields and dialects that differ at the begin; empty if none do.
[[nodiscard]] std::string first_to_text(const RunComparison& comparison, const Symbols& symbols,
                                        ComparisonVoice voice);

// For programs: docs/repl.schema.json describes the members.

[[nodiscard]] Json to_json(const RunComparison& comparison, const Symbols& symbols);

}  // namespace fungescope
