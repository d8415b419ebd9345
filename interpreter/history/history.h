// Implements time travel: checkpoints plus deterministic replay.
//
//     History history(machine, InputLog(bytes, InputLog::End::closed));
//     history.run(until);            // records
//     history.seek(12'345);          // to any instant, exactly
//     history.run(until, hooks);     // replays the recorded part, then records on
//
// An instant is a tick on the current branch. Seeking backwards restores the nearest checkpoint
// before the target and runs forward on the fast tier; single steps are not logged. Checkpoints
// share the groups of cells that did not change, and are thinned out as the run grows. An index for
// each interval between two checkpoints holds the cells stored to in it, so that a search for a
// write replays only intervals with a store.
//
// An edit at any instant starts a branch there. The old branch keeps its future until it is
// dropped.
//
// docs/time-travel.md describes the design; bench/bench_history.cpp measures its costs.
#pragma once

#include "base/result.h"
#include "history/branch_tree.h"
#include "history/live_state.h"
#include "vm/run.h"
#include "vm/write_map.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

struct HistoryOptions {
  EngineKind engine = EngineKind::automatic;
  // Maximum bytes of checkpoints, their index, the stored output, the input and the edits. These
  // two and the first state of each branch are kept, however large they are. A later state that
  // does not fit has no checkpoint, unless the replay to it would take seconds. The current machine
  // does not count.
  std::size_t memory_limit = std::size_t{96} << 20U;
  // Initial ticks between two checkpoints. Doubled each time that thinning frees memory, and longer
  // where checkpoints are large or the program runs as native code.
  Tick first_interval = Tick{1} << 20U;
};

// Instruments a run of a history. All optional, not owned.
struct RunHooks {
  const Traps* traps = nullptr;
  Tick skip_traps_at = no_limit;  // see Probe::passed
  TrapEvent event{};              // out: the traps that hold, if the run returns `trapped`
  Observer* observer = nullptr;
  Output* output = nullptr;  // also receives the program's output; may close it
  Monitor* monitor = nullptr;
};

class History {
 public:
  // Starts with `start` at its tick, usually 0. `input` is the input so far.
  History(const Machine& start, InputLog input, const HistoryOptions& options = {});

  // ---- The current instant

  [[nodiscard]] const Machine& machine() const { return live_.machine(); }
  [[nodiscard]] Tick tick() const { return machine().tick; }
  // Return the highest tick recorded on the current branch, and the lowest tick of the history.
  [[nodiscard]] Tick end() const { return tree_.current().end; }
  [[nodiscard]] Tick begin() const { return tree_.first().begin(); }

  // Runs forward until machine().tick == `until`. Up to `end` it replays the recording exactly, and
  // from there on it records. Warnings are not reported.
  StopReason run(Tick until, RunHooks& hooks);
  StopReason run(Tick until) {
    RunHooks hooks;
    return run(until, hooks);
  }

  // Goes to `tick`, or to `begin` if that is later. Beyond `end` it records and may stop earlier,
  // as `run` does. Cost: the replay from the previous checkpoint.
  StopReason seek(Tick tick, Monitor* monitor = nullptr);

  // ---- Searching backwards

  // Returns the interval of the past that ends at `end` (> begin()) and starts at the previous
  // checkpoint, so that seek(segment.begin) replays nothing. Intervals further back are longer.
  struct Segment {
    Tick begin = 0;
    Tick end = 0;
  };
  [[nodiscard]] Segment segment_before(Tick end);
  // Returns whether any of these cells may have been stored to in the ticks begin + 1 .. end. False
  // positives are possible, since the index covers whole intervals and edits count; false negatives
  // are not. `cells` is sorted: see cells_in.
  [[nodiscard]] bool may_have_written(Segment segment, std::span<const CellGroup> cells);

  // ---- States to compare

  // Returns the state at this instant as a value that shares memory with the history and may
  // outlive it. Cost: the groups written since the last checkpoint.
  [[nodiscard]] Snapshot snapshot();
  // Returns one without its stack, for comparing cells.
  [[nodiscard]] Snapshot snapshot_of_cells();

  // ---- Input and output

