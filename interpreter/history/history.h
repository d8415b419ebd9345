// Time travel: checkpoints plus deterministic replay.
//
//     History history(machine, InputLog(bytes, InputLog::End::closed));
//     history.run(until);            // records
//     history.seek(12'345);          // any instant, exactly
//     history.run(until, hooks);     // replays the recording, then continues to record
//
// An instant is a tick on the current branch. Going back restores the nearest earlier
// checkpoint and runs forward at full speed; there is no log of single steps.
// Checkpoints share the groups of cells that did not change, are thinned out as the
// run grows, and hold no breakpoints. Each interval between two checkpoints records
// which cells were stored to, so that a search for a write replays only intervals that
// have one.
//
// An edit at any instant starts a branch there. The old branch keeps its future until
// it is dropped.
//
// docs/time-travel.md explains the idea and its costs, measured with
// bench/bench_history.cpp.
#pragma once

#include "base/result.h"
#include "history/cell_groups.h"
#include "history/edit.h"
#include "history/input_log.h"
#include "history/snapshot.h"
#include "jit/tier/engine.h"
#include "vm/run.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace fungescope {

struct HistoryOptions {
  EngineKind engine = EngineKind::automatic;
  // Max bytes of checkpoints, their index and the kept output. At least one state is
  // kept, however large. The input and the current machine do not count.
  std::size_t memory_limit = std::size_t{96} << 20U;
  // Initial ticks between two checkpoints; doubled by each thinning, and longer where
  // checkpoints are large or the program runs as native code.
  Tick first_interval = Tick{1} << 20U;
};

// Polled every few milliseconds during runs, seeks and searches.
class Monitor {
 public:
  virtual ~Monitor() = default;
  // `now` is the machine's tick, `goal` the tick at which this run ends (no_limit:
  // unknown). Returns false to stop here.
  virtual bool should_continue(Tick now, Tick goal) = 0;
};

// Listeners of a run. All optional.
struct RunHooks {
  const Traps* traps = nullptr;
  Tick skip_traps_at = no_limit;  // see Probe::skip_traps_at
  TrapEvent event;                // out, when the run returns `trapped`
  Observer* observer = nullptr;
  Output* output = nullptr;  // also receives the program's output; may refuse it
  Monitor* monitor = nullptr;
};

using BranchId = std::uint32_t;  // 0 is the first; never used again once dropped

struct BranchInfo {
  BranchId id = 0;
  BranchId parent = 0;      // of branch 0: 0
  Tick begin = 0;           // where it starts in its parent
  Tick end = 0;             // recorded up to here
  std::vector<Edit> edits;  // applied at `begin`, in this order
};

class History {
 public:
  // Starts with `start` at its tick, usually 0. `input` is the input known so far.
  History(const Machine& start, InputLog input, const HistoryOptions& options = {});
  ~History();
  History(History&&) noexcept;
  History& operator=(History&&) noexcept;

  // ---- The current instant

  [[nodiscard]] const Machine& machine() const;
  [[nodiscard]] Tick tick() const { return machine().tick; }
  // The highest tick recorded on the current branch, and the lowest tick of the history.
  [[nodiscard]] Tick end() const;
  [[nodiscard]] Tick begin() const;

  // Runs forward until machine().tick == `until`; replays up to `end`, exact to the
  // bit, and records from there on. Warnings of ports are dropped.
  StopReason run(Tick until, RunHooks& hooks);
  StopReason run(Tick until);

  // Goes to `tick`. Beyond `end` it continues to record and may stop earlier, as `run`
  // does; below `begin` it goes to `begin`. Cost: the replay from the checkpoint before it.
  StopReason seek(Tick tick, Monitor* monitor = nullptr);

  // ---- Searching backwards

  // Returns the interval of the past that ends at `end` (> begin()) and starts at a
  // checkpoint: seek(segment.begin) replays nothing. Segments get longer further back.
  struct Segment {
    Tick begin = 0;
    Tick end = 0;
  };
  [[nodiscard]] Segment segment_before(Tick end) const;
  // Whether any of these cells was stored to in the ticks begin + 1 .. end. May return
  // true if none was (whole intervals are tested, and edits count), never false if one
  // was. `cells` is sorted: see cells_in.
  [[nodiscard]] bool may_have_written(Segment segment, std::span<const CellGroup> cells) const;

  // ---- States to compare

  // Returns the present state, as a value that shares memory with the history and may
  // outlive it. Cost: the groups written since the last checkpoint.
  [[nodiscard]] Snapshot snapshot();

  // ---- Input and output

  [[nodiscard]] const InputLog& input() const;
  // Appends input: extends this branch, not an edit. Fails if the input was closed.
  Result<void> give_input(std::string_view bytes);
  Result<void> close_input();

  // Returns bytes `from` .. `to` of the output, to <= machine().output_size, from memory
  // or by a replay. The present instant stays.
  [[nodiscard]] std::string output(std::uint64_t from, std::uint64_t to);

  // ---- Edits and branches

  // Changes the state at this instant and starts a branch here. Further edits before
  // the branch has run are added to it.
  Result<void> edit(const Edit& edit);

  [[nodiscard]] BranchId branch() const;
  [[nodiscard]] std::vector<BranchInfo> branches() const;
  [[nodiscard]] BranchInfo info(BranchId branch) const;
  // Switches to a branch, at the present tick if it has it, else at its nearest tick.
  Result<void> switch_to(BranchId branch, Monitor* monitor = nullptr);
  // Deletes a branch and its descendants. Fails for the current branch and its ancestors.
  Result<void> drop(BranchId branch);

  // ---- Statistics

  struct Usage {
    std::size_t checkpoints = 0;
    std::size_t bytes = 0;  // checkpoints, index, kept output
    std::size_t peak_bytes = 0;
    Tick interval = 0;  // between two checkpoints at present
  };
  [[nodiscard]] Usage usage() const;

 private:
  class Core;
  std::unique_ptr<Core> core_;
};

}  // namespace fungescope
