// Formats and parses cell values, instructions and breakpoints, and builds the commands about them.
#pragma once

#include "base/escape.h"
#include "base/result.h"
#include "debugger_ui/session_thread/view_snapshot.h"
#include "debugger_ui/widgets/theme.h"
#include "lang/annotations.h"
#include "lang/dialect.h"
#include "lang/geometry.h"
#include "lang/instruction.h"
#include "session/expressions/symbols.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope::ui {

[[nodiscard]] constexpr bool is_blank(std::int64_t value) {
  return value == 0x20;
}

// Formats a number in at most `room` characters; empty if it is longer.
[[nodiscard]] std::string compact_number(std::int64_t value, std::size_t room);

// Formats a value as "118 · 0x76 · 'v'"; negative values in decimal only.
[[nodiscard]] std::string value_in_words(std::int64_t value);

// Returns all names of a cell: its variable, and its position in each region.
[[nodiscard]] std::vector<std::string> names_at(const Symbols& symbols, Point at);

// Parses the text typed into a cell and returns an expression: one character is that character; two
// or more digits, with a sign or 0x, are a number; after `=` comes an expression.
[[nodiscard]] Result<std::string> parse_cell_entry(std::string_view entry);
inline constexpr const char* entry_hint =
    "one character; 10 or more: a number; =7, =x+1: an expression";

// Formats a point as a command argument: "10,3".
[[nodiscard]] std::string to_argument(Point at);

// Formats cells for the clipboard, one line per row. As text, characters that are not visible
// become blanks; as values, decimal numbers are separated by tabs.
using CellValue = std::function<std::int64_t(Point)>;
[[nodiscard]] std::string area_as_text(const Rectangle& area, const CellValue& value);
[[nodiscard]] std::string area_as_values(const Rectangle& area, const CellValue& value);

// Formats in at most six characters: 99999, 123k, -45M.
[[nodiscard]] std::string compact_decimal(std::int64_t value);
// Formats in at most eight characters: FFFF, -1A, ~0123456 where upper digits are cut off.
[[nodiscard]] std::string compact_hex(std::int64_t value);

// Returns the width of cells in characters, so that each value fits; 1 for characters and booleans.
[[nodiscard]] int characters_per_cell(const Encoding& encoding,
                                      std::span<const std::int64_t> values);

// ---- Breakpoints

// Returns the command for a breakpoint typed with or without the word `break`.
[[nodiscard]] std::string break_command(std::string_view typed);

// Returns the breakpoint that a click on a cell toggles; null if there is none.
[[nodiscard]] const BreakpointSnapshot* breakpoint_at(const ViewSnapshot& snapshot, Point cell);
// Formats the command that toggles it: "break 10,3", or "delete 2".
[[nodiscard]] std::string toggle_command(const ViewSnapshot& snapshot, Point cell);

// ---- Instructions, for those who write programs: what docs/semantics.md says, in a line or two,
// for the dialect of the open program; and what the next one is about to do

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
