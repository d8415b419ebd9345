#include "support/differential.h"

#include "base/hash.h"
#include "vm/fast_interpreter.h"
#include "vm/reference_interpreter.h"

#include <algorithm>

#include <fmt/format.h>

namespace fungescope::test {
namespace {

class PausingInput final : public Input {
 public:
  PausingInput(std::string bytes, bool pauses) : bytes_(std::move(bytes)), pauses_(pauses) {}
  int at(std::uint64_t position) override {
    if (pauses_ && position % 3 == 0 && position >= awaited_) {
      awaited_ = position + 1;
      return not_yet;
    }
    return position < bytes_.size() ? static_cast<unsigned char>(bytes_[position]) : end;
  }

 private:
  std::string bytes_;
  bool pauses_;
  std::uint64_t awaited_ = 0;
};

class ClosingOutput final : public Output {
 public:
  explicit ClosingOutput(std::size_t limit) : limit_(limit) {}
  bool write(std::string_view bytes) override {
    if (text.size() + bytes.size() > limit_) return false;
    text.append(bytes);
    return true;
  }
  std::string text;

 private:
  std::size_t limit_;
};

class Recorder final : public Observer, public Warnings {
 public:
  explicit Recorder(Interest interest) : interest_(interest) {}
  [[nodiscard]] Interest interest() const override { return interest_; }
  void on_write(Tick tick, Point by, Point at, std::int64_t before, std::int64_t now) override {
    add('w', tick, by, at);
    events.add_signed(before);
    events.add_signed(now);
  }
  void on_read(Tick tick, Point by, Point at, std::int64_t value) override {
    add('r', tick, by, at);
    events.add_signed(value);
  }
  void on_execute(Tick tick, Point at) override { add('x', tick, at, at); }
  void warn(Point at, std::uint64_t tick, std::string_view what) override {
    add('!', tick, at, at);
    events.add_text(what);
  }
  Hasher events;

 private:
  void add(char kind, Tick tick, Point by, Point at) {
    events.add(static_cast<std::uint64_t>(kind));
    events.add(tick);
    for (const Point p : {by, at}) {
      events.add_signed(p.x);
      events.add_signed(p.y);
    }
  }
  Interest interest_;
};

// One tier's world.
struct Side {
  explicit Side(const DifferentialCase& c)
      : machine(c.field, {c.dialect, c.seed, c.max_stack}),
        input(c.input, c.input_pauses),
        output(c.output_limit),
        recorder(c.interest),
        written(static_cast<std::size_t>(c.field.size().area())) {
    if (c.observe) probe.observer = &recorder;
    if (c.map_writes) probe.written = &written;
  }
  Machine machine;
  PausingInput input;
  ClosingOutput output;
  Recorder recorder;
  WriteMap written;
  Probe probe;
  Ports ports() { return {input, output, &recorder}; }
};

std::string state_of(const Machine& m) {
  std::string stack;
  for (const std::int64_t value : m.stack.values()) stack += fmt::format(" {}", value);
  return fmt::format(
      "tick {} ip ({}, {}) direction {} string {} status {} fault {} input {} stack{}", m.tick,
      m.ip.x, m.ip.y, static_cast<int>(m.direction), m.string_mode, static_cast<int>(m.status),
      static_cast<int>(m.fault.kind), m.input_position, stack);
}

std::string to_text(const TrapEvent& e) {
  return fmt::format("trap kinds {} by ({}, {}) at ({}, {}) before {} now {}", e.kinds, e.by.x,
                     e.by.y, e.at.x, e.at.y, e.before, e.now);
}

std::string compare(const Side& reference, const Side& fast, StopReason expected, StopReason got) {
  if (expected != got) {
    return fmt::format("stop reason {} instead of {}", static_cast<int>(got),
                       static_cast<int>(expected));
  }
  if (!(reference.machine == fast.machine)) return "the machines differ";
  if (reference.machine.stack.high_water() != fast.machine.stack.high_water()) {
    return fmt::format("high-water mark {} instead of {}", fast.machine.stack.high_water(),
                       reference.machine.stack.high_water());
  }
  if (reference.output.text != fast.output.text) return "the output differs";
  if (reference.recorder.events.value() != fast.recorder.events.value()) return "the events differ";
  if (!(reference.probe.event == fast.probe.event)) {
    return fmt::format("{} instead of {}", to_text(fast.probe.event),
                       to_text(reference.probe.event));
  }
  if (reference.written.groups() != fast.written.groups()) return "the write maps differ";
  return {};
}

}  // namespace

std::string find_difference(const DifferentialCase& c) {
  Side reference(c);
  Side fast(c);
  FastInterpreter interpreter;
  for (std::size_t i = 0; i < c.stops.size(); ++i) {
    const Tick stop = c.stops[i];
    const auto set_traps = [&](const std::optional<Traps>* traps) {
      const bool some = traps != nullptr && traps->has_value();
      reference.probe.traps = fast.probe.traps = some ? &**traps : nullptr;
    };
    set_traps(c.traps.empty() ? nullptr : &c.traps[i % c.traps.size()]);
    for (int retries = 0; retries < 40; ++retries) {
      // Before some instructions a trap holds again and again; at last, on without.
      const bool pass = retries % 4 != 3;
      reference.probe.passed = fast.probe.passed = pass ? reference.machine.tick : no_limit;
      if (retries == 30) set_traps(nullptr);
      const StopReason expected =
          run_reference(reference.machine, reference.ports(), stop, reference.probe);
      const StopReason got = interpreter.run(fast.machine, fast.ports(), stop, fast.probe);
      const std::string difference = compare(reference, fast, expected, got);
      if (!difference.empty()) {
        return fmt::format("until tick {}: {}\nreference: {}\nfast:      {}", stop, difference,
                           state_of(reference.machine), state_of(fast.machine));
      }
      if (expected != StopReason::input_wait && expected != StopReason::trapped) break;
    }
  }
  if (reference.machine.hash() != fast.machine.hash()) return "equal machines, different hashes";
  return {};
}

std::string to_text(const Playfield& field) {
  std::string text;
  for (std::int64_t y = 0; y < field.size().height; ++y) {
    for (std::int64_t x = 0; x < field.size().width; ++x) {
      const std::int64_t value = field.at(Point{x, y});
      text += value >= ' ' && value <= '~' ? static_cast<char>(value) : '\xb7';
    }
    text += '\n';
  }
  return text;
}

}  // namespace fungescope::test