  [[nodiscard]] const InputLog& input() const { return tree_.current().input; }
  // Appends input. It belongs to the future of this branch and is not an edit. Fails if the input
  // is closed.
  Result<void> give_input(std::string_view bytes);
  Result<void> close_input();

  // Returns the bytes `from` .. `to` of the output, to <= machine().output_size, stored or
  // replayed. Keeps the current instant.
  [[nodiscard]] std::string output(std::uint64_t from, std::uint64_t to);

  // ---- Edits and branches

  // Changes the state at this instant and starts a branch here. Further edits join a branch that
  // has not run yet. Changes nothing if the monitor interrupts the copy of the stack before it.
  Result<void> edit(const Edit& edit, Monitor* monitor = nullptr);

  [[nodiscard]] BranchId branch() const { return tree_.current().id; }
  [[nodiscard]] std::vector<BranchInfo> branches() const;
  [[nodiscard]] bool has_branch(BranchId branch) const { return tree_.find(branch) != nullptr; }
  [[nodiscard]] BranchInfo info(BranchId branch) const;
  // Switches to a branch, at the current tick or the nearest that it has.
  Result<void> switch_to(BranchId branch, Monitor* monitor = nullptr);
  // Drops a branch and its descendants. Fails for the current branch and its ancestors.
  Result<void> drop(BranchId branch);

  // ---- Statistics

  struct Usage {
    std::size_t checkpoints = 0;
    std::size_t bytes = 0;  // of all that the limit is about
    std::size_t peak_bytes = 0;
    Tick interval = 0;  // between two checkpoints
  };
  [[nodiscard]] Usage usage() const;

 private:
  // Whether the present is the end of the current branch, where running records.
  [[nodiscard]] bool at_recording_end() const {
    return owner_ == &tree_.current() && tick() == tree_.current().end;
  }
  void add_branch(BranchId parent, InputLog input) {
    owner_ = &tree_.add(parent, live_.capture(), std::move(input));
  }

  void restore(const Snapshot& snapshot);
  [[nodiscard]] const Snapshot* restorable_at_or_before(Tick tick) const;
  bool enter_branch();
  StopReason replay_to(Tick target, RunHooks& hooks);
  [[nodiscard]] Tick slice_end(Tick until) const;
  StopReason run_slice(Tick stop, Tick goal, RunHooks& hooks);
  [[nodiscard]] std::size_t output_limit() const;
  [[nodiscard]] std::string replayed_output(std::uint64_t from, std::uint64_t to);

  // Those that add checkpoints return false if the monitor interrupts; but only when they are done,
  // so that a repeated seek continues from here.
  bool add_checkpoint(Monitor* monitor = nullptr, Tick goal = no_limit);
  bool add_near_checkpoint(Monitor* monitor, Tick goal);
  bool add_tail_checkpoint(Monitor* monitor, Tick goal);
  std::optional<Snapshot> capture(std::size_t limit, const std::function<bool()>& poll);
  bool asks(Monitor* monitor, Tick goal);
  // At the end of the recording, before a snapshot that is not appended there.
  void keep_written();
  void plan_checkpoints();
  void thin_checkpoints();
  [[nodiscard]] Tick min_interval(Tick interval) const;
  [[nodiscard]] std::size_t bytes_used() const;
  void note_usage() { peak_bytes_ = std::max(peak_bytes_, bytes_used()); }
  [[nodiscard]] std::size_t room() const;
  [[nodiscard]] std::size_t largest_state() const;
  [[nodiscard]] bool over_limit() const;
  [[nodiscard]] bool well_below_limit() const;

  HistoryOptions options_;
  Tick interval_;
  LiveState live_;
  BranchTree tree_;
  const Branch* owner_ = nullptr;  // of the current instant
  std::vector<Snapshot> near_;     // on the line, unordered
  Tick next_checkpoint_ = 0;       // due when the recording reaches it, as next_tail_
  Tick next_tail_ = 0;
  // The depth of the last stack that did not fit. Replays try no other as deep as this.
  std::size_t too_deep_ = std::numeric_limits<std::size_t>::max();
  std::size_t peak_bytes_ = 0;
};

}  // namespace fungescope
