// Queries about the past and the future of a run: who wrote a cell, who pushed a value, when a
// condition became true, how instants differ, what refers to a place. They leave the present
// instant unchanged. An interrupted query fails.
//
// Every query includes the present instant, in both directions: what the instruction before it did,
// and what has become true at it.
#pragma once

#include "session/expressions/expression.h"
#include "session/run_control/run_controller.h"
#include "session/session.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace fungescope {

// A store: the instant after it, the `p` instruction, the cell and its values.
struct Write {
  Tick tick = 0;
  Point by;
  Point at;
  std::int64_t before = 0;
  std::int64_t now = 0;
  bool edit = false;  // by the user: `by` and `before` are unspecified
};

// Returns the last store to a cell of `area` at or before the present, if there is one. Does not
// search before a reload that changed the size of the field. Cost: the replay of the segment that
// holds it; segments without a store to the area are skipped.
Result<std::optional<Write>> last_write(Session& session, const Rectangle& area, Monitor* monitor);
// Returns the last `limit` stores, newest first.
Result<std::vector<Write>> writes(Session& session, const Rectangle& area, std::size_t limit,
                                  Monitor* monitor);

// ---- The stack and conditions

// The instruction that pushed a value of the stack. A `\` moves values: it is traced back to where
// its value came from, and `moved` counts these.
struct Push {
  Tick tick = 0;
  Point by;
  std::int64_t value = 0;
  std::uint64_t moved = 0;
  std::size_t slot = 0;  // to which it was pushed, counted from the bottom
};
// Finds the instruction that pushed a value, `from_top` values below the top. Nothing if the value
// was there at the beginning or is from an edit. Fails if the stack is not that deep.
Result<std::optional<Push>> who_pushed(Session& session, std::size_t from_top, Monitor* monitor);

// Returns the first instant from the present on at which the expression becomes true (see
// search_until), or, in reverse, the last one up to the present. Searching forward extends the
// recording.
[[nodiscard]] Result<std::optional<Tick>> when(Session& session, RunDirection direction,
                                               const Expression& expression, Monitor* monitor);

// ---- The writer of a *slot* of the stack
//
// Slots are counted from the bottom. A slot is written by an instruction that pops it and pushes
// again, or by the first to push it after the stack was lower. The `:` that pops a value and pushes
// it back does not write its slot.

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

// ---- Differences between instants

struct CellDifference {
  Point at;
  std::int64_t before = 0;
  std::int64_t now = 0;
};

// Keeps the last store of a run.
class LastStore final : public Observer {
 public:
  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick /*tick*/, Point /*by*/, Point at, std::int64_t before,
                std::int64_t now) override {
    stored = CellDifference{at, before, now};
  }
  std::optional<CellDifference> stored;
};

struct InstantDiff {
  Snapshot before;
  Snapshot now;
  std::uint64_t cells = 0;             // the number of cells that differ
  std::vector<CellDifference> listed;  // the first of them, row by row
  std::size_t common_stack = 0;        // the number of equal values from the bottom
};

// Compares two states whose fields have one size; lists at most `max_listed` cells. They may be of
// different histories. Cost: the cells that are not shared.
[[nodiscard]] InstantDiff compare_snapshots(Snapshot before, Snapshot now, std::size_t max_listed);

// Compares two instants of the present branch, or `before` of another one; lists at most
// `max_listed` cells. Leaves the present instant unchanged. Fails when interrupted, if the run does
// not reach an instant, and if the size of the field differs. Cost: two seeks, and the cells that
// are not shared.
[[nodiscard]] Result<InstantDiff> diff_instants(Session& session, Tick before, Tick now,
                                                std::size_t max_listed, Monitor* monitor,
                                                std::optional<BranchId> branch_of_before = {});

// ---- The instant since which an expression is true, by bisection

struct BisectedChange {
  Tick tick = 0;          // it is true here, and was false a tick before
  std::size_t seeks = 0;  // how many instants were visited
  std::int64_t before = 0;
  std::int64_t now = 0;  // the value at `tick`
  // If the expression is one comparison: its sides.
  std::optional<Expression::Comparison> sides_before;
  std::optional<Expression::Comparison> sides_now;

  Point by;                              // the instruction that was executed in between,
  std::int64_t cell = 0;                 // the value of its cell,
  std::optional<CellDifference> stored;  // and what it stored
  bool edit = false;                     // the user edited the state at `tick`
};

// Searches for an instant at which the expression became true, between `from`, at which it must be
// false, and the present, at which it must be true. With several changes that need not be the last,
// which `when` finds. Leaves the present instant unchanged. Fails when interrupted, and if the
// expression does not change from false to true; errors have no location. Cost: about log2(ticks)
// seeks, of which all but some 20 replay nothing, because they go to checkpoints.
[[nodiscard]] Result<BisectedChange> bisect(Session& session, const Expression& expression,
                                            Tick from, Monitor* monitor);

// ---- The instructions that read or write a place

struct Reference {
  Point by;  // the `g` or `p`
  bool write = false;
  bool constant = false;    // its cell is computed from constants: known without running it
  std::uint64_t count = 0;  // how often it accessed the place in the ticks that were replayed
  Tick last = 0;            // the instant after the last of these; 0: none
};

struct References {
  std::vector<Reference> found;  // writes first, then row by row
  Tick from = 0;                 // the first instant of the replay
  bool more = false;             // than the limit
};

inline constexpr std::size_t max_references = 1000;

// Finds references in the code at the present instant (lang/analysis/static_analysis.h), and in
// the run up to it: of a long one in its last 100 million ticks. Leaves the present instant
// unchanged. Fails when interrupted. Cost: some 25 ns a tick, and a pass over the code.
[[nodiscard]] Result<References> find_references(Session& session, const Rectangle& area,
                                                 Monitor* monitor);

}  // namespace fungescope
