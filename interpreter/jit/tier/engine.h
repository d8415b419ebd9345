// Which tier runs what. Callers ask for a tier by name or let the engine choose;
// the result is the same to the tick (see vm/run.h), only the time differs.
//
//     Engine engine(EngineKind::automatic);
//     StopReason why = engine.run(machine, ports, until);
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
  // With other thresholds of the JIT than the tier's own.
  Engine(EngineKind kind, const jit::JitOptions& options);
  ~Engine();
  Engine(Engine&&) noexcept;
  Engine& operator=(Engine&&) noexcept;

  // An engine keeps what it learned of a machine's code from run to run. After
  // the machine was changed by anything but the functions of this class, call `forget`.
  StopReason run(Machine& machine, const Ports& ports, Tick until, Observer* observer = nullptr);
  StopReason run(Machine& machine, const Ports& ports, Tick until, Probe& probe);
  void forget();

  // `machine = next`, after which the engine knows about the code all that is
  // still true: the way to start again, to go to a checkpoint, or to poke cells
  // (into a copy of the machine). Cost: a copy, which allocates nothing if the
  // sizes are equal, and a comparison of the fields: a quick one if both come from
  // one source, as copies of one machine do. Another size or dialect: as `forget`.
  void load(Machine& machine, const Machine& next);

  // The same in pieces, for who knows which cells differ: `put_deltas` gives
  // consecutive cells from `first` on their deltas (value less source byte; see
  // Playfield), and `adopt` says that all else of the machine was changed as well
  // and is now to be gone on with. A machine that this engine did not run last gets
  // its cells all the same; only nothing is kept. Cost: the cells given, and the
  // blocks of those that change.
  void put_deltas(Machine& machine, std::size_t first, std::span<const std::int64_t> deltas);
  void adopt(const Machine& machine);

  // As `run`, but looks at `interrupted` at least every few milliseconds and
  // then returns `tick_reached` before `until`.
  StopReason run_interruptible(Machine& machine, const Ports& ports, Tick until,
                               const std::atomic<bool>& interrupted, Observer* observer = nullptr);

  // What the JIT did since the engine was made; null where there is none.
  [[nodiscard]] const jit::JitStatistics* jit_statistics() const;

  // Tells of each region that is compiled or thrown away from now on; null: nobody. Not owned.
  void set_jit_listener(jit::RegionListener* listener);

  // The tier that `run` uses: `jit` and `automatic` are `interpreter` where there is no JIT.
  [[nodiscard]] EngineKind kind() const;

 private:
  struct Tiers;
  std::unique_ptr<Tiers> tiers_;
};

}  // namespace fungescope
