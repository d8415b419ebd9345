// Compares two runs from an instant on that both have: where they come apart, what they print, how
// they end, and what differs then. It does not matter how the second run came about: `what if`
// edits a copy of the first one (a cell, a value of the stack or a byte of the input is another one
// at some instant), and `against` takes a branch, a recording, or another program with the same
// input and seed.
#pragma once

#include "base/result.h"
#include "history/history.h"
#include "session/bookmarks.h"
#include "session/queries/history_queries.h"
#include "session/session.h"
#include "session/value_edit.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace fungescope {

// ---- One of two runs that are compared, as data and in a history of its own: run, replayed and
// searched without disturbing the session that it was taken from

// A run as data: the machine it begins with, its input, and the edits made on the way. From it
// another history can repeat a run of a session, from any instant on.
struct ReplayPlan {
  // Edits at one instant, and the input from there on, complete.
  struct Edits {
    Tick tick = 0;
    std::vector<Edit> edits;
    InputLog input;
  };
  Machine start;
  InputLog input;
  std::vector<Edits> edits;  // ascending; none before `start`
  Tick known_end = 0;        // the highest tick recorded
};

// Returns the run that leads to the end of `branch`, from an instant on that is on its line (see
// history/branch_tree.h). Leaves the present instant unchanged. Fails when interrupted.
[[nodiscard]] Result<ReplayPlan> plan_run(History& history, BranchId branch, BranchInstant from,
                                          Monitor* monitor);

class ComparedRun {
 public:
  // Applies the edits at the plan's start. Fails if one does not fit.
  static Result<ComparedRun> make(ReplayPlan plan, const HistoryOptions& options);

  [[nodiscard]] const Machine& machine() const { return history_.machine(); }
  [[nodiscard]] Tick tick() const { return history_.tick(); }
  [[nodiscard]] Tick begin() const { return history_.begin(); }

  // Goes to `target`, forwards or back, or to where the run ends before it. Fails when interrupted.
  [[nodiscard]] Result<void> go_to(Tick target, Monitor* monitor);
  // As History::run, from the present instant on. `until` is not after the next edit.
  StopReason run(Tick until, RunHooks& hooks) { return history_.run(until, hooks); }

  // The complete input of the present instant.
  [[nodiscard]] const InputLog& input() const;
  // Whether both will read the same, of the input that they have.
  [[nodiscard]] bool has_same_unread_input(const ComparedRun& other) const;
  // The last tick up to the present, and the first one after it, at which the run was edited:
  // `begin` and no_limit if there is none.
  [[nodiscard]] Tick last_edit() const;
  [[nodiscard]] Tick next_edit() const;

  // Bytes of the output that were printed up to the present, from `begin` on.
  [[nodiscard]] std::string output(std::uint64_t from, std::uint64_t to) {
    return history_.output(from, to);
  }
  [[nodiscard]] Snapshot snapshot() { return history_.snapshot(); }

 private:
  ComparedRun(ReplayPlan plan, const HistoryOptions& options);
  Result<void> apply_edits();

  InputLog first_input_;
  std::vector<ReplayPlan::Edits> edits_;
  std::size_t applied_ = 0;
  History history_;
};

// ---- Where two runs that begin in nearly the same state come apart, exactly to the tick
//
//   - the first instruction that uses what differs at the start,
//   - the first instant with a difference that is not one of the start, and
//   - the first instant at which the pointers part.

// Something of each of two runs.
template <class T>
struct Both {
  T here{};
  T there{};
  friend bool operator==(const Both&, const Both&) = default;
};

// The instruction that both runs execute at one tick, each from its own cell.
struct SharedStep {
  Tick tick = 0;  // counted from 1: the instant after it
  Point by;
  Both<std::int64_t> code;  // the cell's values
};

struct FirstUse {
  enum class Kind : std::uint8_t { executed, read, overwritten, popped };
  Kind kind = Kind::executed;
  SharedStep step;
  Point cell;                 // that differs; not of `popped`
  Both<std::int64_t> values;  // before the instruction
};

struct StateDifference {
  enum class Kind : std::uint8_t {
    stack_size,   // values: the sizes
    stack_value,  // values, `from_top`
    cell,         // values, `cell`
    output,       // bytes: what the instruction printed
    input,        // values: the bytes read so far
    string_mode,  // values: 0 or 1
    random,       // the random numbers consumed
    pointer,      // Instant::outcome
  };
  Kind kind = Kind::cell;
  std::size_t from_top = 0;
  Point cell;
  Both<std::int64_t> values = {};
  Both<std::string> bytes = {};
};

// Where an instruction led to.
struct Outcome {
  Point ip;
  Direction direction = Direction::east;
  Status status = Status::running;
  Fault fault;
  bool waits = false;  // for input: it was not executed
  friend bool operator==(const Outcome&, const Outcome&) = default;
};

