#include "support/differential.h"

#include "base/hash.h"
#include "support/bounded_output.h"
#include "vm/blocks/fast_interpreter.h"
#include "vm/reference_interpreter.h"

#include <algorithm>
#include <cstdlib>
#include <memory>
#include <stdexcept>
#include <utility>

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

// The machine and ports of one tier.
struct Side {
  explicit Side(const DifferentialCase& c)
      : machine(c.field, {c.dialect, c.seed, c.max_stack}),
        input(c.input, c.input_pauses),
        output(c.output_limit, 7),  // a small buffer, which is often full
        recorder(c.interest),
        written(static_cast<std::size_t>(c.field.size().area())) {
    if (c.observe) probe.observer = &recorder;
    if (c.map_writes) probe.written = &written;
  }
  Machine machine;
  PausingInput input;
  BoundedOutput output;
  Recorder recorder;
  WriteMap written;
  Probe probe;
  Ports ports() { return {input, output, &recorder}; }
};

constexpr std::size_t shown = 24;  // values of a stack in a message

std::string state_of(const Machine& m) {
  const auto values = m.stack.values();
  const std::size_t first = values.size() - std::min(values.size(), shown);
  std::string stack = first == 0 ? "" : fmt::format(" ({} more)", first);
  for (std::size_t i = first; i < values.size(); ++i) stack += fmt::format(" {}", values[i]);
  return fmt::format(
      "tick {} ip ({}, {}) direction {} string {} status {} fault {} input {} stack{}", m.tick,
      m.ip.x, m.ip.y, static_cast<int>(m.direction), m.string_mode, static_cast<int>(m.status),
      static_cast<int>(m.fault.kind), m.input_position, stack);
}

std::string to_text(const TrapEvent& e) {
  return fmt::format("trap kinds {} by ({}, {}) at ({}, {}) before {} now {}", e.kinds, e.by.x,
                     e.by.y, e.at.x, e.at.y, e.before, e.now);
}

// Describes the difference of two unequal machines.
std::string name_difference(const Machine& expected, const Machine& got) {
  const Size size = expected.field.size();
  if (!(size == got.field.size())) return "the machines differ in the field's size";
  for (std::int64_t y = 0; y < size.height; ++y) {
    for (std::int64_t x = 0; x < size.width; ++x) {
      const std::int64_t a = expected.field.at(Point{x, y});
      const std::int64_t b = got.field.at(Point{x, y});
      if (a != b) return fmt::format("cell ({}, {}) is {} instead of {}", x, y, b, a);
    }
  }
  return "the machines differ";
}

