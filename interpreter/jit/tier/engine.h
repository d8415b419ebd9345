// Runs a machine on the fastest tier. Callers choose a tier by name or leave the choice to the
// engine; all tiers give the same result at every tick (see vm/run.h).
//
//     Engine engine(EngineKind::automatic);
//     StopReason reason = engine.run(machine, ports, until);
#pragma once

#include "jit/tier/jit_tier.h"
#include "vm/blocks/fast_interpreter.h"
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

  // An engine caches the code of the machine that it ran last. Call `forget` after the machine was
  // changed other than by the functions of this class.
  StopReason run(Machine& machine, const Ports& ports, Tick until, Observer* observer = nullptr);
  StopReason run(Machine& machine, const Ports& ports, Tick until, Probe& probe);
  void forget() { interpreter_.forget(); }

  // Assigns `next` to `machine`, and keeps the cached code that is still valid: used to restart, to
  // restore a checkpoint, and to poke cells (into a copy of the machine). Cost: a copy, which
  // allocates nothing if the sizes are equal, and a comparison of the fields, a quick one if both
  // are copies of one machine. If the size or dialect differs, as `forget`.
  void load(Machine& machine, const Machine& next) { interpreter_.load(machine, next); }

  // The same in pieces, for callers that know which cells differ. `put_deltas` sets the deltas
  // (value minus source byte; see Playfield) of consecutive cells from `first` on; `adopt` follows
  // it once the rest of the machine has been changed, too. For a machine that this engine did not
  // run last, no code is kept. Cost: linear in the cells, and in the superblocks of those that
  // change.
  void put_deltas(Machine& machine, std::size_t first, std::span<const std::int64_t> deltas) {
    interpreter_.put_deltas(machine, first, deltas);
  }
  void adopt(const Machine& machine) { interpreter_.adopt(machine); }

  // Assigns `next` to `machine`, whose fields differ at most in the cells of `written`, and clears
  // that: used to restart a machine after a run with this write map. Cost: the cells written, in
  // groups of 64, and the stack.
  void restore(Machine& machine, const Machine& next, WriteMap& written) {
    interpreter_.restore(machine, next, written);
  }

  // As `run`, but polls `interrupted` at least every few milliseconds, and returns `tick_reached`
  // before `until` if it is set.
  StopReason run_interruptible(Machine& machine, const Ports& ports, Tick until,
                               const std::atomic<bool>& interrupted, Observer* observer = nullptr);
  StopReason run_interruptible(Machine& machine, const Ports& ports, Tick until,
                               const std::atomic<bool>& interrupted, Probe& probe);

  // The JIT's statistics since the engine was created; null if there is no JIT.
  [[nodiscard]] const jit::JitStatistics* jit_statistics() const {
    return native_ == nullptr ? nullptr : &native_->statistics();
  }

  // Returns the ticks after which native code returns in any case, so that a longer run between two
  // polls of a host gains nothing.
  [[nodiscard]] Tick max_native_stay() const {
    return native_ == nullptr ? no_limit : native_->max_stay();
  }

  // Keeps the listings of the present regions there. May be null; not owned.
  void set_jit_listings(jit::RegionListings* listings) {
    if (native_ != nullptr) native_->set_listings(listings);
  }

  // The tier that `run` uses: `interpreter` instead of `jit` and `automatic` if there is no JIT.
  [[nodiscard]] EngineKind kind() const { return kind_; }

 private:
  Engine(EngineKind kind, std::unique_ptr<jit::JitTier> tier);

  EngineKind kind_;
  jit::JitTier* native_;  // owned by the interpreter; may be null
  FastInterpreter interpreter_;
};

}  // namespace fungescope