struct DifferingInstant {
  SharedStep step;
  Both<Outcome> outcome;
  std::vector<StateDifference> items;        // empty for the instant at which the pointers part
  std::optional<Both<std::int64_t>> popped;  // the value that a branch decided by
};

struct Divergence {
  std::optional<FirstUse> use;
  std::optional<DifferingInstant> difference;
  std::optional<DifferingInstant> parting;
  bool parted_at_begin = false;  // then there is nothing else
  Tick searched_to = 0;          // the first edit after the start, or where a run ended
};

// Searches from the start of both, which is one tick, up to `limit` or the first later edit. Leaves
// the runs at any instant. Fails when interrupted. Cost: two runs in the fast tiers, and 100 ns a
// tick where differing values are used all the time.
[[nodiscard]] Result<Divergence> find_divergence(ComparedRun& here, ComparedRun& there, Tick limit,
                                                 Monitor* monitor);

// ---- The comparison

struct ComparisonOptions {
  Tick horizon = no_limit;   // where runs that continue are no longer followed
  bool output_only = false;  // stops at the first difference in the output
  // Ticks to the first comparison of the states. They double from one to the next.
  Tick first_window = Tick{1} << 12U;
};

// How far a run was followed.
struct RunEnd {
  enum class Reason : std::uint8_t { ended, faulted, waits, goes_on };
  Reason reason = Reason::goes_on;
  Tick tick = 0;
  std::uint64_t output_size = 0;
  std::string fault;
};
// `target` is the tick to which the run was followed.
[[nodiscard]] RunEnd end_of(const Machine& machine, Tick target);

struct OutputDifference {
  static constexpr std::uint64_t shown = 24;
  std::uint64_t position = 0;      // of the first byte that differs, or that only one run prints
  Both<std::optional<Tick>> tick;  // at which it was printed
  Both<std::string> bytes;         // from it on, at most `shown`
};

struct RunComparison {
  Tick begin = 0;
  std::optional<InstantDiff> first;  // as `last`, at `begin`
  Both<Size> field;                  // at `begin`, as `dialect`
  Both<std::string> dialect;
  Divergence divergence;  // not with ComparisonOptions::output_only
  std::optional<OutputDifference> output;
  // From this instant on both runs are the same, in state and remaining input. They are not
  // followed further.
  std::optional<Tick> same_from;
  Both<RunEnd> end;
  bool stopped_early = false;  // at a difference of the output, with ComparisonOptions::output_only
  // The last instants, `before` the one of `here`, with all cells that differ. Nothing if their
  // fields differ in size, after `same_from`, and with ComparisonOptions::output_only.
  std::optional<InstantDiff> last;
};

// Returns the instant before the first instruction that makes a difference, if one does.
[[nodiscard]] std::optional<Tick> before_first_difference(const RunComparison& comparison);

// Compares two runs as data that begin at the same tick, each with a history of its own and half
// the memory. Fails when interrupted, and if an edit at the start does not fit. Cost: two runs in
// the fast tiers, the parts of them that are searched, and the cost of find_divergence.
[[nodiscard]] Result<RunComparison> compare_plans(ReplayPlan here, ReplayPlan there,
                                                  const HistoryOptions& history,
                                                  const ComparisonOptions& options,
                                                  Monitor* monitor);

// ---- A run of a session with one change

// A run without an end is followed so far after the last tick recorded of either.
inline constexpr Tick default_horizon = 100'000'000;

// Makes the change for the present instant. Errors have the column in the text of the change.
using MakeChange = std::function<Result<ValueEdit>()>;

struct WhatIfOptions {
  std::optional<Tick> at;     // else the present instant
  std::optional<Tick> ticks;  // how many to follow; else to the end, or `default_horizon`
  bool keep = false;          // keeps a branch with the changed run, as far as it was followed
};

struct WhatIf {
  ValueEdit change;
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
[[nodiscard]] Result<ValueEdit> change_input_byte(Session& session, std::uint64_t position,
                                                  std::int64_t value, Monitor* monitor);

// ---- Against another run

struct AgainstOptions {
  std::optional<Tick> ticks;  // how many to compare; else as `what if`
  bool output_only = false;
};

// Opens the other run, of a program that gets the input and the seed of this one, and is loaded
// with its options. Errors of loading have the location `file`.
[[nodiscard]] Result<std::unique_ptr<Session>> open_against(Session& session, std::string source,
                                                            const std::string& file,
                                                            Monitor* monitor);

// These compare the present branch, from its first instant or the last that both have, to the end
// of what is recorded and beyond. They leave the present instant unchanged and fail when
// interrupted.
[[nodiscard]] Result<RunComparison> against_branch(Session& session, BranchId other,
                                                   const AgainstOptions& options, Monitor* monitor);
// `other` is at the present branch of a recording, or from open_against.
[[nodiscard]] Result<RunComparison> against_session(Session& session, Session& other,
                                                    const AgainstOptions& options,
                                                    Monitor* monitor);

}  // namespace fungescope
