#include "jit/tier/engine.h"

#include "vm/blocks/fast_interpreter.h"
#include "vm/reference_interpreter.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fungescope {
namespace {

struct KindName {
  EngineKind kind;
  std::string_view name;
};
constexpr std::array names{
    KindName{EngineKind::automatic, "auto"},
    KindName{EngineKind::reference, "reference"},
    KindName{EngineKind::interpreter, "interpreter"},
    KindName{EngineKind::jit, "jit"},
};

// Ticks between two polls of the interrupt flag: about a millisecond on the fast interpreter, ten
// on the reference interpreter.
constexpr Tick slice = 1'000'000;

// `jit` compiles early; `automatic` waits until it pays.
jit::JitOptions options_for(EngineKind kind) {
  jit::JitOptions options;
  if (kind == EngineKind::jit) {
    options.sample_interval = 1'200;
    options.hotness_threshold = 10;
  }
  return options;
}

}  // namespace

std::string_view to_string(EngineKind kind) {
  return names[static_cast<std::size_t>(kind)].name;
}

std::optional<EngineKind> parse_engine(std::string_view name) {
  const auto* found =
      std::find_if(names.begin(), names.end(), [name](KindName n) { return n.name == name; });
  if (found == names.end()) return std::nullopt;
  return found->kind;
}

struct Engine::Tiers {
  Tiers(EngineKind wanted, std::unique_ptr<jit::JitTier> tier)
      : kind(wanted), native(tier.get()), interpreter(std::move(tier)) {
    if (native == nullptr && kind != EngineKind::reference) kind = EngineKind::interpreter;
  }

  EngineKind kind;
  jit::JitTier* native;  // owned by the interpreter; may be null
  FastInterpreter interpreter;
};

Engine::Engine(EngineKind kind) : Engine(kind, options_for(kind)) {}
Engine::Engine(EngineKind kind, const jit::JitOptions& options) {
  const bool native = kind == EngineKind::automatic || kind == EngineKind::jit;
  tiers_ = std::make_unique<Tiers>(kind, native ? jit::make_jit_tier(options) : nullptr);
}
Engine::~Engine() = default;
Engine::Engine(Engine&&) noexcept = default;
Engine& Engine::operator=(Engine&&) noexcept = default;

StopReason Engine::run(Machine& machine, const Ports& ports, Tick until, Probe& probe) {
  return tiers_->kind == EngineKind::reference
             ? run_reference(machine, ports, until, probe)
             : tiers_->interpreter.run(machine, ports, until, probe);
}

StopReason Engine::run(Machine& machine, const Ports& ports, Tick until, Observer* observer) {
  Probe probe;
  probe.observer = observer;
  return run(machine, ports, until, probe);
}

void Engine::forget() {
  tiers_->interpreter.forget();
}

void Engine::load(Machine& machine, const Machine& next) {
  tiers_->interpreter.load(machine, next);
}

void Engine::put_deltas(Machine& machine, std::size_t first, std::span<const std::int64_t> deltas) {
  tiers_->interpreter.put_deltas(machine, first, deltas);
}

void Engine::adopt(const Machine& machine) {
  tiers_->interpreter.adopt(machine);
}

void Engine::restore(Machine& machine, const Machine& next, WriteMap& written) {
  tiers_->interpreter.restore(machine, next, written);
}

StopReason Engine::run_interruptible(Machine& machine, const Ports& ports, Tick until,
                                     const std::atomic<bool>& interrupted, Observer* observer) {
  Probe probe;
  probe.observer = observer;
  return run_interruptible(machine, ports, until, interrupted, probe);
}

StopReason Engine::run_interruptible(Machine& machine, const Ports& ports, Tick until,
                                     const std::atomic<bool>& interrupted, Probe& probe) {
  for (;;) {
    const Tick left = until - std::min(until, machine.tick);
    const Tick stop = left > slice ? machine.tick + slice : until;
    const StopReason reason = run(machine, ports, stop, probe);
    const bool more = reason == StopReason::tick_reached && stop != until;
    if (!more || interrupted.load(std::memory_order_relaxed)) return reason;
  }
}

const jit::JitStatistics* Engine::jit_statistics() const {
  return tiers_->native == nullptr ? nullptr : &tiers_->native->statistics();
}

Tick Engine::max_native_stay() const {
  return tiers_->native == nullptr ? no_limit : tiers_->native->max_stay();
}

void Engine::set_jit_listener(jit::RegionListener* listener) {
  if (tiers_->native != nullptr) tiers_->native->set_listener(listener);
}

EngineKind Engine::kind() const {
  return tiers_->kind;
}

}  // namespace fungescope
