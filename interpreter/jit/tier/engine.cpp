#include "jit/tier/engine.h"

#include "vm/reference_interpreter.h"

#include <algorithm>
#include <array>
#include <utility>

namespace fungescope {
namespace {

// By EngineKind.
constexpr std::array<std::string_view, 4> names{"auto", "reference", "interpreter", "jit"};

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
  return names.at(static_cast<std::size_t>(kind));
}

std::optional<EngineKind> parse_engine(std::string_view name) {
  const auto* const found = std::find(names.begin(), names.end(), name);
  if (found == names.end()) return std::nullopt;
  return static_cast<EngineKind>(found - names.begin());
}

Engine::Engine(EngineKind kind) : Engine(kind, options_for(kind)) {}

Engine::Engine(EngineKind kind, const jit::JitOptions& options)
    : Engine(kind, kind == EngineKind::automatic || kind == EngineKind::jit
                       ? jit::make_jit_tier(options)
                       : nullptr) {}

Engine::Engine(EngineKind kind, std::unique_ptr<jit::JitTier> tier)
    : kind_(kind), native_(tier.get()), interpreter_(std::move(tier)) {
  if (native_ == nullptr && kind != EngineKind::reference) kind_ = EngineKind::interpreter;
}

StopReason Engine::run(Machine& machine, const Ports& ports, Tick until, Probe& probe) {
  return kind_ == EngineKind::reference ? run_reference(machine, ports, until, probe)
                                        : interpreter_.run(machine, ports, until, probe);
}

StopReason Engine::run(Machine& machine, const Ports& ports, Tick until, Observer* observer) {
  Probe probe;
  probe.observer = observer;
  return run(machine, ports, until, probe);
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

}  // namespace fungescope
