// Holds the machine of a history, takes snapshots of it and restores them.
//
// It keeps the version of the cells at the last snapshot taken or restored, and a write map of the
// stores since. So taking a snapshot copies only the groups that were written, and restoring one
// writes only the groups that differ. The engine keeps its code for all other cells.
#pragma once

#include "history/paged_cells.h"
#include "history/snapshot.h"
#include "jit/tier/engine.h"
#include "vm/run.h"
#include "vm/write_map.h"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

namespace fungescope {

class LiveState {
 public:
  LiveState(const Machine& start, EngineKind engine);

  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] Machine& machine() { return machine_; }

  // Runs as Engine::run, and records all stores for the next snapshot.
  StopReason run(const Ports& ports, Tick until, Probe& probe);

  // Slicing of runs. Native code executes many times more ticks per second than the interpreter, so
  // slices grow during a run, and intervals between checkpoints should be longer, where it ran. A
  // run starts with a short slice, since it may be trapped and then slow; an observed one is always
  // slow, 25 to 100 ns a tick.
  void begin_run(bool observed);
  // Returns the ticks between two polls of a monitor: about a millisecond, observed or not.
  [[nodiscard]] Tick slice() const { return slice_; }
  // Returns the factor by which to multiply an interval that suits the interpreter.
  [[nodiscard]] Tick interval_factor() const { return interval_factor_; }

  // Takes a snapshot. Cost: the groups written since the last snapshot, and the stack.
  [[nodiscard]] Snapshot capture();
  // Takes one with an empty stack.
  [[nodiscard]] Snapshot capture_cells();
  // Does so, or returns nothing if the groups of the state would take more than `limit` bytes, or
  // `continues`, asked every few milliseconds if it is not empty, returned false. In that case the
  // next capture of the same instant resumes this one.
  [[nodiscard]] std::optional<Snapshot> capture(std::size_t limit,
                                                const std::function<bool()>& continues);
  // Copies the stack alone, under the same conditions. Later snapshots share the copy.
  [[nodiscard]] bool capture_stack(std::size_t limit, const std::function<bool()>& continues);
  // Returns the cells stored to since the last snapshot taken or restored.
  [[nodiscard]] std::vector<CellGroup> written() const { return written_.groups(); }
  // Returns the bytes that the last `capture` copied, whether or not it succeeded.
  [[nodiscard]] std::size_t captured_bytes() const { return captured_bytes_; }

  // Restores a snapshot of this history. Cost: the groups that differ, and the stack.
  void restore(const Snapshot& snapshot);

  // Set a cell, or replace the field, from outside the program.
  void set_cell(std::size_t index, std::int64_t value);
  void set_field(const Playfield& field);
  // Must be called after any other change of the machine from outside.
  void adopt() {
    begun_ = {};
    engine_.adopt(machine_);
  }

  // Returns the bytes of all living snapshots, counting shared groups once.
  [[nodiscard]] std::size_t snapshot_bytes() const { return memory_->bytes; }

 private:
  static constexpr Tick first_slice = 1'000'000;
  static constexpr Tick observed_slice = first_slice / 32;
  // Of native code to the interpreter.
  static constexpr Tick speed_factor = 32;

  [[nodiscard]] Tick native_ticks() const;
  void use_source(std::shared_ptr<const Playfield> source);
  void capture_all_cells();
  void capture_cells(std::size_t group);
  void restore_cells(const Snapshot& snapshot);
  void restore_group(const PagedCells& deltas, std::size_t group);

  Machine machine_;
  Engine engine_;
  std::shared_ptr<PagedCells::Memory> memory_ = std::make_shared<PagedCells::Memory>();
  std::shared_ptr<const Playfield> source_;
  PagedCells deltas_;  // at the last snapshot, as `stack_`
  PagedCells stack_;
  // An interrupted copy of the present stack: its first groups, or none if there is no copy.
  struct {
    PagedCells stack;
    std::size_t groups = 0;
  } begun_;
  WriteMap written_;  // since the last snapshot
  std::size_t captured_bytes_ = 0;
  Tick max_slice_;
  Tick slice_ = first_slice;
  Tick interval_factor_ = 1;
};

}  // namespace fungescope
