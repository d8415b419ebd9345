#include "jit/tier/engine.h"

#include "support/test.h"

namespace {

constexpr const char* counter = ">75p05g1+05p  v\n^             <";

Machine counting_machine() {
  return Machine(test::program_from_text(counter, {80, 25}));
}

StopReason run(Engine& engine, Machine& machine, Tick until) {
  StringInput input("");
  StringOutput output;
  return engine.run(machine, {input, output}, until);
}

// Returns "stop" at the n-th write.
class StopAtWrite final : public Observer {
 public:
  StopAtWrite(int n, std::atomic<bool>& flag) : left_(n), flag_(flag) {}
  [[nodiscard]] Interest interest() const override { return Interest::writes; }
  void on_write(Tick, Point, Point, std::int64_t, std::int64_t) override {
    if (--left_ == 0) flag_ = true;
  }

 private:
  int left_;
  std::atomic<bool>& flag_;
};

}  // namespace

TEST_CASE("engine names are parsed and formatted alike") {
  for (const EngineKind kind :
       {EngineKind::automatic, EngineKind::reference, EngineKind::interpreter, EngineKind::jit}) {
    CHECK(parse_engine(to_string(kind)) == kind);
  }
  CHECK(!parse_engine("steam"));
  CHECK(!parse_engine(""));
}

TEST_CASE("an engine reports its tier") {
  CHECK(Engine(EngineKind::reference).kind() == EngineKind::reference);
  const Engine automatic(EngineKind::automatic);
  const bool has_jit = automatic.jit_statistics() != nullptr;
  CHECK(automatic.kind() == (has_jit ? EngineKind::automatic : EngineKind::interpreter));
  CHECK(Engine(EngineKind::jit).kind() == (has_jit ? EngineKind::jit : EngineKind::interpreter));
  CHECK(Engine(EngineKind::interpreter).jit_statistics() == nullptr);
}

TEST_CASE("an engine notices another machine by its tick") {
  Machine first = counting_machine();
  Machine second(test::program_from_text(">1v\n^$<", {80, 25}));
  Engine engine;
  run(engine, first, 1000);
  CHECK(run(engine, second, 500) == StopReason::tick_reached);
  Machine expected(test::program_from_text(">1v\n^$<", {80, 25}));
  Engine reference(EngineKind::reference);
  run(reference, expected, 500);
  CHECK(second == expected);
}

TEST_CASE("an interruptible run ends soon after the flag is set") {
  for (const EngineKind kind : {EngineKind::reference, EngineKind::interpreter, EngineKind::jit}) {
    Machine machine = counting_machine();
    Engine engine(kind);
    StringInput input("");
    StringOutput output;
    std::atomic<bool> flag = false;
    StopAtWrite observer(1000, flag);
    const StopReason reason =
        engine.run_interruptible(machine, {input, output}, no_limit, flag, &observer);
    CHECK(reason == StopReason::tick_reached);
    CHECK(machine.tick > 1000);
    CHECK(machine.tick < 3'000'000);
  }
}

TEST_CASE("an interruptible run that prints ends soon after the flag is set") {
  // Without an observer, so the JIT takes part.
  class FlagRaiser final : public Output {
   public:
    explicit FlagRaiser(std::atomic<bool>& flag) : flag_(flag) {}
    bool write(std::string_view /*bytes*/) override {
      if (++written_ == 100'000) flag_ = true;
      return true;
    }

   private:
    std::atomic<bool>& flag_;
    int written_ = 0;
  };
  for (const EngineKind kind : {EngineKind::interpreter, EngineKind::jit}) {
    Machine machine(test::program_from_text(">1. v\n^   <", {80, 25}));
    Engine engine(kind);
    StringInput input("");
    std::atomic<bool> flag = false;
    FlagRaiser output(flag);
    CHECK(engine.run_interruptible(machine, {input, output}, no_limit, flag) ==
          StopReason::tick_reached);
    CHECK(machine.tick > 200'000);
    CHECK(machine.tick < 5'000'000);
  }
}

TEST_CASE("an interruptible run reaches its tick without an interrupt") {
  Machine machine = counting_machine();
  Engine engine;
  StringInput input("");
  StringOutput output;
  const std::atomic<bool> flag = false;
  const Ports ports{input, output};
  CHECK(engine.run_interruptible(machine, ports, 3'000'001, flag) == StopReason::tick_reached);
  CHECK(machine.tick == 3'000'001);
  CHECK(engine.run_interruptible(machine, ports, 5, flag) == StopReason::tick_reached);
  CHECK(machine.tick == 3'000'001);
}

TEST_CASE("a machine that the engine did not run can be restored") {
  Machine known = counting_machine();
  Machine unknown = counting_machine();
  Machine next = counting_machine();
  Engine engine;
  run(engine, known, 10'000);
  next.ip = known.ip;
  next.direction = known.direction;
  next.field.set(Point{13, 0}, '@');
  WriteMap written(static_cast<std::size_t>(next.field.size().area()));
  written.add(13);
  engine.restore(unknown, next, written);
  CHECK(unknown == next);
  CHECK(run(engine, unknown, 20'000) == StopReason::ended);
}

TEST_CASE("cells can be put into a machine that the engine did not run") {
  Machine known = counting_machine();
  Machine unknown = counting_machine();
  Engine engine;
  run(engine, known, 10'000);
  // At the same position, in code that the engine has superblocks of.
  unknown.ip = known.ip;
  unknown.direction = known.direction;
  const std::vector<std::int64_t> end{'@' - ' '};
  engine.put_deltas(unknown, 13, end);
  engine.adopt(unknown);
  CHECK(unknown.field.at(Point{13, 0}) == '@');
  CHECK(run(engine, unknown, 20'000) == StopReason::ended);

  Engine fresh;
  Machine machine = counting_machine();
  fresh.put_deltas(machine, 13, end);
  fresh.adopt(machine);
  CHECK(run(fresh, machine, 20'000) == StopReason::ended);
}