std::string compare(const Side& reference, const Side& fast, StopReason expected, StopReason got) {
  if (expected != got) {
    return fmt::format("stop reason {} instead of {}", static_cast<int>(got),
                       static_cast<int>(expected));
  }
  if (!(reference.machine == fast.machine)) return name_difference(reference.machine, fast.machine);
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

// Runs one case on both tiers.
class Comparison {
 public:
  Comparison(const DifferentialCase& c, const MakeTier& make_tier)
      : case_(c), reference_(c), tested_(c), tier_(make_tier()) {}

  DifferentialResult run() {
    std::string difference = find();
    return {std::move(difference), ticks_};
  }

 private:
  std::string find() {
    keep_state(0);
    for (std::size_t i = 0; i < case_.stops.size(); ++i) {
      std::string difference = jump_before(i);
      if (difference.empty()) difference = run_to(i);
      if (!difference.empty()) {
        return fmt::format("until tick {}, stop {}: {}\nreference: {}\ntested:    {}",
                           case_.stops[i], i, difference, state_of(reference_.machine),
                           state_of(tested_.machine));
      }
      keep_state(i + 1);
    }
    if (reference_.machine.hash() != tested_.machine.hash()) {
      return "equal machines, different hashes";
    }
    return {};
  }

  // The states after each number of stops to which a jump goes.
  void keep_state(std::size_t stops) {
    const bool wanted = std::any_of(case_.jumps.begin(), case_.jumps.end(),
                                    [stops](const Jump& jump) { return jump.state == stops; });
    if (wanted) states_.emplace_back(stops, reference_.machine);
  }

  std::string jump_before(std::size_t stop) {
    for (const Jump& jump : case_.jumps) {
      if (jump.stop != stop) continue;
      const auto kept = std::find_if(states_.begin(), states_.end(),
                                     [&jump](const auto& s) { return s.first == jump.state; });
      if (kept == states_.end()) continue;
      Machine next = kept->second;
      for (const auto& [cell, value] : jump.pokes) next.field.set(cell, value);
      go_on_with(next, jump);
      if (!(tested_.machine == next))
        return "a jump did not arrive: " + name_difference(next, tested_.machine);
      reference_.machine = next;
    }
    return {};
  }

  void go_on_with(const Machine& next, const Jump& jump) {
    switch (jump.method) {
      case Jump::Method::load:
        tier_->load(tested_.machine, next);
        break;
      case Jump::Method::forget:
        tested_.machine = next;
        tier_->forget();
        break;
      case Jump::Method::pieces: {
        const auto area = static_cast<std::size_t>(next.field.size().area());
        for (std::size_t first = 0; first < area; first += jump.piece) {
          const std::size_t count = std::min(jump.piece, area - first);
          tier_->put_deltas(tested_.machine, first, {next.field.deltas() + first, count});
        }
        Machine rest = next;
        std::swap(rest.field, tested_.machine.field);
        tested_.machine = std::move(rest);
        tier_->adopt(tested_.machine);
        break;
      }
      case Jump::Method::restore: {
        const auto area = static_cast<std::size_t>(next.field.size().area());
        WriteMap map(area);
        for (std::size_t cell = 0; cell < area; ++cell) {
          const bool differs = tested_.machine.field.deltas()[cell] != next.field.deltas()[cell];
          if (differs || cell % (16 * jump.piece) == 0) map.add(cell);
        }
        tier_->restore(tested_.machine, next, map);
        if (!map.groups().empty()) throw std::logic_error("the map is not cleared");
        break;
      }
    }
  }

  void set_traps(const std::optional<Traps>* traps) {
    const bool some = traps != nullptr && traps->has_value();
    reference_.probe.traps = tested_.probe.traps = some ? &**traps : nullptr;
  }

  std::string run_to(std::size_t i) {
    set_traps(case_.traps.empty() ? nullptr : &case_.traps[i % case_.traps.size()]);
    for (int retries = 0; retries < 40; ++retries) {
      // A trap may hold repeatedly before some instructions: finally continue without traps.
      const bool pass = retries % 4 != 3;
      reference_.probe.skip_traps_at = tested_.probe.skip_traps_at =
          pass ? reference_.machine.tick : no_limit;
      if (retries == 30) set_traps(nullptr);
      const Tick stop = case_.stops[i];
      const Tick before = reference_.machine.tick;
      const StopReason expected =
          run_reference(reference_.machine, reference_.ports(), stop, reference_.probe);
      const StopReason got = tier_->run(tested_.machine, tested_.ports(), stop, tested_.probe);
      ticks_ += reference_.machine.tick - before;
      std::string difference = compare(reference_, tested_, expected, got);
      if (!difference.empty()) return difference;
      if (expected != StopReason::input_wait && expected != StopReason::trapped) break;
    }
    return {};
  }

  const DifferentialCase& case_;
  Side reference_;
  Side tested_;
  std::unique_ptr<Tier> tier_;
  std::vector<std::pair<std::size_t, Machine>> states_;
  Tick ticks_ = 0;
};

}  // namespace

DifferentialResult compare_tiers(const DifferentialCase& c, const MakeTier& make_tier) {
  return Comparison(c, make_tier).run();
}

std::string find_difference(const DifferentialCase& c, const MakeTier& make_tier) {
  return compare_tiers(c, make_tier).difference;
}

std::string find_difference(const DifferentialCase& c) {
  // Half of the cases translate all code early, and half step through it until it pays.
  const bool eager = c.seed % 2 == 0;
  return find_difference(
      c, eager ? tier_of<FastInterpreter>(FastInterpreter::Eager{}) : tier_of<FastInterpreter>());
}

std::uint64_t random_cases(std::uint64_t usually) {
  const char* const given = std::getenv("FUNGESCOPE_RANDOM_CASES");
  return given != nullptr ? std::strtoull(given, nullptr, 10) : usually;
}

std::string to_text(const Playfield& field) {
  std::string text;
  for (std::int64_t y = 0; y < field.size().height; ++y) {
    for (std::int64_t x = 0; x < field.size().width; ++x) {
      const std::int64_t value = field.at(Point{x, y});
      if (value >= ' ' && value <= '~') {
        text += static_cast<char>(value);
      } else {
        text += "·";
      }
    }
    text += '\n';
  }
  return text;
}

}  // namespace fungescope::test
