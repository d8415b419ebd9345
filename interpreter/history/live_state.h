// The machine at a history's present instant, with capture and restore of snapshots.
//
// It keeps the cells' version at the last snapshot taken or restored, and a write map of
// the cells stored to since. Taking a snapshot therefore copies only the groups that were
// written, and restoring one writes only the groups that differ; the engine keeps its
// code for all other cells.
#pragma once

#include "history/cell_groups.h"
#include "history/snapshot.h"
#include "jit/tier/engine.h"
#include "vm/run.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <vector>

namespace fungescope {

class LiveState {
 public:
  LiveState(const Machine& start, EngineKind engine);

  [[nodiscard]] const Machine& machine() const { return machine_; }
  [[nodiscard]] Machine& machine() { return machine_; }

  // As Engine::run; marks all stores for the next snapshot.
  StopReason run(const Ports& ports, Tick until, Probe& probe);

  // Returns the present state. Cost: the groups written since the last snapshot, and the stack.
  [[nodiscard]] Snapshot capture();
  // The cells stored to since the last snapshot taken or restored.
  [[nodiscard]] std::vector<CellGroup> written() const { return written_.groups(); }
  // Bytes examined by the last `capture`.
  [[nodiscard]] std::size_t captured_bytes() const { return captured_bytes_; }

  // Cost: the groups that differ, and the stack.
  void restore(const Snapshot& snapshot);

  // Sets a cell from outside the program, or replaces the field.
  void set_cell(std::size_t index, std::int64_t value);
  void set_field(const Playfield& field);
  // Call after other members of the machine were changed from outside.
  void adopt() { engine_.adopt(machine_); }

  // Bytes of all live snapshots; shared memory counts once.
  [[nodiscard]] std::size_t snapshot_bytes() const { return memory_->bytes; }
  // Ticks of all runs that native code executed.
  [[nodiscard]] Tick native_ticks() const;
  [[nodiscard]] EngineKind engine_kind() const { return engine_.kind(); }

 private:
  void use_source(std::shared_ptr<const Playfield> source);
  void capture_all_cells();
  void capture_cells(std::size_t group);
  void capture_stack();
  void restore_cells(const Snapshot& snapshot);
  void restore_group(const PagedCells& deltas, std::size_t group);
  [[nodiscard]] std::span<const std::int64_t> live_group(std::size_t group) const;

  Machine machine_;
  Engine engine_;
  std::shared_ptr<PagedCells::Memory> memory_ = std::make_shared<PagedCells::Memory>();
  std::shared_ptr<const Playfield> source_;
  PagedCells deltas_;  // at the last snapshot
  PagedCells stack_;
  WriteMap written_;  // since then
  std::size_t captured_bytes_ = 0;
};

}  // namespace fungescope
