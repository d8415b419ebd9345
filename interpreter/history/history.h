// Time travel: checkpoints plus deterministic replay.
//
//     History history(machine, InputLog(bytes, InputLog::End::closed));
//     history.run(until);            // records
//     history.seek(12'345);          // any instant, exactly
//     history.run(until, travel);    // replays what was recorded, then records on
//
// An instant is one number, the tick, on the branch that is current. Going back
// restores the nearest checkpoint before it and runs forward on the fast tier;
// nothing is logged a step. Checkpoints share the groups of cells that did not
// change, are thinned out as the run grows, and hold no breakpoints. Each
// interval between two knows which cells were stored to in it, so that a search
// for a write replays only where there was one.
//
// An edit at any instant starts a branch there. The branch that was left keeps
// its future until it is dropped.
//
// docs/time-travel.md tells the idea with its costs; the sizes and times there
// come from bench/bench_history.cpp.
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
  // Bytes that checkpoints, their index and the kept output may take. One state
  // of a machine larger than this is kept all the same. The input and the current
  // machine do not count.
  std::size_t memory_limit = std::size_t{96} << 20U;
  // Ticks between two checkpoints at first; doubled each time that thinning
  // makes room, and stretched where checkpoints are large or the program runs as native code.
  Tick first_interval = Tick{1} << 20U;
};

// Asked every few milliseconds during runs, seeks and searches.
class Monitor {
 public:
  virtual ~Monitor() = default;
  // `now` is where the machine is, `goal` where this run would end (no_limit: nobody
  // knows). False: stop here.
  virtual bool should_continue(Tick now, Tick goal) = 0;
};

// What a run listens to on its way. All optional.
struct RunHooks {
  const Traps* traps = nullptr;
  Tick skip_traps_at = no_limit;  // see Probe::passed
  TrapEvent event;                // out, when the run returns `trapped`
  Observer* observer = nullptr;
  Output* output = nullptr;  // also gets what the program prints on the way; may refuse it
  Monitor* monitor = nullptr;
};

using BranchId = std::uint32_t;  // 0 is the first; never used again once dropped

struct BranchInfo {
  BranchId id = 0;
  BranchId parent = 0;      // of branch 0: 0
  Tick begin = 0;           // where it left its parent
  Tick end = 0;             // recorded up to here
  std::vector<Edit> edits;  // applied at `begin`, in this order
};

class History {
 public:
  // Begins with `start` at its tick, usually 0. `input` is all that is known of the input.
  History(const Machine& start, InputLog input, const HistoryOptions& options = {});
  ~History();
  History(History&&) noexcept;
  History& operator=(History&&) noexcept;

  // ---- The current instant

  [[nodiscard]] const Machine& machine() const;
  [[nodiscard]] Tick tick() const { return machine().tick; }
  // The highest tick recorded on the current branch, and the lowest instant there is.
  [[nodiscard]] Tick end() const;
  [[nodiscard]] Tick begin() const;

  // Runs forward until machine().tick == `until`; up to `end` what was recorded,
  // to the bit, from there on recording. A port's warnings are not passed on.
  StopReason run(Tick until, RunHooks& travel);
  StopReason run(Tick until);

  // Goes to `tick`. Beyond `end` it records on and may stop earlier, as `run` does;
  // below `begin` it goes to `begin`. Cost: the replay from the checkpoint before it.
  StopReason seek(Tick tick, Monitor* monitor = nullptr);

  // ---- Searching backwards

  // The piece of the past that ends at `end` (> begin()) and can be entered at once:
  // seek(segment.begin) replays nothing. Pieces get longer further back.
  struct Segment {
    Tick begin = 0;
    Tick end = 0;
  };
  [[nodiscard]] Segment segment_before(Tick end) const;
  // Was any of these cells stored to in the ticks begin + 1 .. end? May say yes where
  // the answer is no (intervals are looked at as a whole, and edits count), never
  // the other way round. `cells` is sorted: see cells_in.
  [[nodiscard]] bool may_have_written(Segment segment, std::span<const CellGroup> cells) const;

  // ---- States to compare

  // The state at this instant, as a value that shares memory with the history
  // and lives as long as it likes. Cost: the groups written since the last checkpoint.
  [[nodiscard]] Snapshot snapshot();

  // ---- Input and output

  [[nodiscard]] const InputLog& input() const;
  // More input at the end of what there is: the future of this branch, no edit.
  // Fails when the input was closed.
  Result<void> give_input(std::string_view bytes);
  Result<void> close_input();

  // The bytes `from` .. `to` of the output, to <= machine().output_size. Kept or
  // replayed; where the current instant is does not change.
  [[nodiscard]] std::string output(std::uint64_t from, std::uint64_t to);

  // ---- Edits and branches

  // Changes the state at this instant. Starts a branch here; several edits at the
  // beginning of a branch that has not run yet join it.
  Result<void> edit(const Edit& edit);

  [[nodiscard]] BranchId branch() const;
  [[nodiscard]] std::vector<BranchInfo> branches() const;
  [[nodiscard]] BranchInfo info(BranchId branch) const;
  // Goes to a branch: to the tick where we are if it has it, else to its nearest.
  Result<void> switch_to(BranchId branch, Monitor* monitor = nullptr);
  // Forgets a branch and those that started from it. Not the current one, nor
  // one that it came from.
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
