// Runs a machine on the fastest tier. Callers choose a tier by name or leave the choice to the
// engine; all tiers give the same result at every tick (see vm/run.h).
//
//     Engine engine(EngineKind::automatic);
//     StopReason reason = engine.run(machine, ports, until);
#pragma once

#include "jit/tier/jit_tier.h"
#include "vm/run.h"

#include <atomic>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string_view>

namespace fungescope {

enum class EngineKind : std::uint8_t { automatic, reference, interpreter, jit };

// "auto", "reference", "interpreter", "jit".
[[nodiscard]] std::string_view to_string(EngineKind kind);
[[nodiscard]] std::optional<EngineKind> parse_engine(std::string_view name);

class Engine {
 public:
  explicit Engine(EngineKind kind = EngineKind::automatic);
  // Uses `options` instead of the defaults of `kind`.
  Engine(EngineKind kind, const jit::JitOptions& options);
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  // An engine caches the code of the machine that it ran last. Call `forget` after the machine was
  // changed other than by the functions of this class.
  StopReason run(Machine& machine, const Ports& ports, Tick until, Observer* observer = nullptr);
  StopReason run(Machine& machine, const Ports& ports, Tick until, Probe& probe);
  void forget();

  // Assigns `next` to `machine`, and keeps the cached code that is still valid: used to restart, to
  // restore a checkpoint, and to poke cells (into a copy of the machine). Cost: a copy, which
  // allocates nothing if the sizes are equal, and a comparison of the fields, a quick one if both
  // are copies of one machine. If the size or dialect differs, as `forget`.
  void load(Machine& machine, const Machine& next);

  // The same in pieces, for callers that know which cells differ. `put_deltas` sets the deltas
  // (value minus source byte; see Playfield) of consecutive cells from `first` on; `adopt` follows
  // it once the rest of the machine has been changed, too. For a machine that this engine did not
  // run last, no code is kept. Cost: linear in the cells, and in the superblocks of those that
  // change.
  void put_deltas(Machine& machine, std::size_t first, std::span<const std::int64_t> deltas);
  void adopt(const Machine& machine);

  // Assigns `next` to `machine`, whose fields differ at most in the cells of `written`, and clears
  // that: used to restart a machine after a run with this write map. Cost: the cells written, in
  // groups of 64, and the stack.
  void restore(Machine& machine, const Machine& next, WriteMap& written);

  // As `run`, but polls `interrupted` at least every few milliseconds, and returns `tick_reached`
  // before `until` if it is set.
  StopReason run_interruptible(Machine& machine, const Ports& ports, Tick until,
                               const std::atomic<bool>& interrupted, Observer* observer = nullptr);
  StopReason run_interruptible(Machine& machine, const Ports& ports, Tick until,
                               const std::atomic<bool>& interrupted, Probe& probe);

  // The JIT's statistics since the engine was created; null if there is no JIT.
  [[nodiscard]] const jit::JitStatistics* jit_statistics() const;

  // Returns the ticks after which native code returns in any case, so that a longer run between two
  // polls of a host gains nothing.
  [[nodiscard]] Tick max_native_stay() const;

  // Notifies `listener` of regions that are compiled or discarded. May be null; not owned.
  void set_jit_listener(jit::RegionListener* listener);

  // The tier that `run` uses: `interpreter` instead of `jit` and `automatic` if there is no JIT.
  [[nodiscard]] EngineKind kind() const;

 private:
  struct Tiers;
  std::unique_ptr<Tiers> tiers_;
};

}  // namespace fungescope
