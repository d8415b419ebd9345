// Answers why a value is what it is: the tree of the instructions that made it and the values that
// they used, down to literals, cells of the source, input bytes and edits.
//
// The answer is a dynamic backward slice of the run: Korel and Laski, "Dynamic Program Slicing"
// (1988), by data dependences as in Agrawal and Horgan, "Dynamic Program Slicing" (1990), computed
// backwards on demand from replayed windows of the run (why/provenance.h). docs/why.md has more.
#pragma once

#include "session/session.h"
#include "session/why/provenance.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

namespace fungescope {

// ---- The values that a user can ask about, as text
//
//     3,4   cell(3,4)   grid(2,5)   Solve::x     a cell
//     top   stack(1)   stack 1                   a value of the stack, counted from the top
//     output 17                                  a byte of the output, counted from 0

struct AskedCell {
  Point at;
};
struct AskedSlot {
  std::size_t from_top = 0;
};
struct AskedOutput {
  std::uint64_t position = 0;
};

struct AskedValue {
  std::variant<AskedCell, AskedSlot, AskedOutput> what;
  std::string name;  // as a user would write it: "grid(2,5)", "stack(1)", "output 17"
};

// Parses the whole of `text`. Fails if the present instant has no such value. Errors have the
// column, from 1.
[[nodiscard]] Result<AskedValue> parse_asked_value(std::string_view text, const Session& session);

// ---- The answer

// How an instruction depends on a value.
enum class UseRole : std::uint8_t {
  operand,   // its result is made of it
  address,   // a coordinate of a `g` or `p`
  code,      // the instruction itself, where the run has changed its cell
  decision,  // it decided which rule applied: an operand of a division by zero that was asked for
};
[[nodiscard]] std::string_view to_string(UseRole role);

struct Use {
  UseRole role = UseRole::operand;
  std::int64_t value = 0;
  std::size_t cause = 0;     // index in WhyAnswer::causes
  std::uint64_t copies = 0;  // that lie between, and are not among the causes
};

// What made a value, or where its chain ends.
struct Cause {
  enum class Kind : std::uint8_t {
    operation,   // an instruction made it of `uses`
    output,      // an instruction printed it: the root of a question about output
    copy,        // an instruction copied it: only with WhyOptions::all
    literal,     // a digit in the source
    character,   // a character of a string in the source
    source,      // a cell that the program had not written
    input,       // bytes of the input, or its end; of a division by zero: the answer
    empty,       // a 0 from the empty stack
    cell_edit,   // the user set the cell
    stack_edit,  // the user replaced the stack
    start,       // on the stack when the recording began
    unknown,     // not followed: see WhyAnswer::cut
  };
  Kind kind = Kind::unknown;
  std::int64_t value = 0;
  std::optional<Origin> origin{};  // none of `unknown`
  // For those that an instruction made or printed.
  Point by{};
  Op op = Op::blank;
  std::vector<std::int64_t> operands{};  // their values, also if they are not among `uses`
  std::optional<Point> cell{};           // of `g`, copies by `p`, source and cell_edit
  std::uint64_t input_begin = 0;         // of input
  std::uint64_t input_end = 0;
  std::size_t depth = 0;    // operations from the value asked about
  std::vector<Use> uses{};  // empty if not `expanded`
  bool expanded = true;     // false: it lies at the maximum depth, or the answer was cut here

  [[nodiscard]] Tick tick() const { return origin ? origin->tick : 0; }
  [[nodiscard]] bool is_by_instruction() const {
    return origin && kind != Kind::unknown &&
           (origin->kind == Origin::Kind::made || origin->kind == Origin::Kind::empty);
  }
};
[[nodiscard]] std::string_view to_string(Cause::Kind kind);

struct WhyOptions {
  std::size_t depth = 6;  // operations from the value asked about
  bool all = false;       // also copies, and what they and the operations depend on otherwise
  bool to_input = false;  // only what leads to input, at any depth
  std::size_t max_causes = 30'000;  // with copies
  TraceLimits limits{};
};

struct WhyAnswer {
  AskedValue asked{};
  Tick tick = 0;  // the instant of the question
  Use root{};     // the value asked about
  // In the order in which a walk meets them that goes down first, from the root on; with
  // `to_input` those only that lead to input.
  std::vector<Cause> causes{};
  std::optional<CutBy> cut{};  // what ended the question before it was complete

  struct Summary {
    std::vector<std::uint64_t> input_bytes;  // ascending positions
    std::vector<Point> source_cells;         // with a source, literal or character; row by row
    std::uint64_t operations = 0;
    std::uint64_t copies = 0;
    std::uint64_t folded = 0;      // addresses and the like that were not followed
    std::uint64_t unexpanded = 0;  // causes at the maximum depth
    std::size_t depth = 0;
  };
  Summary summary{};
};

// Finds the instant after the instruction that printed a byte before the present, by bisection:
// the output only grows. Moves the history. Fails when interrupted.
[[nodiscard]] Result<Tick> output_tick(History& history, std::uint64_t position, Monitor* monitor);

// Leaves the present instant unchanged. Fails if it is interrupted before anything is known; later
// the answer is what was found, and says that it was cut.
[[nodiscard]] Result<WhyAnswer> why(Session& session, const AskedValue& asked,
                                    const WhyOptions& options, Monitor* monitor);

}  // namespace fungescope
