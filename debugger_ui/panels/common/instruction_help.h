// Describes instructions for those who write programs: what docs/semantics.md says, in a line or
// two, for the dialect of the open program; and what the next one is about to do.
#pragma once

#include "debugger_ui/session_thread/view_snapshot.h"
#include "debugger_ui/widgets/theme.h"
#include "lang/dialect.h"
#include "lang/instruction.h"

#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

// "branch horizontal".
[[nodiscard]] std::string name_in_words(std::string_view instruction_name);
// How many values it pops and pushes: "2 → 1"; empty if it leaves the stack alone.
[[nodiscard]] std::string stack_effect(const Instruction& instruction);
// The cases in which dialects differ, as this one treats them, a line each.
[[nodiscard]] std::vector<std::string> dialect_notes(Op op, const Dialect& dialect);

[[nodiscard]] ImU32 instruction_colour(const Theme& theme, std::int64_t value,
                                       const Dialect& dialect, bool string_mode);

// All instructions in an order for looking them up: moves and decisions, numbers, arithmetic, the
// stack, cells, input and output.
[[nodiscard]] std::vector<const Instruction*> instructions_by_purpose();

// Returns the operands and the effect of the instruction at the instruction pointer, a line each:
// "takes 3 and 4", "pushes 7". Empty if the machine has stopped, or if the snapshot lacks the top
// of the stack.
[[nodiscard]] std::vector<std::string> instruction_card(const ViewSnapshot& snapshot);

}  // namespace fungescope::ui
